#if canImport(SQLite3)
    import SQLite3
#else
    import CSQLite
#endif

/// How much of the write-ahead log is not in the file yet, as one connection knows it.
struct LogState {
    /// What others or an earlier process had written, at most, or what the last folding had to leave.
    var left = 0
    /// The connection's own count of written pages at that time.
    var countedFrom = 0
    /// How often the log was folded into the file, or that was tried.
    var foldings = 0
    /// Whether its file is shorter than what it will soon be, so that each commit would make it longer.
    var isShort = false
}

/// The log is folded into the file when its owner has time, not when a commit happens to make it long: folding waits for
/// the medium twice and writes pages all over the file. Its space is used again from the start after that.
extension Database {
    /// Pages in the log from which on an owner with time folds it in: 1 MiB.
    package static let worthFolding = 256
    /// Pages in the log from which on a commit folds it in itself, however long that takes: 16 MiB.
    package static let longestLog = 4096

    /// How many pages the log holds that are not in the file, at most.
    ///
    /// Pages that other connections write meanwhile are not counted; each of them counts its own.
    package var logPages: Int { log.left + pagesWritten - log.countedFrom }

    /// Pages written by this connection since it was opened, to the log or, without one, to the file.
    package var pagesWritten: Int {
        var now: Int32 = 0
        var most: Int32 = 0
        guard sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_WRITE, &now, &most, 0) == SQLITE_OK else { return 0 }
        return Int(now)
    }

    /// How often this connection has folded the log into the file, or tried to.
    package var foldings: Int { log.foldings }

    /// Folds the log into the file as far as no reader needs it, without waiting for anybody. What is left comes the next
    /// time. No transaction may be open.
    ///
    /// - Throws: ``StoreError`` when the file could not be written. All commits are still in the log.
    package func foldLog() throws(StoreError) {
        log.foldings += 1
        var pages: Int32 = 0
        var folded: Int32 = 0
        let code = sqlite3_wal_checkpoint_v2(handle, "main", SQLITE_CHECKPOINT_PASSIVE, &pages, &folded)
        log.countedFrom = pagesWritten
        // Another connection is folding it in just now.
        if code == SQLITE_BUSY { return }
        try check(code)
        log.left = Int(max(0, pages - folded))
    }

    /// Folds the whole log into the file and empties it, so that nothing which was written over is left in it. A reader in
    /// another process that is not done keeps it; then the next folding writes over it.
    ///
    /// - Throws: ``StoreError`` when the file could not be written. All commits are still in the log.
    package func emptyLog() throws(StoreError) {
        guard options.usesLog else { return }
        log.foldings += 1
        let code = sqlite3_wal_checkpoint_v2(handle, "main", SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        log.countedFrom = pagesWritten
        if code == SQLITE_BUSY { return }
        try check(code)
        log.left = 0
        log.isShort = true
    }

    /// Whether ``reserveLog()`` has something to do: a new log on a real device.
    package var wantsReserve: Bool { log.isShort && options.medium == .device }

    /// Makes the log's file as long as it will be, by writing what is then taken back. No transaction may be open.
    ///
    /// A commit into space that is there waits for the medium alone; one that makes a file longer waits for what the file
    /// system notes about it as well, which costs from twice to some tens of times as much.
    ///
    /// - Throws: ``StoreError`` when there is no space. It is not tried again.
    package func reserveLog() throws(StoreError) {
        log.isShort = false
        // With a small cache SQLite has to write pages to the log before anybody has committed them.
        try control("PRAGMA cache_size = 16")
        defer { try? control("PRAGMA cache_size = -2000") }
        try control("BEGIN IMMEDIATE")
        defer { try? control("ROLLBACK") }
        try control("CREATE TABLE space (bytes BLOB)")
        try control("INSERT INTO space VALUES (zeroblob(\(Self.worthFolding * 4096)))")
    }

    /// Begins a log that has been folded in anew, with a page that says what it said before.
    ///
    /// The first commit of a log waits for the medium once more than any other, and on what was reserved, so it had better
    /// be nobody's. No transaction may be open; another connection that writes just now is not waited for.
    ///
    /// - Throws: ``StoreError`` when nothing was written; the next commit then begins the log.
    package func beginLog() throws(StoreError) {
        guard options.usesLog, log.left == 0 else { return }
        sqlite3_busy_timeout(handle, 0)
        defer { sqlite3_busy_timeout(handle, Int32(clamping: options.busyTimeoutMilliseconds)) }
        try setSynchronous(.full)
        try control("BEGIN IMMEDIATE")
        do throws(StoreError) {
            let version = try first("PRAGMA user_version") { (row) throws(StoreError) in try row.integer(0) } ?? 0
            try control("PRAGMA user_version = \(version)")
            try control("COMMIT")
        } catch {
            try? control("ROLLBACK")
            throw error
        }
    }

    /// Keeps the log from growing for ever where nobody finds the time. Its failure is no failure of the commit.
    func foldLogIfLong() {
        if options.usesLog, logPages >= Self.longestLog { try? foldLog() }
    }

    func configureLog() throws(StoreError) {
        try control("PRAGMA wal_autocheckpoint = 0")
        // After a long one the space goes back to the system, down to what is used again and again.
        try control("PRAGMA journal_size_limit = \(4 * Self.worthFolding * 4096)")
        if case .regular(let bytes) = try file.sidecar("-wal").status() { log.left = Int(bytes) / 4096 }
        log.isShort = log.left < Self.worthFolding
    }
}
