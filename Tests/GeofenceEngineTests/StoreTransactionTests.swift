import Foundation
import GeofenceEngine
import LocationCore
import Testing

@Suite struct `Store transactions` {
    let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    @Test func `an error undoes all of a transaction`() throws {
        let database = try Sample.open(folder).database
        try Sample.add(["before"], to: database)

        #expect(throws: StoreError.readOnly(file: "x")) {
            try database.transaction { () throws(StoreError) in
                try Sample.add(["a", "b"], to: database)
                throw .readOnly(file: "x")
            }
        }

        #expect(try Sample.ids(database) == ["before"])
        try Sample.add(["after"], to: database)
        #expect(try Sample.ids(database) == ["before", "after"])
    }

    @Test func `a repeated id undoes the whole bulk`() throws {
        let database = try Sample.open(folder).database

        let problem = #expect(throws: StoreError.self) { try Sample.add(["a", "b", "a"], to: database) }

        guard case .misuse(_, let code, _) = problem else { Issue.record("got \(String(describing: problem))"); return }
        #expect(code == 2067)  // SQLITE_CONSTRAINT_UNIQUE
        #expect(try Sample.ids(database).isEmpty)
    }

    @Test func `a transaction that SQLite undid cannot be half applied`() throws {
        let database = try Sample.open(folder).database

        #expect(throws: StoreError.self) {
            try database.transaction { () throws(StoreError) in
                try Sample.add(["a"], to: database)
                do throws(StoreError) {
                    try database.execute("INSERT OR ROLLBACK INTO fences (id, radius) VALUES ('a', 1)")
                } catch {
                    try Sample.add(["b"], to: database)
                }
            }
        }
        #expect(throws: StoreError.self) {
            try database.transaction { () throws(StoreError) in
                try Sample.add(["a"], to: database)
                _ = try? database.execute("INSERT OR ROLLBACK INTO fences (id, radius) VALUES ('a', 1)")
                _ = try? database.execute("INSERT INTO fences (id, radius) VALUES ('b', 1)")
            }
        }
        #expect(throws: StoreError.self) {
            try database.transaction { () throws(StoreError) in
                try Sample.add(["a"], to: database)
                _ = try? database.execute("INSERT OR ROLLBACK INTO fences (id, radius) VALUES ('a', 1)")
            }
        }
        #expect(throws: StoreError.self) {
            try database.transaction { () throws(StoreError) in try database.execute(script: "COMMIT") }
        }

        #expect(try Sample.ids(database).isEmpty)
        #expect(database.isIdle)
    }

    @Test func `a disk that is really full is told, and what was there stays usable`() throws {
        let database = try Sample.open(folder).database
        try Sample.add(["before"], to: database)
        _ = try database.query("PRAGMA max_page_count = 12") { (row) throws(StoreError) in try row.integer(0) }

        #expect(throws: StoreError.full(file: "sample.db")) {
            try Sample.add((0..<5_000).map { "n\($0)" }, to: database)
        }

        #expect(try Sample.ids(database) == ["before"])
        #expect(database.isIdle)
        _ = try database.query("PRAGMA max_page_count = 10000") { (row) throws(StoreError) in try row.integer(0) }
        try Sample.add((0..<5_000).map { "n\($0)" }, to: database)
        #expect(try Sample.ids(database).count == 5_001)
    }

    @Test func `a commit that fails by itself is undone`() throws {
        let database = try Sample.open(folder).database
        try database.transaction { () throws(StoreError) in
            try database.execute(
                script: """
                    CREATE TABLE owners (id TEXT PRIMARY KEY);
                    CREATE TABLE owned (owner TEXT REFERENCES owners DEFERRABLE INITIALLY DEFERRED);
                    """)
        }

        #expect(throws: StoreError.self) {
            try database.transaction { () throws(StoreError) in
                try Sample.add(["a"], to: database)
                try database.execute("INSERT INTO owned VALUES ('nobody')")
            }
        }

        #expect(try Sample.ids(database).isEmpty)
        #expect(database.isIdle)
    }

    @Test(arguments: [
        (StoreFaults.Failure.full, StoreError.full(file: "sample.db")),
        (.readOnly, .readOnly(file: "sample.db")),
        (.busy, .busy(file: "sample.db", waitedMilliseconds: 0)),
        (.notReadableYet, .notReadableYet(file: "sample.db")),
        (.io, .io(file: "sample.db", code: 10, message: "simulated failure")),
        (.corrupt, .corrupt(file: "sample.db", detail: "simulated damage")),
    ])
    func `a simulated failure undoes the commit it meets and no other`(
        _ failure: StoreFaults.Failure, _ error: StoreError
    ) throws {
        // Commit 1 is the schema.
        let faults = StoreFaults { number in number == 3 ? .fail(failure) : .proceed }
        let database = try Sample.open(folder, faults: faults).database
        try Sample.add(["a"], to: database)

        #expect(throws: error) { try Sample.add(["b"], to: database) }
        try Sample.add(["c"], to: database)

        #expect(try Sample.ids(database) == ["a", "c"])
    }

    @Test func `CASE-049 a crash at any commit leaves a state that a run without it could have had`() throws {
        for crash in 2...5 {
            for verdict in [StoreFaults.Verdict.crashBeforeCommit, .crashAfterCommit] {
                let folder = try ScratchFolder()
                let database = try Sample.open(
                    folder, faults: StoreFaults { number in number == crash ? verdict : .proceed }
                ).database
                var told = 0
                do throws(StoreError) {
                    for owner in ["A", "B", "C", "D"] {
                        try database.transaction { () throws(StoreError) in
                            try database.execute(
                                "INSERT INTO marks VALUES ('owner', ?) ON CONFLICT DO UPDATE SET owner = excluded.owner",
                                [.text(owner)])
                            try database.execute("INSERT INTO marks VALUES (?, ?)", [.text(owner), .text(owner)])
                        }
                        told += 1
                    }
                } catch {
                    #expect(error == .interrupted(file: "sample.db", committed: verdict == .crashAfterCommit))
                }
                #expect(throws: StoreError.self) { try Sample.ids(database) }

                let reopened = try Sample.open(folder)

                let marks = try reopened.database.query("SELECT owner FROM marks ORDER BY rowid") {
                    (row) throws(StoreError) in try row.text(0)
                }
                let kept = Array(["A", "B", "C", "D"].prefix(verdict == .crashAfterCommit ? told + 1 : told))
                #expect(told == crash - 2)
                #expect(reopened.opening == .opened)
                #expect(marks == kept.suffix(1) + kept)
            }
        }
    }

    @Test func `CASE-115 another connection's lock is waited for`() throws {
        var patient = Sample.options()
        patient.connection.busyTimeoutMilliseconds = 60_000
        let database = try StoreOpener(path: folder.database, schema: Sample.second, options: patient).open(at: noon)
            .database
        let other = try Database(path: folder.database, options: Sample.options().connection)
        let isLocked = DispatchSemaphore(value: 0)
        // Handed to the thread whole; nothing else refers to it.
        nonisolated(unsafe) let lent = other
        let holder = Thread {
            try? lent.transaction { () throws(StoreError) in
                isLocked.signal()
                try Sample.add((0..<20_000).map { "other\($0)" }, to: lent)
            }
        }
        holder.start()
        isLocked.wait()

        try Sample.add(["mine"], to: database)

        #expect(try Sample.ids(database).count == 20_001)
        #expect(try Sample.ids(database).last == "mine")
    }

    @Test func `CASE-115 a lock that stays is an error that loses nothing`() throws {
        let database = try Sample.open(folder).database
        let other = try Database(path: folder.database, options: Sample.options().connection)

        try other.transaction { () throws(StoreError) in
            #expect(throws: StoreError.busy(file: "sample.db", waitedMilliseconds: 0)) {
                try Sample.add(["a"], to: database)
            }
            #expect(try Sample.ids(database).isEmpty)
        }

        try Sample.add(["a"], to: database)
        #expect(try Sample.ids(database) == ["a"])
        #expect(Database.Options().busyTimeoutMilliseconds == 5_000)
    }

    @Test func `each transaction chooses what it survives`() throws {
        let real = try Database(path: folder.path + "/real.db")
        let simulated = try Database(path: folder.path + "/simulated.db", options: Sample.options().connection)
        func level(_ database: Database, _ durability: Durability) throws -> Int64? {
            try database.transaction(durability) { () throws(StoreError) in
                try database.first("PRAGMA synchronous") { (row) throws(StoreError) in try row.integer(0) }
            }
        }

        // SQLite's numbers: 0 off, 1 normal, 2 full.
        #expect(try level(real, .full) == 2)
        #expect(try level(real, .normal) == 1)
        #expect(try level(real, .full) == 2)
        #expect(try level(simulated, .full) == 0)
        #expect(try level(simulated, .normal) == 0)
    }
}
