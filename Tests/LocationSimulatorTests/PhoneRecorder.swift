import LocationCore
import LocationSimulator

/// Writes down what a process of the app is told, and may act on it.
final class PhoneRecorder: DeviceListener {
    private let heard = Locked<[DeviceEvent]>([])
    private let react: @Sendable (DeviceEvent) async -> Void

    init(react: @escaping @Sendable (DeviceEvent) async -> Void = { _ in }) { self.react = react }

    func receive(_ event: DeviceEvent) async {
        heard.withLock { $0.append(event) }
        await react(event)
    }

    var events: [DeviceEvent] { heard.withLock { $0 } }

    func forget() { heard.withLock { $0 = [] } }

    /// Crossings, states, answers and dwells, as short text.
    var regionEvents: [String] { events.compactMap(\.regionText) }

    var appEvents: [AppEvent] {
        events.compactMap { if case .app(let event) = $0 { event } else { nil } }
    }

    var fixes: [Fix] { events.compactMap { if case .fix(let fix, _) = $0 { fix } else { nil } } }

    var wakeUps: [String] { events.compactMap { if case .wakeUp(let key) = $0 { key } else { nil } } }

    var losses: [String] {
        events.compactMap { if case .regionLost(let id, let loss) = $0 { "\(id) \(loss.rawValue)" } else { nil } }
    }

    var taken: [String] {
        events.compactMap { if case .regionTaken(let id, _) = $0 { id } else { nil } }
    }

    var answers: [String] {
        events.compactMap { event in
            switch event {
            case .http(let id, .response(let status, _, _)): "\(id) \(status)"
            case .http(let id, .failure(let failure)): "\(id) \(failure.rawValue)"
            default: nil
            }
        }
    }
}

extension DeviceEvent {
    fileprivate var regionText: String? {
        switch self {
        case .regionCrossed(let crossing): "\(crossing.direction.rawValue) \(crossing.id)"
        case .regionState(let state): "\(state.isAnswer ? "answer" : "state") \(state.id) \(state.side.rawValue)"
        case .nativeDwell(let id, _, _): "dwell \(id)"
        default: nil
        }
    }
}

/// Places and regions that several suites use.
enum Place {
    /// The middle of everything.
    static let home = at(0, 0)

    /// So many metres north and east of ``home``, to within a millionth of the distance. (Degrees at 52.2297 N from the
    /// series for the length of a degree on WGS-84: 111,271.708 m of latitude and 68,325.923 m of longitude.)
    static func at(_ north: Double, _ east: Double) -> Coordinate {
        guard
            let coordinate = try? Coordinate(
                latitude: 52.2297 + north / 111_271.708, longitude: 21.0122 + east / 68_325.923)
        else { preconditionFailure("the place is on Earth") }
        return coordinate
    }

    static func region(
        _ id: String, radius: Double = 150, north: Double = 0, edges: RegionEdges = [.enter, .exit],
        reportsInitialEntry: Bool = false, loiteringDelay: Int64? = nil, assumedSide: Side = .unknown
    ) -> Region {
        guard let circle = try? Circle(center: at(north, 0), radius: radius) else {
            preconditionFailure("the radius is one")
        }
        return Region(
            id: id, circle: circle, edges: edges, reportsInitialEntry: reportsInitialEntry,
            loiteringDelay: loiteringDelay, assumedSide: assumedSide)
    }

    /// Straight north from `start` to `end` metres, at so many metres a second.
    static func walk(from start: Double, to end: Double, speed: Double) -> [TimedPosition] {
        let begin = SimulatedPhone.standardStart
        let duration = Int64((abs(end - start) / speed * 1000).rounded())
        return [
            TimedPosition(at: begin, coordinate: at(start, 0)),
            TimedPosition(at: begin.adding(milliseconds: duration), coordinate: at(end, 0)),
        ]
    }
}

extension SimulatedPhone {
    /// Opens the app with a recorder in it.
    func opened(_ recorder: PhoneRecorder = PhoneRecorder()) async -> PhoneRecorder {
        device.events.attach(recorder)
        await settle()
        return recorder
    }

    /// Registers regions from the running app.
    func register(_ regions: Region...) async {
        for region in regions { device.regions.register(region) }
        await settle()
    }
}
