import Foundation
import GeofenceEngine
import LocationCore
import Testing

@Suite struct `Store values` {
    let folder: ScratchFolder
    let database: Database

    init() throws {
        folder = try ScratchFolder()
        database = try Sample.open(folder).database
        try database.execute("CREATE TABLE anything (value)")
    }

    @Test(arguments: [
        "", " ", "a\0b", "\0", "7", "007", " 7", "7 ", "a:b", "a;b", "a/b", "O'Brien", "\"q\"", "%_", "HOME", "home",
        "🏠", "בית", "e\u{301}", "\u{E9}", "\u{FEFF}x", "\u{FFFD}", String(repeating: "ż", count: 100_000),
    ])
    func `text comes back byte for byte`(_ text: String) throws {
        try database.execute("INSERT INTO anything VALUES (?)", [.text(text)])

        let found = try database.first("SELECT value FROM anything WHERE value = ?", [.text(text)]) {
            (row) throws(StoreError) in try row.text(0)
        }

        #expect(found.map { Array($0.utf8) } == Array(text.utf8))
    }

    @Test func `CASE-057 ids with awkward characters stay apart`() throws {
        let ids = [
            "7", "007", " 7", "7 ", "a:b", "a;b", "a/b", "O'Brien", "\"q\"", "%_", "HOME", "home", "🏠", "בית",
            "e\u{301}", "\u{E9}", "a", "a\0", "a\0b",
        ]
        try Sample.add(ids, to: database)

        try database.execute("DELETE FROM fences WHERE id = ?", [.text("HOME")])

        let left = try Sample.ids(database).map { Array($0.utf8) }
        #expect(left == ids.filter { $0 != "HOME" }.map { Array($0.utf8) })
    }

    @Test(arguments: [
        0.1, 52.2297, -0.0, .leastNonzeroMagnitude, 1.7976931348623157e308, .infinity, -.infinity,
        9_007_199_254_740_992,
        1,
    ])
    func `CASE-062 a double keeps its bits`(_ number: Double) throws {
        try database.execute("INSERT INTO anything VALUES (?)", [.real(number)])

        let found = try database.first("SELECT value FROM anything") { (row) throws(StoreError) in try row.real(0) }

        #expect(found?.bitPattern == number.bitPattern)
    }

    @Test func `a real column keeps every double but the sign of zero`() throws {
        try database.execute("CREATE TABLE reals (value REAL NOT NULL)")
        let numbers = [0.1, 52.2297, .leastNonzeroMagnitude, .infinity, 1, 1e15, -0.0]
        try database.execute("INSERT INTO reals VALUES (?)", each: numbers) { [.real($0)] }

        let found = try database.query("SELECT value FROM reals") { (row) throws(StoreError) in try row.real(0) }

        #expect(found == numbers)
        #expect(found.dropLast().map(\.bitPattern) == numbers.dropLast().map(\.bitPattern))
    }

    @Test(arguments: [Int64.min, -1, 0, 1, Int64.max])
    func `an integer keeps its 64 bits`(_ number: Int64) throws {
        try database.execute("INSERT INTO anything VALUES (?)", [.integer(number)])

        #expect(
            try database.first("SELECT value FROM anything") { (row) throws(StoreError) in try row.integer(0) }
                == number)
    }

    @Test(arguments: [[], [0], [0, 255, 0], Array(repeating: 7, count: 70_000)] as [[UInt8]])
    func `bytes come back, none of them as null`(_ bytes: [UInt8]) throws {
        try database.execute("INSERT INTO anything VALUES (?)", [.blob(bytes)])

        #expect(
            try database.first("SELECT value FROM anything") { (row) throws(StoreError) in try row.blob(0) } == bytes)
    }

    @Test func `null is read as nothing and never as a value`() throws {
        try database.execute("INSERT INTO anything VALUES (?)", [SQLValue(nil as String?)])

        let isNothing = try database.query("SELECT value FROM anything") { (row) throws(StoreError) in
            let text = try row.textIfAny(0)
            let integer = try row.integerIfAny(0)
            let real = try row.realIfAny(0)
            let blob = try row.blobIfAny(0)
            return [row.isNull(0), text == nil, integer == nil, real == nil, blob == nil]
        }
        #expect(isNothing == [[true, true, true, true, true]])
        let problem = #expect(throws: StoreError.self) {
            try database.query("SELECT value FROM anything") { (row) throws(StoreError) in try row.text(0) }
        }
        #expect(problem == .badValue(file: "sample.db", column: "value", expected: "text", found: "null"))
    }

    @Test func `NaN is refused, not stored as null`() throws {
        #expect(throws: StoreError.self) { try database.execute("INSERT INTO anything VALUES (?)", [.real(.nan)]) }

        #expect(
            try database.first("SELECT count(*) FROM anything") { (row) throws(StoreError) in try row.integer(0) } == 0)
    }

    @Test func `one bad row costs itself`() throws {
        try database.execute("INSERT INTO anything VALUES ('good'), (CAST(x'ff41' AS TEXT)), (3), ('also good')")

        let texts = try database.query("SELECT value FROM anything ORDER BY rowid") {
            (row) throws(StoreError) -> String? in
            do throws(StoreError) {
                return try row.text(0)
            } catch {
                guard case .badValue = error else { throw error }
                return nil
            }
        }

        #expect(texts == ["good", nil, nil, "also good"])
    }

    @Test(arguments: [(0, false), (1, true), (2, nil)] as [(Int64, Bool?)])
    func `a flag is 0 or 1`(_ stored: Int64, _ flag: Bool?) throws {
        let read = try? database.first("SELECT ?", [.integer(stored)]) { (row) throws(StoreError) in try row.flag(0) }

        #expect(read == flag)
    }

    @Test func `a statement may run inside the rows of the same statement`() throws {
        try Sample.add(["a", "b"], to: database)

        let pairs = try database.query("SELECT id FROM fences ORDER BY ordinal") { (row) throws(StoreError) in
            let others = try Sample.ids(database)
            return try row.text(0) + others.joined()
        }

        #expect(pairs == ["aab", "bab"])
    }

    @Test func `CASE-118 nothing is open when idle`() throws {
        try Sample.add((0..<5_000).map { "n\($0)" }, to: database)
        _ = try database.first("SELECT id FROM fences") { (row) throws(StoreError) in try row.text(0) }
        _ = try? database.query("SELECT id FROM fences") { (row) throws(StoreError) in try row.integer(0) }
        _ = try? Sample.add(["x", "n1"], to: database)

        #expect(database.isIdle)
        try database.transaction { () throws(StoreError) in #expect(!database.isIdle) }
        #expect(database.isIdle)
    }

    // iOS starts no other process, so there are no exit tests there.
    #if !os(iOS)
        @Test func `a wrong count of values, a nested transaction and a closed database are programmers' mistakes`()
            async
        {
            await #expect(processExitsWith: .failure) {
                try Sample.open(ScratchFolder()).database.execute("DELETE FROM fences WHERE id = ?")
            }
            await #expect(processExitsWith: .failure) {
                let database = try Sample.open(ScratchFolder()).database
                try database.transaction { () throws(StoreError) in
                    try database.transaction { () throws(StoreError) in }
                }
            }
            await #expect(processExitsWith: .failure) {
                let database = try Sample.open(ScratchFolder()).database
                database.close()
                _ = try Sample.ids(database)
            }
        }
    #endif
}
