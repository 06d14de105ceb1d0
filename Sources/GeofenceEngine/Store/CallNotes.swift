package import LocationCore

/// Notes about calls, put into an engine's file before the calls return.
///
/// An engine works through calls in their turn, and a process can end before that. A note is in the file when
/// ``add(_:id:)`` returns. The adapter removes it in the commit that makes it superfluous, and takes the notes of an
/// earlier process again when it starts. It has a connection of its own for as long as one note takes, so that it waits
/// for no actor; SQLite keeps the two connections apart.
package struct CallNotes: Sendable {
    private let location: StoreLocation
    private let prefix: String

    /// - Parameter prefix: What the keys of notes begin with, among the adapter's own values.
    package init(in location: StoreLocation, prefix: String) {
        self.location = location
        self.prefix = prefix
    }

    /// Adds a note behind those that are there, and returns the key under which it is kept.
    ///
    /// - Parameter id: Makes the key a name that is never used again.
    /// - Returns: `nil` when there is no file yet: the engine is about to create it.
    /// - Throws: ``StoreError`` when nothing was kept.
    package func add(_ note: JSONValue, id: String) throws(StoreError) -> String? {
        let file = StoreFile(path: location.path)
        guard case .regular(let bytes) = try file.status(), bytes > 0 else { return nil }
        var options = Database.Options()
        options.medium = location.survivesPowerLoss ? .device : .process
        let database = try Database(path: location.path, options: options)
        defer { database.close() }
        // A file of another version is the engine's to judge.
        let version = try database.first("PRAGMA user_version") { (row) throws(StoreError) in try row.integer(0) }
        guard version == Int64(EngineSchema.schema.version) else { return nil }
        if case .fail(let failure) = location.faults?.beforeCommit(0) { throw failure.error(file: file, waited: 0) }
        return try database.transaction { () throws(StoreError) in
            let last = try database.first(
                "SELECT max(substr(key, ?, 9)) FROM kv WHERE substr(key, 1, ?) = ?",
                [.integer(Int64(prefix.utf8.count + 1)), .integer(Int64(prefix.utf8.count)), .text(prefix)]
            ) { (row) throws(StoreError) in try row.textIfAny(0) }
            let number = (last.flatMap { $0 }.flatMap { Int($0) } ?? 0) + 1
            let digits = "\(number)"
            let key = prefix + String(repeating: "0", count: max(0, 9 - digits.count)) + digits + "." + id
            try database.execute("INSERT INTO kv (key, value) VALUES (?, ?)", [.text(key), .text(note.text)])
            return key
        }
    }
}
