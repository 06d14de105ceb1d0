import LocationCore

/// Everything a simulated phone is and knows, behind the phone's one lock.
///
/// Its parts change it in extensions of their own, one for each idea. Nothing here calls anyone: what must be told is put
/// into ``outbox`` and told by the phone, outside the lock.
struct World {
    typealias Action = @Sendable (inout World) -> Void

    let profile: PhoneProfile
    let seed: UInt64
    var knobs: PhoneKnobs
    var clock: VirtualClock
    var queue = EventQueue<Action>()
    var outbox = Outbox()
    var isDelivering = false
    /// Those who want to let time pass and wait for their turn.
    var waiting: [CheckedContinuation<Void, Never>] = []
    var lines: [PhoneLogLine] = []
    /// What the system draws, what errors of fixes draw, what the app draws: kept apart.
    var systemRandom, noiseRandom, appRandom: SeededRandom

    var process: ProcessState?
    var nextProcess = 1
    var build: AppBuilder?
    var quiet: (@Sendable () async -> Void)?
    var life = PhoneLife()

    var truth = GroundTruth()
    var fixes = FixService()
    var daemon = RegionDaemon()
    var permissions: Permissions
    var network: NetworkSide
    var notices = NoticeBoard()
    var status = DeviceStatus()
    var keepsakes: [String: Keepsake] = [:]

    init(
        profile: PhoneProfile, knobs: PhoneKnobs, seed: UInt64, wall: Timestamp, position: Coordinate?,
        authorization: Authorization, network: NetworkState
    ) {
        self.profile = profile
        self.seed = seed
        self.knobs = knobs
        clock = VirtualClock(wall: wall, seed: seed)
        systemRandom = SeededRandom(seed: seed, stream: 1)
        noiseRandom = SeededRandom(seed: seed, stream: 2)
        appRandom = SeededRandom(seed: seed, stream: 3)
        permissions = Permissions(location: authorization)
        self.network = NetworkSide(state: network)
        if let position { truth.stand(at: position, since: 0) }
    }

    var now: Int64 { clock.elapsed }

    /// Puts something on the list of things to come, `delay` milliseconds from now.
    mutating func schedule(after delay: Int64 = 0, _ action: @escaping Action) {
        queue.add(action, at: now.addingClamped(max(0, delay)))
    }

    mutating func log(_ text: String) {
        lines.append(PhoneLogLine(elapsed: now, wall: clock.wall, text: text))
    }
}
