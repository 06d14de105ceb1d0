import Foundation
import GeofenceEngine
import LocationCore
import Testing

/// A store with a snapshot beside it, and the same fences in memory to compare with.
final class SnapshotSample {
    let folder: ScratchFolder
    private(set) var store: EngineStore
    private(set) var sets: [String: FenceSet] = [:]
    private var lineages = 0
    private let faults: StoreFaults?

    init(_ sets: [String: [Fence]] = [:], in folder: ScratchFolder? = nil, faults: StoreFaults? = nil) throws {
        self.folder = try folder ?? ScratchFolder()
        self.faults = faults
        store = try Self.open(self.folder, faults)
        // A store that is there already goes on as it is.
        self.sets = try store.load().durable.sets
        var ordinal = self.sets.values.map(\.lastOrdinal).max() ?? 0
        for (name, fences) in sets.sorted(by: { $0.key < $1.key }) {
            try put(
                fences.map {
                    ordinal += 1
                    return StoredFence(fence: $0, ordinal: ordinal, revision: 0, shapeRevision: 0)
                }, in: name)
        }
    }

    static func open(_ folder: ScratchFolder, _ faults: StoreFaults? = nil) throws -> EngineStore {
        var location = StoreLocation(path: folder.database, survivesPowerLoss: false)
        location.faults = faults
        return try EngineStore(at: location, now: noon)
    }

    var path: String { folder.database + "-fences" }
    var unfinishedPath: String { folder.database + "-fences-new" }
    var exists: Bool { FileManager.default.fileExists(atPath: path) }

    func bytes() throws -> Data { try Data(contentsOf: URL(filePath: path)) }

    /// Puts bytes in the place of the file, as a new file.
    func replace(with bytes: Data) throws { try bytes.write(to: URL(filePath: path), options: .atomic) }

    func put(_ fences: [StoredFence], in name: String = "app") throws {
        try store.commit(fences.map { .putFence(set: name, $0) }, isPrecious: true)
        sets[name, default: FenceSet()].put(fences)
    }

    func remove(_ ids: [FenceID], from name: String = "app") throws {
        let ordinals = ids.compactMap { sets[name]?[id: $0]?.ordinal }
        try store.commit(ordinals.map { .removeFence(ordinal: $0) }, isPrecious: true)
        sets[name]?.remove(ids)
    }

    func removeAll(of name: String) throws {
        try store.commit([.removeFences(set: name)], isPrecious: true)
        sets[name] = nil
    }

    @discardableResult
    func write() throws -> Bool {
        lineages += 1
        return try store.writeSnapshot(of: sets, lineage: "\(folder.path) \(lineages)", seed: 7)
    }

    /// Another process opens the store: this one ends.
    @discardableResult
    func relaunch(usingSnapshot: Bool = true) throws -> EngineStore.Loaded {
        store.close()
        store = try Self.open(folder, faults)
        return try store.load(usingSnapshot: usingSnapshot)
    }

    /// What the rows say, through another connection.
    func rows() throws -> [String: FenceSet] {
        let other = try Self.open(folder)
        defer { other.close() }
        return try other.load().durable.sets
    }
}

/// Fences of every kind.
enum SnapshotFences {
    static func circles(_ count: Int, seed: UInt64 = 3) -> [Fence] {
        var random = Draw(seed: seed)
        return (0..<count).map { `Nearest fences`.fence($0, .clustered, &random) }
    }

    static func mixed(_ count: Int, seed: UInt64 = 3) -> [Fence] {
        var random = Draw(seed: seed)
        return (0..<count).map { any($0, &random) }
    }

    static func any(_ number: Int, _ random: inout Draw) -> Fence {
        let circle = `Nearest fences`.fence(number, random.pick([.clustered, .uniform, .antimeridian]), &random)
        let names = ["é", "e\u{301}", "", "\u{0}a", "地点", "🏳️‍🌈", "a b/c\"d\\e\n", String(repeating: "long", count: 300)]
        return Fence(
            id: FenceID("\(random.pick(names))\(number)"), shape: random.chance(0.1) ? polygon(&random) : circle.shape,
            reports: random.pick([[], [.enter], [.exit], [.enter, .exit, .dwell]]),
            dwellDelay: random.pick([1, 300_000, .max]),
            geosets: random.pick([[], ["a"], ["", "é", "e\u{301}"]]),
            notice: random.chance(0.2)
                ? Notice(
                    onEnter: NoticeContent(
                        title: "in \u{0}", body: "", isProminent: true, userInfo: ["k": [1, 1.0, -0.0, .null]]),
                    onExit: nil) : nil,
            attributes: random.pick([
                .null, ["a": [true, 1, 1.5, "x", [:]], "é": .unsigned(.max)], .array([]), .double(0.1 + 0.2),
                .integer(.min),
            ]))
    }

    private static func polygon(_ random: inout Draw) -> FenceShape {
        let latitude = random.unit() * 100 - 50
        let longitude = random.unit() * 300 - 150
        func square(_ inset: Double, _ east: Double) -> [Coordinate] {
            [(0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.0)].map { north, side in
                Coordinate(
                    checkedLatitude: latitude + inset + north * (0.03 - 2 * inset),
                    longitude: longitude + east + inset + side * (0.03 - 2 * inset))
            }
        }
        // The coordinates are sound by construction.
        guard let plain = try? Polygon(shell: square(0, 0), holes: random.chance(0.5) ? [square(0.01, 0)] : []),
            let other = try? Polygon(shell: square(0, 1)), let both = try? MultiPolygon([plain, other])
        else { preconditionFailure("squares are polygons") }
        return random.chance(0.3) ? .multiPolygon(both) : .polygon(plain)
    }
}

/// Whether two sets answer everything alike.
enum SameAnswers {
    static func check(_ found: inout FenceSet, _ expected: inout FenceSet, _ random: inout Draw, _ note: String) {
        #expect(found.count == expected.count, "\(note)")
        #expect(found.fences == expected.fences, "\(note)")
        #expect(found.hasPolygons || !expected.fences.contains { !$0.fence.shape.isCircle }, "\(note)")
        #expect(found.lastOrdinal >= expected.fences.last?.ordinal ?? 0)
        for stored in expected.fences {
            #expect(found[id: stored.fence.id] == stored, "\(note)")
            #expect(found[ordinal: stored.ordinal] == stored, "\(note)")
        }
        for name in ["nobody", "", "é", "e\u{301}"] as [FenceID] { #expect(found[id: name] == expected[id: name]) }
        for ordinal in [-1, 0, Int64.max] { #expect(found[ordinal: ordinal] == expected[ordinal: ordinal]) }
        for _ in 0..<6 { query(&found, &expected, &random, note) }
    }

    static func query(_ found: inout FenceSet, _ expected: inout FenceSet, _ random: inout Draw, _ note: String) {
        let middle = expected.count > 0 ? random.pick(expected.fences).enclosing.center : CoreBench.origin
        let anchor = Geodesic.destination(
            from: middle, bearing: random.unit() * 360, distance: random.unit() * random.unit() * 500_000)
        var rules = `Nearest fences`.rules(&random)
        if random.chance(0.1) {
            rules = SliceRules(
                candidates: rules.candidates, ties: rules.ties, includesSilentFences: rules.includesSilentFences,
                measuresPolygonsExactly: true)
        }
        let ranking = Ranking(from: anchor, rules: rules, clamp: random.pick([nil, 400]))
        let count = random.pick([1, 19, 99])
        #expect(
            found.nearest(count, by: ranking).map { "\($0.stored.ordinal) \($0.edgeMetres)" }
                == expected.nearest(count, by: ranking).map { "\($0.stored.ordinal) \($0.edgeMetres)" }, "\(note)")
        #expect(
            found.nearestOrdinals(count, by: ranking) == expected.nearestOrdinals(count, by: ranking), "\(note)")
        let metres: Double = random.pick([0, 1000, 100_000])
        #expect(found.fences(within: metres, of: anchor) == expected.fences(within: metres, of: anchor), "\(note)")
        #expect(found.ordinals(within: metres, of: anchor) == expected.ordinals(within: metres, of: anchor), "\(note)")
        let (one, other) = (found.slice(count, by: ranking), expected.slice(count, by: ranking))
        if let one, let other { #expect(one.next == other.next, "\(note)") }
    }
}
