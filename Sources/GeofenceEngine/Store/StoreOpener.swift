package import LocationCore

/// Opens a store's file whatever state it is in, or says why it may not be touched now.
///
/// Only a file that can be read and cannot be used is replaced, and it is renamed, never deleted (design,
/// *durability contract* 5; CASE-117, CASE-121). A file that cannot be read yet, written, or locked in time is an
/// error, and stays.
package struct StoreOpener: Sendable {
    /// How a store is opened.
    package struct Options: Sendable {
        /// For each connection that is made.
        package var connection = Database.Options()
        /// Files up to this size, in bytes, are checked from end to end (`quick_check`) each time they are opened.
        /// Damage in a larger one shows when the page is used, as ``StoreError/corrupt(file:detail:)``. A check costs
        /// 3 to 5 ms per MB on a desk, 34,000 fences are 2.3 MB; beyond this size a launch by an event would feel it.
        /// Whether the last process closed the store decides nothing: on a phone none does, and the log is made for it.
        package var checkedBytes: Int64 = 16 << 20
        /// What a store must be good for besides being a sound database; `nil`: nothing.
        var verify: StoreVerification?
        /// Whether a file of an older schema that its own steps do not fit is set aside as damage is. Not while steps are
        /// being written: one that is wrong fails on every file.
        var setsAsideFailedMigrations = false

        package init() {}
    }

    /// A store that is ready, and what it took.
    package struct Opened {
        package let database: Database
        package let opening: StoreOpening
    }

    package let file: StoreFile
    package let schema: StoreSchema
    package let options: Options

    package init(path: String, schema: StoreSchema, options: Options = Options()) {
        precondition(!options.connection.isReadOnly, "a store is opened to be written")
        file = StoreFile(path: path)
        self.schema = schema
        self.options = options
    }

    /// Opens or creates the store. Missing folders are created.
    ///
    /// - Parameter now: Civil time, for the name of a file that is set aside.
    /// - Throws: ``StoreError``; everything that was on disk is still there, under its name unless it was unusable.
    package func open(at now: Timestamp) throws(StoreError) -> Opened {
        try file.createFolder()
        switch try StoreInspection(file: file, schema: schema, options: options).run() {
        case .nothing:
            return Opened(database: try connect(from: 0), opening: .created)
        case .version(let version):
            do throws(StoreError) {
                return try opened(from: version)
            } catch {
                // Writing asks more of a file than reading, and a migration reads every row.
                guard mustGiveUp(error) else { throw error }
                return try openAgain(from: version, at: now)
            }
        case .unusable(let reason):
            return try startOver(reason, at: now)
        }
    }

    private func opened(from version: Int64) throws(StoreError) -> Opened {
        let database = try connect(from: version)
        do throws(StoreError) {
            try options.verify?.check(database)
        } catch {
            database.closeKeepingLog()
            throw error
        }
        return Opened(database: database, opening: version == schema.version ? .opened : .migrated(from: version))
    }

    /// A file that could not be opened for what is in it is tried once more, after a look at the disk. Then it is set
    /// aside: it would fail in the same way for ever.
    private func openAgain(from version: Int64, at now: Timestamp) throws(StoreError) -> Opened {
        try StoreInspection(file: file, schema: schema, options: options).readThrough()
        do throws(StoreError) {
            return try opened(from: version)
        } catch {
            guard mustGiveUp(error) else { throw error }
            return try startOver(.corrupt(detail: error.detail), at: now)
        }
    }

    private func mustGiveUp(_ error: StoreError) -> Bool {
        if case .migrationFailed = error { return options.setsAsideFailedMigrations }
        return error.isAboutContent
    }

    /// Sets the file aside and creates a new one: for an owner that met ``StoreError/corrupt(file:detail:)`` in use
    /// and has closed its connection with ``Database/closeKeepingLog()``.
    package func startOver(_ reason: StoreOpening.Reason, at now: Timestamp) throws(StoreError) -> Opened {
        let name = try file.setAside(reason, at: now)
        return Opened(database: try connect(from: 0), opening: .startedOver(reason: reason, setAside: name))
    }

    private func connect(from version: Int64) throws(StoreError) -> Database {
        if try file.status() == .missing { try file.create() }
        let database = try Database(path: file.path, options: options.connection)
        guard version < schema.version else { return database }
        do throws(StoreError) {
            try migrate(database)
        } catch {
            database.closeKeepingLog()
            throw error
        }
        return database
    }

    /// All steps in one transaction: a crash or a failure leaves the old version, never one in between (CASE-120).
    private func migrate(_ database: Database) throws(StoreError) {
        try database.transaction { () throws(StoreError) in
            // Read under the write lock: another process may have been here since the file was inspected.
            let version =
                try database.first("PRAGMA user_version") { (row) throws(StoreError) in try row.integer(0) } ?? 0
            guard version < schema.version else { return }
            do throws(StoreError) {
                for step in schema.steps[Int(version)...] { try step.run(on: database) }
                try database.execute("PRAGMA application_id = \(schema.applicationID)")
                try database.execute("PRAGMA user_version = \(schema.version)")
            } catch {
                guard case .misuse(_, _, let message) = error else { throw error }
                throw .migrationFailed(file: file.name, from: version, to: schema.version, detail: message)
            }
        }
    }
}
