import GeofenceEngine
import LocationCore
import LocationSimulator

/// The app and a second process on one file.
struct TwoEnginesBench {
    let app: EngineBench
    let other: EngineBench
    /// Made to happen once, after the second process has looked at the file and before it commits.
    let between = Locked<(@Sendable () -> Void)?>(nil)

    /// - Parameter isGuest: Whether the second is an app extension, which watches nothing.
    init(_ policy: Policy = .plain, isGuest: Bool, at position: Coordinate = CoreBench.at(0, 2000)) async throws {
        let between = between
        app = try EngineBench(policy, at: position)
        other = try EngineBench(policy, at: position, beside: app) { device in
            Self.device(isGuest ? device.guest : device, between)
        }
        _ = try await app.engine()
        _ = try await other.engine()
    }

    var both: [EngineBench] { [app, other] }

    /// The phone of the second process counts its random bits otherwise, so that no identifier is made twice.
    private static func device(
        _ base: Device, _ between: Locked<(@Sendable () -> Void)?>
    ) -> Device {
        Device(
            platform: base.platform, clock: Clock(base: base.clock, between: between),
            random: Random(base: base.random), regions: base.regions, fixes: base.fixes,
            authorization: base.authorization, notifications: base.notifications,
            backgroundTime: base.backgroundTime, wakeUps: base.wakeUps, http: base.http, status: base.status,
            events: base.events)
    }

    private struct Random: RandomPort {
        let base: any RandomPort
        func next() -> UInt64 { ~base.next() }
    }

    /// A decision reads the clock: the moment at which another process may still come between.
    private struct Clock: ClockPort {
        let base: any ClockPort
        let between: Locked<(@Sendable () -> Void)?>

        func now() -> Moment {
            let act = between.withLock { act in
                defer { act = nil }
                return act
            }
            act?()
            return base.now()
        }
    }
}

extension EngineBench {
    /// Opens the file as one more process would, does something, and closes it.
    func inAnotherProcess(_ body: (EngineStore) throws(StoreError) -> Void) throws {
        let store = try EngineStore(at: StoreLocation(path: path, survivesPowerLoss: false), now: noon)
        defer { store.close() }
        _ = try store.load()
        try body(store)
    }

    /// The person looks at something else and comes back: an event for an app that has none.
    func openAgain() async {
        await phone.backgroundApp()
        await phone.foregroundApp()
    }

    /// What is known and what waits, whoever asks.
    func summary() async throws -> [String] {
        let engine = try await engine()
        var lines: [String] = []
        for fence in try await engine.fences() {
            let state = await engine.state(of: fence.id)
            let side = state?.side.rawValue ?? "none"
            lines.append(
                "\(fence.id) \(fence.shape) \(fence.reports.rawValue) \(side) \(state?.since?.milliseconds ?? 0)")
        }
        // Regions that are left and entered at one instant are told in the order in which the system was given them, and that
        // is another one where two engines gave them. What happens at one fence keeps its order.
        let records = try await engine.records().enumerated().sorted {
            ($0.element.fence?.text ?? "", $0.offset) < ($1.element.fence?.text ?? "", $1.offset)
        }
        for (_, record) in records {
            let what = record.body["kind"]?.stringValue ?? record.id
            lines.append("\(what) \(record.fence?.text ?? "") \(record.at.milliseconds) \(record.person ?? "")")
        }
        lines.append("\(await engine.isTracking) \(await engine.person ?? "nobody") \(await engine.odometer)")
        lines.append("\(await engine.value("a.value") ?? .null)")
        return lines
    }
}
