/// Looks at a file before anything may change it.
///
/// A read-only connection never folds the log into the file, so a file that will be set aside keeps its bytes.
struct StoreInspection {
    enum Finding: Hashable {
        case nothing
        case version(Int64)
        case unusable(StoreOpening.Reason)
    }

    let file: StoreFile
    let schema: StoreSchema
    let options: StoreOpener.Options

    /// Looks, and looks again where there seems to be no store: what the disk could not read is no damage.
    ///
    /// - Throws: ``StoreError`` for what could not be read; it is to be tried again.
    func run() throws(StoreError) -> Finding {
        let finding = try lookOnce()
        if case .version = finding { return finding }
        guard case .regular(let bytes) = try file.status(), bytes >= 512 else { return finding }
        try readThrough()
        return try lookOnce()
    }

    /// Reads the whole file once; a disk that fails shows there.
    func readThrough() throws(StoreError) {
        var connection = options.connection
        connection.faults = nil
        connection.usesLog = false
        connection.isReadOnly = true
        let database = try Database(path: file.path, options: connection)
        defer { database.close() }
        try database.readThrough()
    }

    private func lookOnce() throws(StoreError) -> Finding {
        let bytes: Int64
        switch try file.status() {
        case .other: throw .notAFile(file: file.name)
        case .missing: bytes = 0
        case .regular(let size): bytes = size
        }
        guard bytes > 0 else {
            // SQLite deletes a log whose file is empty; what is in it may be all that is left.
            return try hasLog("-wal")
                ? .unusable(.corrupt(detail: "the file is empty and its log is not")) : .nothing
        }
        // The smallest page. SQLite takes some shorter files for empty ones and writes over them.
        guard bytes >= 512 else { return .unusable(.corrupt(detail: "it has \(bytes) bytes, no database has")) }
        do throws(StoreError) {
            return try look(bytes)
        } catch {
            switch error {
            case .corrupt(_, let detail): return .unusable(.corrupt(detail: detail))
            // The questions are fixed, so it is the file that makes one of them wrong (a format that does not exist).
            case .misuse(_, _, let message), .badValue(_, _, _, let message):
                return .unusable(.corrupt(detail: message))
            default: throw error
            }
        }
    }

    private func look(_ bytes: Int64) throws(StoreError) -> Finding {
        var connection = options.connection
        connection.faults = nil
        // A rollback journal left by a killed process can only be played back by a connection that may write.
        connection.usesLog = false
        connection.isReadOnly = try !hasLog("-journal")
        let database = try Database(path: file.path, options: connection)
        defer { database.close() }

        let identity = try number("PRAGMA application_id", database)
        let version = try number("PRAGMA user_version", database)
        let tables = try number("SELECT count(*) FROM sqlite_master", database)
        if identity == 0, version == 0, tables == 0 { return .nothing }
        if identity != Int64(schema.applicationID) {
            return .unusable(.foreign(detail: "its application id is \(identity), not \(schema.applicationID)"))
        }
        if version > schema.version { return .unusable(.newerSchema(found: version, known: schema.version)) }
        if version < 0 { return .unusable(.corrupt(detail: "its schema version is \(version)")) }
        if bytes <= options.checkedBytes {
            let complaints = try database.query("PRAGMA quick_check(1)") { (row) throws(StoreError) in try row.text(0) }
            if complaints != ["ok"] {
                let complaint = complaints.first ?? "no answer"
                if let failure = database.readFailure(in: complaint) { throw failure }
                return .unusable(.corrupt(detail: complaint))
            }
        }
        return .version(version)
    }

    private func hasLog(_ ending: String) throws(StoreError) -> Bool {
        switch try file.sidecar(ending).status() {
        case .regular(let bytes): bytes > 0
        case .missing, .other: false
        }
    }

    private func number(_ sql: String, _ database: Database) throws(StoreError) -> Int64 {
        try database.first(sql) { (row) throws(StoreError) in try row.integer(0) } ?? 0
    }
}
