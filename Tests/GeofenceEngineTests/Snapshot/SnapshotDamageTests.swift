import Foundation
import GeofenceEngine
import LocationCore
import Testing

/// Whatever happened to a snapshot's file: it is found out, and the rows answer.
@Suite struct `Snapshots that are damaged` {
    static let fences = SnapshotFences.circles(150) + SnapshotFences.mixed(12, seed: 8)

    static func sample() throws -> SnapshotSample {
        let sample = try SnapshotSample(["app": fences])
        try sample.write()
        #expect(try sample.relaunch().snapshot == .used)
        return sample
    }

    /// Whether damage shows, at the latest when everything has been asked for; and that until then no answer is wrong.
    static func isFoundOut(_ sample: SnapshotSample, _ expected: [StoredFence], _ note: String) throws -> Bool {
        let loaded = try sample.relaunch()
        guard case .used = loaded.snapshot, var set = loaded.durable.sets["app"] else {
            #expect(loaded.durable.sets["app"]?.fences == expected, "\(note)")
            return true
        }
        let rules = SliceRules()
        for stored in expected {
            let found = set[id: stored.fence.id]
            if set.isDamaged { return true }
            #expect(found == stored, "\(note)")
        }
        for stored in expected.prefix(30) {
            let ranking = Ranking(from: stored.enclosing.center, rules: rules, clamp: nil)
            let found = set.nearestOrdinals(5, by: ranking)
            if set.isDamaged { return true }
            #expect(found.count == 5, "\(note)")
        }
        let all = set.fences
        if set.isDamaged { return true }
        #expect(all == expected, "\(note)")
        return false
    }

    @Test func `truncated at any length`() throws {
        let sample = try Self.sample()
        let bytes = try sample.bytes()
        let expected = try #require(sample.rows()["app"]).fences
        var lengths = Array(stride(from: 0, to: bytes.count, by: bytes.count / 40))
        lengths += [1, 7, 8, 11, 100, 16_383, 16_384, 16_385, bytes.count - 1, bytes.count - 8, bytes.count + 1]
        for length in lengths {
            try sample.replace(with: bytes.prefix(length) + Data(repeating: 0, count: max(0, length - bytes.count)))
            let loaded = try sample.relaunch()
            guard case .ignored(let fault) = loaded.snapshot else {
                Issue.record("a file of \(length) bytes was used")
                continue
            }
            #expect(!fault.description.isEmpty)
            #expect(loaded.durable.sets["app"]?.fences == expected)
        }
    }

    @Test func `one bit of the header`() throws {
        let sample = try Self.sample()
        let bytes = try sample.bytes()
        // The last one is in the sum.
        for place in Array(0..<110) + [5000, 16_376, 16_383] {
            var other = bytes
            other[place] ^= 1 << UInt8(place % 8)
            try sample.replace(with: other)
            guard case .ignored = try sample.relaunch().snapshot else {
                Issue.record("a header with another byte \(place) was used")
                continue
            }
        }
    }

    @Test func `one bit anywhere`() throws {
        let sample = try Self.sample()
        let bytes = try sample.bytes()
        let expected = try #require(sample.rows()["app"]).fences
        var random = Draw(seed: 11)
        for round in 0..<(isOptimised ? 2000 : 120) {
            let place = random.below(bytes.count)
            var other = bytes
            other[place] ^= 1 << UInt8(random.below(8))
            try sample.replace(with: other)
            #expect(try Self.isFoundOut(sample, expected, "byte \(place)"), "round \(round), byte \(place)")
        }
    }

    @Test func `bytes of a whole page`() throws {
        let sample = try Self.sample()
        let bytes = try sample.bytes()
        let expected = try #require(sample.rows()["app"]).fences
        for start in stride(from: 0, to: bytes.count, by: 4096) {
            var other = bytes
            for place in start..<min(start + 4096, bytes.count) { other[place] = 0 }
            guard other != bytes else { continue }
            try sample.replace(with: other)
            #expect(try Self.isFoundOut(sample, expected, "page at \(start)"))
        }
    }

    @Test func `another version, another byte order, another file`() throws {
        let sample = try Self.sample()
        let bytes = try sample.bytes()
        func use(_ bytes: Data) throws -> EngineStore.SnapshotUse {
            try sample.replace(with: bytes)
            return try sample.relaunch().snapshot
        }
        var version = bytes
        version[12] = 2
        #expect(try use(version) == .ignored(.otherVersion(2)))
        var order = bytes
        order.replaceSubrange(8..<12, with: bytes[8..<12].reversed())
        #expect(try use(order) == .ignored(.otherByteOrder))
        #expect(try use(Data("SQLite format 3\u{0}".utf8)) == .ignored(.notASnapshot))
        #expect(try use(Data()) == .ignored(.notASnapshot))
        try FileManager.default.removeItem(atPath: sample.path)
        #expect(try sample.relaunch().snapshot == .ignored(.missing))
        try FileManager.default.createDirectory(atPath: sample.path, withIntermediateDirectories: true)
        #expect(try sample.relaunch().snapshot == .ignored(.notASnapshot))
        #expect("\(SnapshotFault.otherVersion(2))" == "is of version 2, not 1")
    }

    @Test func `a snapshot of another database`() throws {
        let (one, other) = (try Self.sample(), try Self.sample())
        try one.replace(with: try other.bytes())

        #expect(try one.relaunch().snapshot == .ignored(.foreign))
    }

    @Test func `a snapshot that was put back is older than what is known of changes`() throws {
        let sample = try Self.sample()
        let old = try sample.bytes()
        try sample.remove([Self.fences[0].id])
        try sample.write()
        #expect(try sample.relaunch().snapshot == .used)

        try sample.replace(with: old)

        #expect(try sample.relaunch().snapshot == .ignored(.outOfStep(generation: 0)))
        #expect(try sample.rows()["app"]?[id: Self.fences[0].id] == nil)
    }

    /// A copy of the database goes its own way and comes back to the snapshot of the other.
    @Test func `a snapshot of the same database in another life`() throws {
        let sample = try Self.sample()
        try sample.relaunch()
        sample.store.close()
        let copy = try ScratchFolder()
        try FileManager.default.copyItem(atPath: sample.folder.database, toPath: copy.database)
        // Each removes a fence, so that both have come as far.
        let other = try SnapshotSample(in: copy)
        try other.remove([Self.fences[1].id])
        other.store.close()
        try sample.relaunch()
        try sample.remove([Self.fences[0].id])
        try sample.write()
        sample.store.close()

        try FileManager.default.removeItem(atPath: sample.folder.database)
        try FileManager.default.copyItem(atPath: copy.database, toPath: sample.folder.database)

        let loaded = try sample.relaunch()
        #expect(loaded.snapshot == .none)
        #expect(loaded.durable.sets["app"]?[id: Self.fences[0].id] != nil)
        #expect(loaded.durable.sets["app"]?[id: Self.fences[1].id] == nil)
    }

    @Test func `a file set aside takes its snapshot along, and one that is replaced loses it`() throws {
        let sample = try Self.sample()
        sample.store.close()
        let file = StoreFile(path: sample.folder.database)
        let name = try file.setAside(.corrupt(detail: "test"), at: noon)
        #expect(try sample.folder.names() == [name, name + "-fences"])

        let other = try Self.sample()
        other.store.close()
        let incoming = try SnapshotSample(in: try ScratchFolder())
        incoming.store.close()
        try FileManager.default.copyItem(
            atPath: incoming.folder.database, toPath: other.folder.database + ".incoming")
        try StoreFile(path: other.folder.database + ".incoming").replace(StoreFile(path: other.folder.database))
        #expect(try other.folder.names() == ["sample.db"])
    }
}
