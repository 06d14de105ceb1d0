import Foundation
import GeofenceEngine
import LocationCore
import Testing

@Suite struct `Notes of calls beside an engine` {
    private let now = Timestamp(milliseconds: 1_783_300_000_000)

    private func location(in folder: ScratchFolder) -> StoreLocation {
        StoreLocation(path: folder.path + "/geofences.db", survivesPowerLoss: false)
    }

    @Test func `notes are kept in their order, while the engine has the file open`() throws {
        let folder = try ScratchFolder()
        let notes = CallNotes(in: location(in: folder), prefix: "a.call.")
        let store = try EngineStore(at: location(in: folder), now: now)

        var keys: [String] = []
        for number in 1...12 {
            try store.commit([.value("a.other", .integer(Int64(number)))], isPrecious: true)
            keys.append(try #require(try notes.add(.integer(Int64(number)), id: "x\(number)")))
        }
        store.close()

        let kept = try EngineStore(at: location(in: folder), now: now).load().values
        #expect(keys == keys.sorted())
        #expect(keys.map { kept[$0] } == (1...12).map { .integer($0) })
        #expect(kept["a.other"] == 12)
    }

    @Test func `before there is a file nothing is noted, and none is made`() throws {
        let folder = try ScratchFolder()

        #expect(try CallNotes(in: location(in: folder), prefix: "a.").add(1, id: "x") == nil)

        #expect(!FileManager.default.fileExists(atPath: location(in: folder).path))
    }

    @Test func `a file that is no store is left as it is`() throws {
        let folder = try ScratchFolder()
        let path = location(in: folder).path
        try Data("no database at all, and longer than a page's header would be".utf8).write(to: URL(filePath: path))

        #expect(throws: StoreError.self) { try CallNotes(in: location(in: folder), prefix: "a.").add(1, id: "x") }

        #expect(try Data(contentsOf: URL(filePath: path)).count == 60)
    }
}
