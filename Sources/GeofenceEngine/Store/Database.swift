#if canImport(SQLite3)
    import SQLite3
#else
    import CSQLite
#endif

/// One connection to one SQLite file, for one owner.
///
/// It is not `Sendable`: an actor creates it and keeps it. Every change goes through a transaction, its own or that
/// of the caller, so there is one place where commits happen, fail and are undone. Between two calls no statement
/// and no transaction is open, so a process that is suspended then holds no lock (CASE-118).
///
/// Text is bound and read as UTF-8 bytes and compared by them. Swift's `==` on strings is not that comparison.
package final class Database {
    /// How a connection is opened.
    package struct Options: Sendable {
        /// Whether it may write, and create the file.
        package var isReadOnly = false
        /// Whether the file is brought into write-ahead mode, as ours are; without it its mode is left alone.
        package var usesLog = true
        /// The disk it believes to be on.
        package var medium = StoreMedium.device
        /// How long a statement waits for another connection's lock, in milliseconds. Locks of other connections are
        /// normal and short (CASE-115 has one of 2 s); 5 s is less than what iOS grants a launch in the background.
        package var busyTimeoutMilliseconds = 5_000
        /// Simulated failures; `nil` for a real store.
        package var faults: StoreFaults?

        package init() {}
    }

    /// The file.
    package let file: StoreFile
    /// How it was opened.
    package let options: Options

    /// What the log holds that the file does not.
    var log = LogState()
    private(set) var handle: OpaquePointer?
    private var statements: [String: Statement] = [:]
    private var synchronous: String?
    private(set) var isInTransaction = false
    private var commits = 0
    private var end: StoreError?

    /// Opens the file, or creates an empty one in a folder that exists.
    ///
    /// - Throws: Any ``StoreError`` but those about schemas. That a file is no database shows here or at the first
    ///   statement.
    package init(path: String, options: Options = Options()) throws(StoreError) {
        file = StoreFile(path: path)
        self.options = options
        // A named pipe would block the opening for ever.
        if try file.status() == .other { throw .notAFile(file: file.name) }
        // No mutex inside SQLite: a connection that is not `Sendable` is never used by two threads at once.
        let access = options.isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        let code = sqlite3_open_v2(path, &handle, access | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK else {
            let error = failure(code)
            close()
            throw error
        }
        do throws(StoreError) {
            try configure()
        } catch {
            closeKeepingLog()
            throw error
        }
    }

    deinit { close() }

    /// Closes the connection. The last one to a file folds the log into it and removes the log.
    package func close() {
        statements.removeAll()
        sqlite3_close_v2(handle)
        handle = nil
    }

    /// Closes the connection without folding the log into the file, so that damaged files keep their bytes.
    package func closeKeepingLog() {
        // SQLite folds the log in only if it gets the file alone. A second connection that has read keeps it from
        // that, and one that may not write never folds it in itself.
        var reading = options
        reading.isReadOnly = true
        let other = options.isReadOnly ? nil : try? Database(path: file.path, options: reading)
        _ = try? other?.control("SELECT count(*) FROM sqlite_master")
        close()
        other?.close()
    }

    /// Runs a statement that changes rows, and returns how many it changed. Outside a transaction it gets one of its own.
    @discardableResult
    package func execute(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) -> Int {
        try run(sql, values) { (_) throws(StoreError) in }
        return Int(sqlite3_changes(handle))
    }

    /// Runs a statement once for each element, in one transaction.
    package func execute<Elements: Sequence>(
        _ sql: String, each elements: Elements, values: (Elements.Element) throws(StoreError) -> [SQLValue]
    ) throws(StoreError) {
        guard isInTransaction else {
            return try transaction { () throws(StoreError) in try execute(sql, each: elements, values: values) }
        }
        let statement = try take(sql)
        defer { giveBack(statement) }
        for element in elements {
            try requireTransaction()
            try step(statement, values(element)) { (_) throws(StoreError) in }
        }
    }

    /// Runs several statements without parameters, separated by semicolons. Only inside a transaction.
    package func execute(script: String) throws(StoreError) {
        precondition(isInTransaction, "a script runs inside a transaction")
        try requireTransaction()
        try check(sqlite3_exec(handle, script, nil, nil, nil))
        try requireTransaction()
    }

    /// Runs a statement and turns each row into a value, in the order of the result.
    package func query<Value>(
        _ sql: String, _ values: [SQLValue] = [], row: (borrowing Row) throws(StoreError) -> Value
    ) throws(StoreError) -> [Value] {
        var result: [Value] = []
        try run(sql, values) { (found) throws(StoreError) in result.append(try row(found)) }
        return result
    }

    /// The value of the first row, or `nil` when there is none.
    package func first<Value>(
        _ sql: String, _ values: [SQLValue] = [], row: (borrowing Row) throws(StoreError) -> Value
    ) throws(StoreError) -> Value? {
        try query(sql, values, row: row).first
    }

    /// Runs `body` and commits, or undoes everything when anything fails, the commit included.
    ///
    /// The write lock is taken at the beginning, so what `body` reads is what its changes stand on. Not to be nested.
    /// An error that `body` catches itself and that made SQLite undo the transaction still fails the whole.
    ///
    /// - Throws: What `body` throws, or why the transaction could not begin or be committed.
    @discardableResult
    package func transaction<Value>(
        _ durability: Durability = .full, _ body: () throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        precondition(!isInTransaction, "transactions do not nest")
        try requireLife()
        try setSynchronous(durability)
        try control("BEGIN IMMEDIATE")
        isInTransaction = true
        defer { isInTransaction = false }
        do throws(StoreError) {
            let value = try body()
            try requireTransaction()
            try commit()
            foldLogIfLong()
            return value
        } catch {
            // Some failures (a full disk among them) have undone the transaction already.
            if sqlite3_get_autocommit(handle) == 0 { try? control("ROLLBACK") }
            throw error
        }
    }

    /// Whether no statement and no transaction is open: the state in which a process may be suspended. (CASE-118)
    package var isIdle: Bool {
        var statement = sqlite3_next_stmt(handle, nil)
        while let each = statement {
            if sqlite3_stmt_busy(each) != 0 { return false }
            statement = sqlite3_next_stmt(handle, each)
        }
        return sqlite3_get_autocommit(handle) != 0
    }

    /// Whether the path names another file than the open one by now, or none: somebody has set it aside or taken it away.
    package var hasMoved: Bool {
        var answer: Int32 = 0
        return sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &answer) == SQLITE_OK && answer != 0
    }

    // MARK: Statements

    private func run(
        _ sql: String, _ values: [SQLValue], _ row: (borrowing Row) throws(StoreError) -> Void
    ) throws(StoreError) {
        try requireLife()
        let statement = try take(sql)
        defer { giveBack(statement) }
        if isInTransaction || statement.onlyReads {
            if isInTransaction { try requireTransaction() }
            try step(statement, values, row)
        } else {
            try transaction { () throws(StoreError) in try step(statement, values, row) }
        }
    }

    // Not inlined: the optimiser of Swift 6.3 stops with an assertion when it inlines the borrowing closure.
    @inline(never)
    private func step(
        _ statement: Statement, _ values: [SQLValue], _ row: (borrowing Row) throws(StoreError) -> Void
    ) throws(StoreError) {
        defer { statement.reset() }
        try check(statement.bind(values))
        while true {
            switch sqlite3_step(statement.pointer) {
            case SQLITE_ROW: try row(Row(statement: statement.pointer, file: file))
            case SQLITE_DONE: return
            case let code: throw failure(code)
            }
        }
    }

    /// A statement that nobody else is using; a row's closure may run the same text again and gets a second one.
    private func take(_ sql: String) throws(StoreError) -> Statement {
        precondition(handle != nil, "the database was closed")
        if let statement = statements.removeValue(forKey: sql) { return statement }
        var pointer: OpaquePointer?
        var text = sql
        let code = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                sqlite3_prepare_v3(
                    handle, $0.baseAddress, Int32(clamping: $0.count), UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil)
            }
        }
        try check(code)
        guard let pointer else {
            throw .misuse(file: file.name, code: SQLITE_MISUSE, message: "no statement in: \(sql)")
        }
        return Statement(pointer: pointer, sql: sql)
    }

    private func giveBack(_ statement: Statement) {
        // The texts are a fixed few; the bound is for whoever builds them at run time.
        if statements.count < 128 { statements[statement.sql] = statement }
    }

    /// Runs a statement that begins, ends or configures, outside the rules for changes.
    func control(_ sql: String) throws(StoreError) {
        let statement = try take(sql)
        defer { giveBack(statement) }
        try step(statement, []) { (_) throws(StoreError) in }
    }

    // MARK: Transactions

    private func commit() throws(StoreError) {
        commits += 1
        let verdict = options.faults?.beforeCommit(commits) ?? .proceed
        switch verdict {
        case .proceed:
            try control("COMMIT")
        case .fail(let failure):
            throw failure.error(file: file, waited: options.busyTimeoutMilliseconds)
        case .crashBeforeCommit:
            throw crash(committed: false)
        case .crashAfterCommit:
            try control("COMMIT")
            throw crash(committed: true)
        }
    }

    private func crash(committed: Bool) -> StoreError {
        let error = StoreError.interrupted(file: file.name, committed: committed)
        end = error
        return error
    }

    private func requireLife() throws(StoreError) {
        if let end { throw end }
    }

    /// After a transaction was undone under its caller's feet, the next change would be committed by itself.
    private func requireTransaction() throws(StoreError) {
        guard sqlite3_get_autocommit(handle) != 0 else { return }
        throw .misuse(
            file: file.name, code: SQLITE_ABORT, message: "the transaction has ended already, its changes are undone")
    }

    // MARK: Configuration

    private func configure() throws(StoreError) {
        // Asked before anything is read: SQLite falls back to reading when the system refuses writing.
        if !options.isReadOnly, sqlite3_db_readonly(handle, "main") == 1 { throw .readOnly(file: file.name) }
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, Int32(clamping: options.busyTimeoutMilliseconds))
        // A file may come from anywhere: no functions out of its schema, cells checked as they are read, and no
        // memory map, which would turn a truncated file into a signal.
        try control("PRAGMA trusted_schema = OFF")
        try control("PRAGMA cell_size_check = ON")
        try control("PRAGMA mmap_size = 0")
        try control("PRAGMA foreign_keys = ON")
        // What is deleted or written over leaves no copy in a free page: tokens are among it.
        try control("PRAGMA secure_delete = ON")
        // Apple's fsync leaves data in the drive's cache; elsewhere this is without effect.
        try control("PRAGMA fullfsync = \(options.medium == .device ? "ON" : "OFF")")
        guard !options.isReadOnly else { return }
        try setSynchronous(.full)
        // The first statement that reads the file: what is no database shows here.
        try control("SELECT count(*) FROM sqlite_master")
        if sqlite3_db_readonly(handle, "main") == 1 {
            throw .corrupt(file: file.name, detail: "its header names a format that may not be written")
        }
        guard options.usesLog else { return }
        let mode = try journalMode()
        guard mode == "wal" else {
            throw .io(file: file.name, code: SQLITE_ERROR, message: "no write-ahead log here, only \(mode)")
        }
        try configureLog()
    }

    private func journalMode() throws(StoreError) -> String {
        let statement = try take("PRAGMA journal_mode = WAL")
        defer { giveBack(statement) }
        var mode = ""
        var waited = 0
        while true {
            do throws(StoreError) {
                try step(statement, []) { (row) throws(StoreError) in mode = try row.text(0) }
                return mode
            } catch {
                // Two that create one file at the same moment: here SQLite does not wait by itself.
                guard case .busy = error, waited < options.busyTimeoutMilliseconds else { throw error }
                waited += 10
                sqlite3_sleep(10)
            }
        }
    }

    func setSynchronous(_ durability: Durability) throws(StoreError) {
        let wanted =
            switch (options.medium, durability) {
            case (.process, _): "OFF"
            case (.device, .full): "FULL"
            case (.device, .normal): "NORMAL"
            }
        guard wanted != synchronous else { return }
        try control("PRAGMA synchronous = \(wanted)")
        synchronous = wanted
    }

    // MARK: Errors

    func check(_ code: Int32) throws(StoreError) {
        guard code == SQLITE_OK else { throw failure(code) }
    }

    private func failure(_ code: Int32) -> StoreError {
        // What was no call of SQLite's own (a NaN, a text beyond 2 GiB) has no message of its own.
        let isOwn = handle.map { sqlite3_errcode($0) & 0xFF != code & 0xFF } ?? true
        let message = isOwn ? sqlite3_errstr(code) : sqlite3_errmsg(handle)
        return StoreError(
            code: handle.map { isOwn ? code : sqlite3_extended_errcode($0) } ?? code,
            systemError: handle.map { sqlite3_system_errno($0) } ?? 0,
            message: message.map { String(cString: $0) } ?? "code \(code)", file: file,
            waited: options.busyTimeoutMilliseconds)
    }
}
