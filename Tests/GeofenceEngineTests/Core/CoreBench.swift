import GeofenceEngine
import LocationCore

/// A core on the table: no phone, no store, no clock but the one turned by hand.
///
/// Registrations are confirmed as soon as they are made unless a test wants them unanswered.
struct CoreBench {
    static let origin = Coordinate(checkedLatitude: 52, longitude: 21)

    private(set) var core: Core
    private(set) var moment = Moment(wall: noon, continuous: 5_000_000, boot: "first")
    private(set) var capabilities: RegionCapabilities
    private var counter = Locked(0)

    /// Whether the system confirms what is registered.
    var confirms = true
    /// What the jitter draws.
    var chance = 0.5
    /// The regions the system holds, by what was registered and given back.
    private(set) var held: [String: Region] = [:]
    private(set) var peak = 0
    /// Everything since the last ``clear()``.
    private(set) var effects: [Effect] = []
    private(set) var changes: [Change] = []

    init(
        _ policy: Policy = .plain, format: any RecordFormat = BenchFormat(), limit: Int = 20,
        maximumRadius: Double? = nil, reports: RegionReports = .crossings, answers: Bool = true,
        detectsDwell: Bool = false, durable: Durable = Durable()
    ) {
        core = Core(policy: policy, format: format, durable: durable)
        capabilities = RegionCapabilities(
            limit: limit, maximumRadius: maximumRadius, reports: reports, answersStateRequests: answers,
            detectsDwell: detectsDwell, held: [])
    }

    /// A core that has been launched by the person, with the permission to watch.
    static func launched(
        _ policy: Policy = .plain, format: any RecordFormat = BenchFormat(), limit: Int = 20,
        maximumRadius: Double? = nil, reports: RegionReports = .crossings, answers: Bool = true,
        detectsDwell: Bool = false
    ) -> CoreBench {
        var bench = CoreBench(
            policy, format: format, limit: limit, maximumRadius: maximumRadius, reports: reports, answers: answers,
            detectsDwell: detectsDwell)
        bench.launch()
        return bench
    }
}

/// What happens.
extension CoreBench {
    mutating func take(_ input: Input) {
        let counter = counter
        let chance = chance
        let step = core.step(
            input,
            Core.Envelope(
                moment: moment, status: DeviceStatus(),
                makeID: {
                    counter.withLock {
                        $0 += 1
                        return "id\($0)"
                    }
                }, chance: { chance }))
        effects += step.effects
        changes += step.changes
        var asked: [Region] = []
        for effect in step.effects {
            switch effect {
            case .unregister(let id): held[id] = nil
            case .register(let region):
                held[region.id] = region
                peak = max(peak, held.count)
                asked.append(region)
            default: break
            }
        }
        guard confirms else { return }
        for region in asked { take(.device(.regionTaken(id: region.id, radius: region.circle.radius))) }
    }

    /// The device tells how things stand, then why the process runs.
    mutating func launch(_ cause: WakeCause = .user, tier: AuthorizationTier = .always) {
        capabilities.held = held.keys.sorted().map { HeldRegion(id: $0, circle: held[$0]?.circle) }
        take(.device(.capabilities(capabilities)))
        take(.device(.authorization(Authorization(tier: tier))))
        take(.device(.network(.unmetered)))
        take(.device(.notificationPermission(.granted)))
        take(.device(.app(.launched(cause))))
    }

    /// The process ends; what was committed is all that the next one knows.
    mutating func end() {
        var durable = core.durable
        for index in durable.places.indices {
            durable.places[index].isHeld = false
        }
        durable.announced = []
        core = Core(policy: core.policy, format: BenchFormat(), durable: durable)
    }

    mutating func relaunch(_ cause: WakeCause = .user) {
        end()
        launch(cause)
    }

    /// The next launch tells of these regions too; a running process is told at once.
    mutating func setForeign(_ count: Int) {
        capabilities.held =
            held.keys.sorted().map { HeldRegion(id: $0, circle: nil) }
            + (0..<count).map { HeldRegion(id: "host.\($0)", circle: nil) }
        take(.device(.capabilities(capabilities)))
    }

    mutating func set(limit: Int? = nil, maximumRadius: Double? = nil) {
        if let limit { capabilities.limit = limit }
        if let maximumRadius { capabilities.maximumRadius = maximumRadius }
        capabilities.held = held.keys.sorted().map { HeldRegion(id: $0, circle: held[$0]?.circle) }
        take(.device(.capabilities(capabilities)))
    }

    /// The system has lost a region.
    mutating func forget(_ regionID: String) { held[regionID] = nil }

    /// The system holds a region that it was not asked for in this process.
    mutating func hold(_ region: Region) { held[region.id] = region }

    /// Time passes on both clocks; nothing else happens.
    mutating func pass(_ milliseconds: Int64) {
        moment = Moment(
            wall: moment.wall.adding(milliseconds: milliseconds), continuous: moment.continuous + milliseconds,
            boot: moment.boot)
    }

    /// Time passes, then the timer fires.
    mutating func wait(_ milliseconds: Int64) {
        pass(milliseconds)
        take(.device(.wakeUp(key: "wake")))
    }

    mutating func setWall(by milliseconds: Int64) {
        moment = Moment(
            wall: moment.wall.adding(milliseconds: milliseconds), continuous: moment.continuous, boot: moment.boot)
    }

    mutating func reboot(after milliseconds: Int64) {
        moment = Moment(
            wall: moment.wall.adding(milliseconds: milliseconds), continuous: 1000, boot: moment.boot + "+")
    }

    mutating func put(_ fences: [Fence]) {
        take(.fences(FenceChange(set: core.durable.scalars.activeSet, kind: .upsert(fences))))
    }

    mutating func put(_ fences: Fence...) { put(fences) }

    mutating func remove(_ ids: FenceID...) { remove(ids) }

    mutating func remove(_ ids: [FenceID]) {
        take(.fences(FenceChange(set: core.durable.scalars.activeSet, kind: .remove(ids))))
    }

    /// A fix so many metres east and north of the origin.
    mutating func fix(
        _ east: Double, _ north: Double = 0, accuracy: Double? = 5, age: Int64 = 0, request: String? = nil
    ) {
        take(.device(.fix(reading(east, north, accuracy: accuracy, age: age), request: request)))
    }

    func reading(_ east: Double, _ north: Double = 0, accuracy: Double? = 5, age: Int64 = 0) -> Fix {
        Fix(coordinate: Self.at(east, north), accuracy: accuracy, timestamp: moment.wall.adding(milliseconds: -age))
    }

    /// The system reports a crossing of a fence, `age` milliseconds ago.
    mutating func cross(_ id: FenceID, _ direction: CrossingDirection, age: Int64? = nil, position: Fix? = nil) {
        let at = age.map { moment.wall.adding(milliseconds: -$0) }
        take(
            .device(
                .regionCrossed(
                    RegionCrossing(id: regionID(id), direction: direction, at: at, position: position))))
    }

    mutating func state(_ id: FenceID, _ side: Side, age: Int64? = nil, isAnswer: Bool = false) {
        let at = age.map { moment.wall.adding(milliseconds: -$0) }
        take(.device(.regionState(RegionState(id: regionID(id), side: side, at: at, isAnswer: isAnswer))))
    }

    /// Makes identifiers apart from whatever this one was copied from.
    mutating func countAnew() { counter = Locked(0) }

    /// From here on nothing is known that would only save work.
    mutating func forgetShortcuts() { core.process.forgetShortcuts() }

    mutating func clear() {
        effects = []
        changes = []
    }
}

/// What came of it.
extension CoreBench {
    static func at(_ east: Double, _ north: Double = 0) -> Coordinate {
        var place = origin
        if east != 0 { place = Geodesic.destination(from: place, bearing: 90, distance: east) }
        if north != 0 { place = Geodesic.destination(from: place, bearing: 0, distance: north) }
        return place
    }

    static func fence(
        _ id: FenceID, _ east: Double = 0, _ north: Double = 0, radius: Double = 100,
        reports: TransitionKinds = [.enter, .exit, .dwell], delay: Int64 = 300_000, geosets: [String] = [],
        notice: Notice? = nil
    ) -> Fence {
        Fence(
            id: id, shape: .circle(Circle(center: at(east, north), checkedRadius: radius)), reports: reports,
            dwellDelay: delay, geosets: geosets, notice: notice)
    }

    func regionID(_ id: FenceID) -> String {
        guard let stored = core.fences[id: id] else { return "\(core.policy.name).f999.0" }
        return "\(core.policy.name).f\(stored.ordinal).\(stored.shapeRevision)"
    }

    func side(_ id: FenceID) -> Side {
        core.fences[id: id].flatMap { core.durable.standings[$0.ordinal]?.side } ?? .unknown
    }

    func stay(_ id: FenceID) -> Stay? { core.fences[id: id].flatMap { core.durable.standings[$0.ordinal]?.stay } }

    var news: [EngineNews] {
        effects.compactMap { if case .tell(let announcement) = $0 { announcement.news } else { nil } }
    }

    var transitions: [Transition] {
        news.compactMap { if case .transition(let transition, _) = $0 { transition } else { nil } }
    }

    /// As in `enter home`.
    var told: [String] { transitions.map { "\($0.kind.rawValue) \($0.fence.id)" } }

    var records: [Record] { changes.compactMap { if case .append(let record) = $0 { record } else { nil } } }

    var journal: [JournalLine] { changes.compactMap { if case .journal(let line) = $0 { line } else { nil } } }

    var codes: [JournalCode] { journal.map(\.code) }

    var slices: [SliceChange] { news.compactMap { if case .slice(let change) = $0 { change } else { nil } } }

    /// As in `+a +b -c`.
    var deltas: [String] {
        slices.map { change in
            (change.on.map { "+\($0.id)" } + change.off.map { "-\($0.id)" }).joined(separator: " ")
        }
    }

    var slice: [String] { core.durable.places.compactMap { $0.owner?.fence.id.text } }

    var registered: [String] {
        effects.compactMap { if case .register(let region) = $0 { region.id } else { nil } }
    }

    var unregistered: [String] {
        effects.compactMap { if case .unregister(let id) = $0 { id } else { nil } }
    }

    var askedStates: [String] { effects.compactMap { if case .askState(let id) = $0 { id } else { nil } } }

    var askedFixes: [FixRequest] {
        effects.compactMap { if case .askFix(let request) = $0 { request } else { nil } }
    }

    var drains: [DrainRequest] {
        effects.compactMap { if case .deliver(let request) = $0 { request } else { nil } }
    }

    /// Milliseconds after which the core wants to be called, as it last said; `nil` for never.
    var wake: Int64? {
        effects.reversed().lazy.compactMap { effect -> Int64?? in
            if case .wakeUp(let delay) = effect { .some(delay) } else { nil }
        }.first ?? nil
    }

    var steady: Int64 { core.durable.clock.map { $0.steady(of: moment.wall) } ?? 0 }
}

/// One record for a transition, or one for each geoset; one for a fix.
struct BenchFormat: RecordFormat {
    func records(of transition: Transition, in context: RecordContext, id: () -> String) -> [Record] {
        let groups: [String?] = transition.fence.geosets.isEmpty ? [nil] : transition.fence.geosets
        return groups.enumerated().map { index, group in
            Record(
                id: index == 0 ? transition.id : id(), kind: .transition, fence: transition.fence.id,
                transition: transition.id, at: transition.at, person: transition.person,
                body: [
                    "kind": .string(transition.kind.rawValue), "fence": .string(transition.fence.id.text),
                    "group": group.map { .string($0) } ?? .null, "id": .string(transition.id),
                ])
        }
    }

    func record(of fix: Fix, beside transition: Transition?, in context: RecordContext, id: String) -> Record? {
        Record(
            id: id, kind: .fix, transition: transition?.id, at: fix.timestamp,
            body: ["latitude": .double(fix.coordinate.latitude)])
    }
}
