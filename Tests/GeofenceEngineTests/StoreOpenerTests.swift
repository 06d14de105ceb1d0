import Foundation
import GeofenceEngine
import LocationCore
import Testing

@Suite struct `Store opening` {
    let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    @Test func `nothing, an empty file and a missing folder become a new store`() throws {
        #expect(try Sample.open(folder).opening == .created)

        let empty = try ScratchFolder()
        try empty.write(Data(), to: "sample.db")
        #expect(try Sample.open(empty).opening == .created)

        let deep = folder.path + "/not/there/yet/sample.db"
        let opened = try StoreOpener(path: deep, schema: Sample.second, options: Sample.options()).open(at: noon)
        #expect(opened.opening == .created)
        try Sample.add(["a"], to: opened.database)
        #expect(try Sample.ids(opened.database) == ["a"])
    }

    @Test func `a store that was left is found again`() throws {
        let first = try Sample.open(folder)
        try Sample.add(["a", "b"], to: first.database)
        first.database.close()

        let second = try Sample.open(folder)

        #expect(second.opening == .opened)
        #expect(try Sample.ids(second.database) == ["a", "b"])
    }

    @Test func `CASE-120 an older schema is brought forward with all it holds`() throws {
        let old = try Sample.open(folder, Sample.first)
        try Sample.add(["a", "b"], to: old.database)
        old.database.close()

        let new = try Sample.open(folder)

        #expect(new.opening == .migrated(from: 1))
        #expect(try Sample.ids(new.database) == ["a", "b"])
        try new.database.execute("UPDATE fences SET extras = '{}'")
        new.database.close()
        #expect(try Sample.open(folder).opening == .opened)
    }

    @Test func `CASE-120 a migration that fails, or is killed, leaves the old version whole`() throws {
        let old = try Sample.open(folder, Sample.first)
        try Sample.add(["a"], to: old.database)
        old.database.close()
        let broken = StoreSchema(
            applicationID: Sample.identity, steps: [Sample.makeFences, Sample.addExtras, Sample.breakOff])

        let failed = #expect(throws: StoreError.self) { try Sample.open(folder, broken) }
        #expect(failed == .migrationFailed(file: "sample.db", from: 1, to: 3, detail: "no such table: missing"))
        for verdict in [StoreFaults.Verdict.crashBeforeCommit, .fail(.full)] {
            #expect(throws: StoreError.self) { try Sample.open(folder, faults: StoreFaults { _ in verdict }) }
        }

        let again = try Sample.open(folder, Sample.first)
        #expect(again.opening == .opened)
        #expect(try Sample.ids(again.database) == ["a"])
        again.database.close()
        #expect(try Sample.open(folder).opening == .migrated(from: 1))
        #expect(try folder.names().filter { !$0.hasPrefix("sample.db") || $0.contains("Z") }.isEmpty)
    }

    @Test func `CASE-121 a newer file is kept for the newer version`() throws {
        let future = StoreSchema(
            applicationID: Sample.identity,
            steps: Array(repeating: Sample.doNothing, count: 97) + [Sample.makeFences, Sample.addExtras])
        let newer = try Sample.open(folder, future)
        try Sample.add(["a"], to: newer.database)
        let bytes = try (folder.bytes("sample.db"), folder.bytes("sample.db-wal"))
        // A process that was killed leaves its log; copies of both files are what it leaves.
        newer.database.close()
        try folder.write(bytes.0, to: "sample.db")
        try folder.write(bytes.1, to: "sample.db-wal")

        let opened = try Sample.open(folder)
        try Sample.add(["z"], to: opened.database)

        let name = "sample.db.newer-20260706T120000Z"
        #expect(opened.opening == .startedOver(reason: .newerSchema(found: 99, known: 2), setAside: name))
        #expect(try Sample.ids(opened.database) == ["z"])
        #expect(try folder.bytes(name) == bytes.0)
        #expect(try folder.bytes(name + "-wal") == bytes.1)
        let kept = try StoreOpener(path: folder.path + "/" + name, schema: future, options: Sample.options()).open(
            at: noon)
        #expect(kept.opening == .opened)
        #expect(try Sample.ids(kept.database) == ["a"])
    }

    @Test(arguments: [nil, 77] as [Int32?])
    func `another program's file is set aside`(_ identity: Int32?) throws {
        let other = try Database(path: folder.database, options: Sample.options().connection)
        try other.execute("CREATE TABLE notes (body TEXT)")
        if let identity { try other.execute("PRAGMA application_id = \(identity)") }
        other.close()
        let bytes = try folder.bytes("sample.db")

        let opened = try Sample.open(folder)

        let name = "sample.db.foreign-20260706T120000Z"
        let detail = "its application id is \(identity ?? 0), not \(Sample.identity)"
        #expect(opened.opening == .startedOver(reason: .foreign(detail: detail), setAside: name))
        #expect(try folder.bytes(name) == bytes)
    }

    @Test func `another program's file with a journal of its own keeps its bytes and its mode`() throws {
        var options = Sample.options().connection
        options.usesLog = false
        let other = try Database(path: folder.database, options: options)
        try other.execute("CREATE TABLE notes (body TEXT)")
        try other.execute("INSERT INTO notes VALUES ('x')")
        other.close()
        // A journal that is kept after its transaction has a header of zeros.
        try folder.write(Data(repeating: 0, count: 512), to: "sample.db-journal")
        let bytes = try (folder.bytes("sample.db"), folder.bytes("sample.db-journal"))

        let opened = try Sample.open(folder)

        let name = "sample.db.foreign-20260706T120000Z"
        #expect(
            opened.opening
                == .startedOver(
                    reason: .foreign(detail: "its application id is 0, not \(Sample.identity)"), setAside: name))
        #expect(try folder.bytes(name) == bytes.0)
        #expect(try folder.bytes(name + "-journal") == bytes.1)
    }

    @Test func `what was set aside before is never overwritten`() throws {
        var bytes: [Data] = []
        for number in 1...3 {
            bytes.append(Data("no database, number \(number), and long enough to be looked at".utf8))
            try folder.write(bytes[number - 1], to: "sample.db")
            try Sample.open(folder).database.close()
        }

        let stem = "sample.db.corrupt-20260706T120000Z"
        #expect(try folder.names() == ["sample.db", stem, stem + "-2", stem + "-3"])
        #expect(try [stem, stem + "-2", stem + "-3"].map(folder.bytes) == bytes)
    }

    @Test func `a log without its file is kept, not deleted`() throws {
        try folder.write(Data("committed once".utf8), to: "sample.db-wal")

        let opened = try Sample.open(folder)

        let name = "sample.db.corrupt-20260706T120000Z"
        let reason = StoreOpening.Reason.corrupt(detail: "the file is empty and its log is not")
        #expect(opened.opening == .startedOver(reason: reason, setAside: name))
        #expect(try folder.bytes(name + "-wal") == Data("committed once".utf8))
        try Sample.add(["a"], to: opened.database)
    }

    @Test func `a log left by a killed process is read`() throws {
        let killed = try Sample.open(folder)
        try Sample.add(["a", "b"], to: killed.database)
        let other = try ScratchFolder()
        try other.write(try folder.bytes("sample.db"), to: "sample.db")
        try other.write(try folder.bytes("sample.db-wal"), to: "sample.db-wal")

        let opened = try Sample.open(other)

        #expect(opened.opening == .opened)
        #expect(try Sample.ids(opened.database) == ["a", "b"])
    }

    @Test func `a folder in the file's place is left alone`() throws {
        try FileManager.default.createDirectory(atPath: folder.database, withIntermediateDirectories: true)
        try folder.write(Data("x".utf8), to: "sample.db/inside")

        #expect(throws: StoreError.notAFile(file: "sample.db")) { try Sample.open(folder) }

        #expect(try folder.names() == ["sample.db"])
        #expect(try folder.bytes("sample.db/inside") == Data("x".utf8))
    }

    @Test func `a file in a folder's place is left alone`() throws {
        try folder.write(Data("x".utf8), to: "sample.db")
        let opener = StoreOpener(path: folder.database + "/in.db", schema: Sample.second, options: Sample.options())

        #expect(throws: StoreError.notAFile(file: "in.db")) { try opener.open(at: noon) }

        #expect(try folder.bytes("sample.db") == Data("x".utf8))
    }

    @Test func `a lock at opening is an error and not damage`() throws {
        let first = try Sample.open(folder, Sample.first)

        try first.database.transaction { () throws(StoreError) in
            #expect(throws: StoreError.busy(file: "sample.db", waitedMilliseconds: 0)) { try Sample.open(folder) }
        }

        #expect(try Sample.open(folder).opening == .migrated(from: 1))
    }

    @Test func `a read-only connection reads and refuses to write`() throws {
        let database = try Sample.open(folder).database
        try Sample.add(["a"], to: database)
        var options = Sample.options().connection
        options.isReadOnly = true
        let reader = try Database(path: folder.database, options: options)

        #expect(try Sample.ids(reader) == ["a"])
        #expect(throws: StoreError.readOnly(file: "sample.db")) { try Sample.add(["b"], to: reader) }
    }
}
