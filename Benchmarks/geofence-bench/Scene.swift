import BGeoAdapter
import GeofenceEngine
import LocationCore

/// A core that has launched on a device which grants everything, with fences and a clock of its own.
struct Scene {
    private(set) var core: Core
    private(set) var moment = Bench.start

    /// - Parameters:
    ///   - policy: How the core behaves.
    ///   - reports: What the device's system tells about regions.
    ///   - limit: How many it watches.
    init(policy: Policy, format: any RecordFormat, fences: [Fence], reports: RegionReports, limit: Int = 20) {
        core = Core(policy: policy, format: format, durable: Durable())
        _ = step(.fences(FenceChange(set: GeofenceEngine.appSet, kind: .upsert(fences))))
        for event in Bench.facts(reports: reports, limit: limit) { take(step(.device(event))) }
        take(step(.tracking(true)))
    }

    /// BGeo's policy with its default options.
    init(bgeo fences: [Fence]) {
        let configuration = Bench.bgeo
        self.init(policy: configuration.policy, format: configuration.format, fences: fences, reports: .crossings)
    }

    mutating func pass(milliseconds: Int64) {
        moment = Moment(
            wall: moment.wall.adding(milliseconds: milliseconds), continuous: moment.continuous + milliseconds,
            boot: moment.boot)
    }

    /// One step as the shell does it: on a copy, which then takes the place of the old value.
    mutating func step(_ input: Input) -> Core.Step {
        var next = core
        let step = next.step(input, envelope)
        core = next
        return step
    }

    /// A step with a fix taken now.
    mutating func fix(at coordinate: Coordinate) -> Core.Step {
        step(.device(.fix(Fix(coordinate: coordinate, accuracy: 5, timestamp: moment.wall), request: nil)))
    }

    /// The system has taken every region that the step asked for.
    mutating func take(_ step: Core.Step) {
        for case .register(let region) in step.effects {
            _ = self.step(.device(.regionTaken(id: region.id, radius: region.circle.radius)))
        }
    }

    private var envelope: Core.Envelope {
        Core.Envelope(moment: moment, status: DeviceStatus(), makeID: Bench.identifier, chance: { 0.5 })
    }
}

/// Makes no records, so that what is measured is the deciding.
struct NoRecords: RecordFormat {
    func records(of transition: Transition, in context: RecordContext, id: () -> String) -> [Record] { [] }
    func record(of fix: Fix, beside transition: Transition?, in context: RecordContext, id: String) -> Record? { nil }
}

extension Bench {
    /// The moment at which every scene begins.
    static let start = Moment(
        wall: Timestamp(milliseconds: 1_783_339_200_000), continuous: 0, boot: "boot")

    /// BGeo's engine with its default options.
    static let bgeo = BGeoService.engineConfiguration(
        BGeoConfiguration(), BGeoTokens(access: nil, refresh: nil), pace: nil, .iOS)

    /// What a device says when an engine attaches.
    static func facts(reports: RegionReports, limit: Int = 20) -> [DeviceEvent] {
        [
            .capabilities(
                RegionCapabilities(
                    limit: limit, maximumRadius: nil, reports: reports, answersStateRequests: true, detectsDwell: false,
                    held: [])),
            .authorization(Authorization(tier: .always)), .network(.unmetered), .app(.launched(.user)),
        ]
    }

    private static let bits = Locked(SeededBits(seed: 1))

    /// Identifiers like the real ones: as long, and in no order.
    @Sendable static func identifier() -> String {
        let (high, low) = bits.withLock { ($0.next(), $0.next()) }
        return Identifier.uuid(high, low)
    }
}
