import Foundation
import GeofenceEngine
import LocationCore
import Testing

/// When the log is folded into the file, and how long it can become.
@Suite struct `Store log` {
    let folder: ScratchFolder
    let store: EngineStore

    init() throws {
        folder = try ScratchFolder()
        store = try Self.open(folder)
        store.rest()
    }

    static func open(_ folder: ScratchFolder) throws -> EngineStore {
        try EngineStore(at: StoreLocation(path: folder.database, survivesPowerLoss: false), now: noon)
    }

    /// What a crossing writes, about: a record, a side, a line.
    static func crossing(_ number: Int, bytes: Int = 500) -> [Change] {
        [
            .standing(ordinal: 1, Standing()),
            .append(
                Record(
                    id: "r\(number)", kind: .transition, fence: "home", transition: "t\(number)",
                    at: noon.adding(milliseconds: Int64(number)), body: .string(String(repeating: "x", count: bytes)))),
            .journal(JournalLine(at: noon, fence: "home", code: .transition, text: "enter \(number)")),
            .value("engine.clock", .integer(Int64(number))),
        ]
    }

    func commit(_ numbers: Range<Int>, bytes: Int = 500) throws {
        for number in numbers { try store.commit(Self.crossing(number, bytes: bytes), isPrecious: true) }
    }

    var logBytes: Int { get throws { try folder.bytes("sample.db-wal").count } }

    @Test func `a commit writes to the log alone; resting brings it into the file`() throws {
        let before = try folder.bytes("sample.db")

        try commit(0..<200)

        #expect(try folder.bytes("sample.db") == before)
        #expect(store.database.foldings == 0)
        #expect(store.wantsRest)
        store.rest()
        #expect(store.database.foldings == 1)
        #expect(store.database.logPages == 1)
        #expect(try folder.bytes("sample.db") != before)
        #expect(store.database.isIdle)
    }

    @Test func `resting begins the log anew, so that the next commit need not`() throws {
        try commit(0..<100)
        let old = try folder.bytes("sample.db-wal").prefix(32)

        store.rest()
        let new = try folder.bytes("sample.db-wal").prefix(32)
        try commit(100..<101)

        #expect(old != new)
        #expect(try folder.bytes("sample.db-wal").prefix(32) == new)
        #expect(try store.count() == 101)
    }

    @Test func `the first rest on a device makes room, and commits then do not lengthen the log`() throws {
        let real = try EngineStore(at: StoreLocation(path: folder.path + "/real.db"), now: noon)
        for number in 0..<3 { try real.commit(Self.crossing(number), isPrecious: true) }
        #expect(real.wantsRest)

        real.rest()
        let room = try folder.bytes("real.db-wal").count
        for number in 3..<23 { try real.commit(Self.crossing(number), isPrecious: true) }

        #expect(room > Database.worthFolding * 4096)
        #expect(try folder.bytes("real.db-wal").count == room)
        #expect(!real.wantsRest)
        #expect(try real.records().map(\.id) == (0..<23).map { "r\($0)" })
        #expect(
            try real.database.first("SELECT count(*) FROM sqlite_master WHERE name = 'space'") {
                (row) throws(StoreError) in try row.integer(0)
            } == 0)
        // The next process finds the room, and all that is in it.
        for name in ["real.db", "real.db-wal"] { try folder.write(try folder.bytes(name), to: "next-\(name)") }
        let next = try EngineStore(at: StoreLocation(path: folder.path + "/next-real.db"), now: noon)
        #expect(!next.database.wantsReserve)
        #expect(try next.records().count == 23)
    }

    @Test func `resting waits for no other writer`() throws {
        try commit(0..<100)
        let other = try Database(path: folder.database)
        try other.transaction(.normal) { () throws(StoreError) in
            try other.execute("INSERT INTO kv (key, value) VALUES ('other', '1')")

            // Its patience for commits is five seconds.
            let begin = ContinuousClock.now
            store.rest()

            #expect(begin.duration(to: .now) < .seconds(4))
        }

        #expect(store.database.isIdle)
        #expect(try store.load().values["other"] == 1)
    }

    @Test func `a log that is not worth it is left alone`() throws {
        try commit(0..<5)
        #expect(store.database.logPages > 0)

        store.rest()

        #expect(!store.wantsRest)
        #expect(store.database.foldings == 0)
    }

    @Test func `the log's space is used again`() throws {
        for round in 0..<10 {
            try commit(round * 100..<(round + 1) * 100)
            store.rest()
        }

        // 256 pages, a hundred commits of some nine, and a header each.
        #expect(try logBytes < (Database.worthFolding + 1000) * 4120)
        #expect(store.database.foldings == 10)
        #expect(try store.count() == 1000)
    }

    @Test func `where nobody ever rests the log stays within its bound`() throws {
        try commit(0..<400, bytes: 60_000)

        #expect(store.database.foldings > 0)
        #expect(try logBytes < (Database.longestLog + 100) * 4120)
        #expect(try store.count() == 400)
    }

    @Test func `a reader that stays makes nobody wait, and when it has gone the log shrinks again`() throws {
        var options = Database.Options()
        options.isReadOnly = true
        let reader = try Database(path: folder.database, options: options)

        _ = try reader.query("SELECT count(*) FROM kv") { (_) throws(StoreError) in
            do {
                try commit(0..<150, bytes: 60_000)
                store.rest()
                #expect(store.wantsRest)
                #expect(try logBytes > 8 << 20)
            } catch {
                Issue.record(error)
            }
        }
        store.rest()
        try commit(150..<151)

        #expect(store.database.logPages < Database.worthFolding)
        #expect(try logBytes <= 4 << 20)
        #expect(try store.count() == 151)
        #expect(
            try reader.first("SELECT count(*) FROM locations") { (row) throws(StoreError) in try row.integer(0) } == 151
        )
    }

    @Test func `folding that ends anywhere loses nothing`() throws {
        try commit(0..<100)
        let log = try folder.bytes("sample.db-wal")
        let before = try folder.bytes("sample.db")
        store.rest()
        let after = try folder.bytes("sample.db")
        let pages = after.count / 4096

        for written in stride(from: 0, through: pages, by: 7) {
            let dead = try ScratchFolder()
            try dead.write(after.prefix(written * 4096) + before.dropFirst(written * 4096), to: "sample.db")
            try dead.write(log, to: "sample.db-wal")

            let next = try Self.open(dead)

            #expect(next.opening == .opened)
            #expect(try next.records().map(\.id) == (0..<100).map { "r\($0)" })
        }
    }

    @Test func `another connection's short commit does not fold the log`() throws {
        try commit(0..<100)
        let before = try folder.bytes("sample.db")
        let notes = CallNotes(in: StoreLocation(path: folder.database, survivesPowerLoss: false), prefix: "call.")

        _ = try notes.add("x", id: "1")

        #expect(try folder.bytes("sample.db") == before)
    }

    @Test func `the journal is cut now and then, and at a process's first lines`() throws {
        let lines = { (count: Int) in
            (0..<count).map { Change.journal(JournalLine(at: noon, fence: nil, code: .slice, text: "\($0)")) }
        }
        try store.commit(lines(3000), isPrecious: false)
        #expect(try store.journal(about: nil, limit: 9999).count == EngineStore.journalLimit)
        for _ in 0..<64 { try store.commit(lines(4), isPrecious: false) }
        #expect(try store.journal(about: nil, limit: 9999).count == EngineStore.journalLimit + 256)

        try store.commit(lines(1), isPrecious: false)
        #expect(try store.journal(about: nil, limit: 9999).count == EngineStore.journalLimit)
        try store.commit(lines(200), isPrecious: false)
        store.close()
        let next = try Self.open(folder)
        try next.commit(lines(1), isPrecious: false)

        #expect(try next.journal(about: nil, limit: 9999).count == EngineStore.journalLimit)
    }

    @Test func `what a later change of the same commit gives anew is written once, and last`() throws {
        var inside = Standing()
        inside.side = .inside
        let changes: [Change] = (0..<9).flatMap { number -> [Change] in
            [
                .value("a", .integer(Int64(number))), .standing(ordinal: 1, number == 8 ? nil : inside),
                .standing(ordinal: 2, number == 8 ? inside : Standing()),
            ]
        }
        try store.commit(changes + [.value("b", nil)], isPrecious: false)

        let loaded = try store.load()

        #expect(loaded.values["a"] == 8)
        #expect(loaded.durable.standings == [2: inside])
    }

    @Test func `a bound on records counts records and not the places of those that have gone`() throws {
        try commit(0..<10)
        try store.commit((2..<9).map { .removeRecord("r\($0)") }, isPrecious: false)

        try store.commit([.trimRecords(most: 3, before: nil)], isPrecious: false)
        #expect(try store.records().map(\.id) == ["r0", "r1", "r9"])
        try store.commit([.trimRecords(most: 2, before: nil)], isPrecious: false)

        #expect(try store.records().map(\.id) == ["r1", "r9"])
    }

    @Test func `CASE-120 a file of the first version is brought forward with all it holds`() throws {
        let transitions = ["a", "b"].map {
            Transition(
                id: $0, kind: .enter, fence: CoreBench.fence("home"), at: noon, evidence: .regionCrossing,
                position: nil, person: nil, stay: nil, odometer: 0)
        }
        let announced = transitions.map { Announced(id: $0.id, transition: $0, records: []) }
        let record = Record(
            id: "r1", kind: .transition, fence: "home", transition: "a", at: noon, body: .null, isWaiting: true)
        try store.commit(
            [.append(record), .announce(announced[0]), .announce(announced[1])]
                + (0..<3).map { Change.journal(JournalLine(at: noon, fence: "home", code: .side, text: "\($0)")) },
            isPrecious: true)
        try store.database.execute(
            "INSERT INTO waiting (id, until, body) VALUES ('a', 5, ?)", [.text(transitions[0].json.text)])
        try store.database.transaction { () throws(StoreError) in try store.database.execute(script: Self.asVersion1) }
        store.close()

        let next = try Self.open(folder)

        #expect(next.opening == .migrated(from: 1))
        let loaded = try next.load()
        #expect(loaded.losses.isEmpty)
        #expect(loaded.durable.announced.map(\.id) == ["a", "b"])
        #expect(loaded.durable.waiting.map { $0.records.map { $0.id } } == [["r1"]])
        #expect(try next.journal(about: "home", limit: 9).map(\.text) == ["2", "1", "0"])
        try next.commit([.told(["a"]), .announce(announced[0])], isPrecious: true)
        #expect(try next.load().durable.announced.map(\.id) == ["b", "a"])
        #expect(try Self.open(folder).opening == .opened)
    }

    /// Puts the tables that were changed since back into the form they had.
    private static let asVersion1 = """
        DROP TABLE fence_snapshot;
        DROP TABLE fence_changes;
        DROP INDEX locations_waiting;
        CREATE INDEX locations_by_transition ON locations (transition_id);
        ALTER TABLE announcements RENAME TO old_announcements;
        CREATE TABLE announcements (
            position INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL
        ) STRICT;
        INSERT INTO announcements SELECT * FROM old_announcements;
        DROP TABLE old_announcements;
        ALTER TABLE journal RENAME TO old_journal;
        CREATE TABLE journal (
            id INTEGER PRIMARY KEY AUTOINCREMENT, at_ms INTEGER NOT NULL, identifier TEXT, code TEXT NOT NULL,
            text TEXT NOT NULL
        ) STRICT;
        INSERT INTO journal SELECT * FROM old_journal;
        DROP TABLE old_journal;
        PRAGMA user_version = 1;
        """
}
