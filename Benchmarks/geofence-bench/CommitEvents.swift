import BGeoAdapter
import BenchSupport
import GeofenceEngine
import LocationCore

/// What one crossing after another leads to, as BGeo's engine decides it: twenty fences, entered and left in turn.
struct CommitEvents {
    private var scene: Scene
    let home: Coordinate
    let fences: [Fence]
    private let regions: [String]
    private var number = 0

    init(_ bench: Bench) throws(BenchError) {
        let home = bench.fences.places[bench.fences.places.count / 2].coordinate
        let fences = try BenchError.wrap("defining fences") {
            try (0..<19).map { number in
                let center = Geodesic.destination(from: home, bearing: Double(number) * 18, distance: 700)
                let name = "fence-\(number)"
                return Fence(
                    id: FenceID(name), shape: .circle(try Circle(center: center, radius: 200)),
                    reports: [.enter, .exit],
                    attributes: [
                        "identifier": .string(name), "latitude": .double(center.latitude),
                        "longitude": .double(center.longitude), "radius": 200, "notifyOnEntry": true,
                        "notifyOnExit": true,
                    ])
            }
        }
        self.home = home
        self.fences = fences
        scene = Scene(bgeo: fences)
        scene.pass(milliseconds: FixPlaces.pause)
        scene.take(scene.fix(at: home))
        regions = scene.core.durable.places.map(\.regionID)
        guard !regions.isEmpty else { throw .failed("no fence is registered") }
    }

    /// What the store holds before the first of them.
    func initialChanges() -> [Change] {
        scene.core.durable.sets.sorted { $0.key < $1.key }.flatMap { set in
            set.value.fences.map { .putFence(set: set.key, $0) }
        } + [.places(scene.core.durable.places)]
    }

    /// When the latest crossing happened.
    var moment: Moment { scene.moment }

    /// The next crossing.
    mutating func next() -> DeviceEvent {
        scene.pass(milliseconds: 61_000)
        let crossing = RegionCrossing(
            id: regions[number % regions.count], direction: number / regions.count % 2 == 0 ? .enter : .exit,
            at: scene.moment.wall)
        number += 1
        return .regionCrossed(crossing)
    }

    /// The changes of one crossing.
    mutating func changes() throws(BenchError) -> [Change] {
        let event = next()
        let step = scene.step(.device(event))
        guard step.isPrecious else { throw .failed("a crossing made no transition") }
        return step.changes
    }
}

extension Change {
    /// How much it says: the bytes of its texts and numbers.
    var payload: Int {
        switch self {
        case .append(let record):
            record.id.utf8.count + record.body.text.utf8.count + (record.fence?.text.utf8.count ?? 0)
                + (record.transition?.utf8.count ?? 0) + 8
        case .announce(let announced): announced.id.utf8.count + announced.json.text.utf8.count
        case .standing(_, let standing): 8 + (standing?.json.text.utf8.count ?? 0)
        case .value(let key, let value): key.utf8.count + (value?.text.utf8.count ?? 0)
        case .journal(let line):
            8 + (line.fence?.text.utf8.count ?? 0) + line.code.rawValue.utf8.count + line.text.utf8.count
        default: 8
        }
    }

    var isRecord: Bool { if case .append = self { true } else { false } }

    /// The record it adds.
    var record: String? { if case .append(let record) = self { record.id } else { nil } }

    /// The announcement it keeps.
    var announcement: String? { if case .announce(let announced) = self { announced.id } else { nil } }
}
