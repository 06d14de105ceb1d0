/// Several writers on one file, in turns.
///
/// Two processes of an app, the app itself and an extension, may have one file open. None holds a lock between two
/// transactions: a process that is suspended with one is ended by the system (CASE-118). Instead each commit counts
/// itself in the file, and looks first whether somebody else has counted since.
///
/// Notes of calls and the rows of the log do not count: they change nothing that an engine decides on.
extension EngineStore {
    /// How far one store has followed what is written to its file.
    struct Turn {
        /// The commits of all engines that this one knows of.
        var writes: Int64 = 0
        /// SQLite's number for what other connections have written, when that was found to be all.
        var version: Int64?
    }

    private static let writesKey = "engine.writes"

    /// Whether no other engine has committed since this store last read the file.
    ///
    /// It costs one look at SQLite's own counter where nobody has written.
    ///
    /// - Throws: ``StoreError/moved(file:)``, or ``StoreError/newerSchema(file:found:known:)`` when a later version of the
    ///   library has taken over the file while it was open here.
    package func isCurrent() throws(StoreError) -> Bool {
        if database.hasMoved { throw .moved(file: database.file.name) }
        let version = try number("PRAGMA data_version")
        guard version != turn.version else { return true }
        let schema = try number("PRAGMA user_version")
        let known = EngineSchema.schema.version
        guard schema <= known else { throw .newerSchema(file: database.file.name, found: schema, known: known) }
        guard try writes() == turn.writes else { return false }
        turn.version = version
        return true
    }

    /// Reads everything that is kept by now.
    package func catchUp() throws(StoreError) -> Loaded {
        // Counted first: what is committed while the rows are read is found at the next look.
        let writes = try writes()
        let loaded = try load(usingSnapshot: true)
        turn.writes = writes
        return loaded
    }

    /// Writes what `decide` says under the write lock, so that nobody comes between the decision and the commit.
    ///
    /// - Parameter decide: Is given what the file holds if another engine has committed since this store last read it.
    package func commit(deciding decide: (Loaded?) throws(StoreError) -> [Change]) throws(StoreError) {
        var writes = turn.writes
        var hasWritten = false
        try database.transaction { () throws(StoreError) in
            var loaded: Loaded?
            if try !isCurrent() {
                writes = try self.writes()
                loaded = try load()
            }
            let changes = try decide(loaded)
            guard !changes.isEmpty else { return }
            try noteFenceChanges(changes)
            try write(changes)
            writes = Self.after(writes)
            try putWrites(writes)
            hasWritten = true
        }
        if hasWritten { endTracking() }
        try endTurn(writes)
    }

    /// The commits of all engines on this file.
    func writes() throws(StoreError) -> Int64 {
        try database.first("SELECT CAST(value AS INTEGER) FROM kv WHERE key = ?", [.text(Self.writesKey)]) {
            (row) throws(StoreError) in try row.integer(0)
        } ?? 0
    }

    func putWrites(_ count: Int64) throws(StoreError) {
        // The key stays in its index as it is: a page less in the log than to put the row in anew.
        try database.execute(
            "INSERT INTO kv (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            [.text(Self.writesKey), .text("\(count)")])
    }

    /// The count that follows one. What is stored may be anything, and only whether it is the same is of interest.
    static func after(_ writes: Int64) -> Int64 { (0..<StoredRange.most).contains(writes) ? writes + 1 : 1 }

    /// Notes a commit of its own, unless it went to a file that was set aside at the same moment.
    func endTurn(_ writes: Int64) throws(StoreError) {
        if database.hasMoved { throw .moved(file: database.file.name) }
        turn.writes = writes
    }

    private func number(_ sql: String) throws(StoreError) -> Int64 {
        try database.first(sql) { (row) throws(StoreError) in try row.integer(0) } ?? 0
    }
}
