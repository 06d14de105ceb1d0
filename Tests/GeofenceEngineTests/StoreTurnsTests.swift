import Foundation
import GeofenceEngine
import LocationCore
import Testing

/// Two connections that write one file in turns.
@Suite struct `Two writers of one store` {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func open() throws -> EngineStore {
        let store = try EngineStore(
            at: StoreLocation(path: folder.database, survivesPowerLoss: false), now: noon)
        _ = try store.load()
        return store
    }

    private func value(_ key: String, _ value: JSONValue) -> [Change] { [.value(key, value)] }

    private func kept(_ key: String) throws -> JSONValue? { try open().load().values[key] }

    @Test func `an overtaken commit writes nothing and says so`() throws {
        let first = try open()
        let second = try open()
        try first.commit(value("a", 1), isPrecious: true)

        #expect(throws: StoreError.overtaken(file: "sample.db")) {
            try second.commit(value("a", 2) + value("b", 2), isPrecious: true)
        }

        #expect(try kept("a") == 1)
        #expect(try kept("b") == nil)
        try first.commit(value("a", 3), isPrecious: false)
        #expect(try kept("a") == 3)
    }

    @Test func `what is decided under the lock stands on what the other has written`() throws {
        let first = try open()
        let second = try open()
        try first.commit(value("a", 1), isPrecious: true)
        var given: [JSONValue?] = []

        for number in 2...3 {
            try second.commit { (loaded) throws(StoreError) in
                given.append(loaded?.values["a"])
                return [.value("b", .integer(Int64(number)))]
            }
        }

        #expect(given == [1, nil])
        #expect(try kept("b") == 3)
        #expect(throws: StoreError.overtaken(file: "sample.db")) { try first.commit(value("a", 4), isPrecious: true) }
    }

    @Test func `notes of calls and rows of the log overtake nobody`() throws {
        let store = try open()
        let other = try open()
        let notes = CallNotes(
            in: StoreLocation(path: folder.database, survivesPowerLoss: false), prefix: "a.call.")

        let key = try #require(try notes.add(7, id: "x"))
        try other.appendLog(
            at: noon, level: 1, source: "s", event: "e", message: nil, data: nil, keepsDays: 1)
        try store.commit(value("a", 1), isPrecious: true)

        #expect(try kept("a") == 1)
        #expect(try kept(key) == 7)
    }

    @Test func `a file that another has set aside gets nothing more`() throws {
        let store = try open()
        try store.commit(value("a", 1), isPrecious: true)
        let aside = try StoreFile(path: folder.database).setAside(.corrupt(detail: "a test"), at: noon)
        let fresh = try open()

        #expect(throws: StoreError.moved(file: "sample.db")) { try store.commit(value("a", 2), isPrecious: true) }

        try fresh.commit(value("b", 1), isPrecious: true)
        store.close()
        #expect(try kept("a") == nil)
        #expect(try kept("b") == 1)
        let old = try Database(path: folder.path + "/" + aside)
        let left = try old.first("SELECT value FROM kv WHERE key = 'a'") { (row) throws(StoreError) in try row.text(0) }
        #expect(left == "1")
    }

    @Test func `a file that a later version has taken over gets nothing more`() throws {
        let store = try open()
        let later = try Database(path: folder.database)
        try later.transaction { () throws(StoreError) in
            try later.execute("PRAGMA user_version = 7")
            try later.execute(script: "ALTER TABLE journal ADD COLUMN mood TEXT")
        }

        #expect(throws: StoreError.newerSchema(file: "sample.db", found: 7, known: 3)) {
            try store.commit(value("a", 1), isPrecious: true)
        }

        let count = try later.first("SELECT count(*) FROM kv WHERE key = 'a'") { (row) throws(StoreError) in
            try row.integer(0)
        }
        #expect(count == 0)
    }

    @Test func `CASE-115 behind a lock of another process a commit waits and then finds itself overtaken`() throws {
        let store = try open()
        let other = try open()
        let isLocked = DispatchSemaphore(value: 0)
        // Handed to the thread whole; nothing else refers to it.
        nonisolated(unsafe) let lent = other
        Thread {
            try? lent.commit { (_) throws(StoreError) in
                isLocked.signal()
                return (0..<20_000).map { .value("other\($0)", .integer(Int64($0))) }
            }
        }.start()
        isLocked.wait()

        #expect(throws: StoreError.overtaken(file: "sample.db")) { try store.commit(value("a", 1), isPrecious: true) }

        try store.commit { (loaded) throws(StoreError) in value("count", .integer(Int64(loaded?.values.count ?? 0))) }
        #expect(try kept("count") == 20_001)
    }

    @Test func `CASE-118 between two turns nothing is locked`() throws {
        let store = try open()
        let other = try Database(path: folder.database, options: Sample.options().connection)

        try store.commit(value("a", 1), isPrecious: true)
        #expect(throws: Never.self) { try other.transaction { () throws(StoreError) in } }
        try store.commit { (_) throws(StoreError) in value("a", 2) }
        #expect(throws: Never.self) { try other.transaction { () throws(StoreError) in } }
        #expect(try store.isCurrent())
        #expect(throws: Never.self) { try other.transaction { () throws(StoreError) in } }
    }
}
