import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import PhoneBench

@testable import CIOAdapter

/// A phone with Customer.io's SDK on it, as the conformance statements take it for granted. (CIO 10)
final class CIOBench: Sendable {
    /// Where phones stand unless a test says otherwise.
    static let origin = Coordinate(checked: 40.75, -73.99)
    static let trigger = "cio_movement_trigger"

    /// How the app calls the SDK at each start.
    struct Setup: Sendable {
        var tracking: LocationTrackingMode? = .off
        var mode: GeofenceLocationMode? = .automatic
        var geofenceFirst = false
        var onMainThread = true
        var initializes = true
        var allowsBackgroundDelivery = false
        var key = "sk_test_abc"
        var host: String?
        var requiresHTTPS = false
    }

    private struct State {
        var setup: Setup
        var context: CIOContext?
        var service: CIOService?
        var log: [CIOLogLine] = []
        var nearest: [UInt8] = Array(#"{"geofences":[]}"#.utf8)
        var answers: [String: SimulatedResponse] = [:]
        var breaking: @Sendable () -> SimulatedResponse? = { nil }
        var crash: (at: Int, verdict: StoreFaults.Verdict)?
        var fault: StoreFaults.Verdict = .proceed
        var opening: StoreFaults.Failure?
        /// Random bits to be used before the phone's own.
        var bits: [UInt64] = []
    }

    /// The phone's random bits, unless a test has others.
    private struct Bits: RandomPort {
        let bench: CIOBench?
        let other: any RandomPort

        func next() -> UInt64 {
            bench?.state.withLock { $0.bits.isEmpty ? nil : $0.bits.removeFirst() } ?? other.next()
        }
    }

    let phone: SimulatedPhone
    let folder: URL
    private let state: Locked<State>

    init(
        _ profile: PhoneProfile = Backend.current.profile, at position: Coordinate? = CIOBench.origin,
        setup: Setup = Setup(),
        fences: String..., authorization: Authorization = Authorization(tier: .always),
        wall: Timestamp = SimulatedPhone.standardStart
    ) {
        phone = SimulatedPhone(profile: profile, wall: wall, at: position, authorization: authorization)
        folder = FileManager.default.temporaryDirectory.appending(path: "cio-\(UUID().uuidString)")
        state = Locked(State(setup: setup))
        serve(fences)
        phone.onLaunch { [weak self] process, _ in await self?.build(on: process) }
        phone.serve { [weak self] request in self?.answer(request) ?? .status(500) }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func build(on process: AppProcess) async {
        let setup = state.withLock { $0.setup }
        let own = await Backend.current.device(of: process, for: "cio")
        var store = CustomerIO.location(in: folder, own)
        store.faults = StoreFaults(beforeOpening: { [weak self] in self?.state.withLock { $0.opening } }) {
            [weak self] number in
            self?.state.withLock { number == $0.crash?.at ? $0.crash?.verdict : $0.fault } ?? .proceed
        }
        let made = Locked<CIOService?>(nil)
        let device = Device(
            platform: own.platform, clock: own.clock, random: Bits(bench: self, other: own.random),
            regions: own.regions, fixes: own.fixes, authorization: own.authorization,
            notifications: own.notifications, backgroundTime: own.backgroundTime, wakeUps: own.wakeUps,
            http: own.http, status: own.status, events: own.events)
        let context = CIOContext(
            sink: CIOLogSink { [weak self] line in self?.state.withLock { $0.log.append(line) } }, level: .debug,
            isMainThread: { setup.onMainThread }
        ) { [store] log in
            let service = CIOService(device: device, store: store, log: log)
            made.withLock { $0 = service }
            return service
        }
        let service = made.withLock { $0 }
        state.withLock { state in
            state.context = context
            state.service = service
        }
        await service?.launch()
        if setup.initializes { await initialize() }
    }

    /// Calls `initialize` as the setup says, in the process that runs.
    func initialize() async {
        guard let context = state.withLock({ $0.context }) else { return }
        let setup = state.withLock { $0.setup }
        CIOContext.$local.withValue(context) {
            let builder = SDKConfigBuilder(cdpApiKey: setup.key).logLevel(.debug)
                .allowBackgroundDelivery(setup.allowsBackgroundDelivery)
            if let host = setup.host { builder.apiHost(host) }
            if setup.requiresHTTPS { builder.requiresHTTPS() }
            if setup.geofenceFirst, let mode = setup.mode { builder.addModule(Self.module(mode)) }
            if let tracking = setup.tracking {
                builder.addModule(LocationModule(config: LocationConfig(mode: tracking)))
            }
            if !setup.geofenceFirst, let mode = setup.mode { builder.addModule(Self.module(mode)) }
            CustomerIO.initialize(withConfig: builder.build())
        }
    }

    private static func module(_ mode: GeofenceLocationMode) -> GeofenceModule {
        GeofenceModule(config: GeofenceModuleConfig(locationMode: mode))
    }

    /// Changes how the app calls the SDK from the next start on.
    func change(_ body: (inout Setup) -> Void) { state.withLock { body(&$0.setup) } }

    /// Calls of the host in the app; it is opened first if it does not run.
    func app<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        if phone.app == nil { await launch() }
        guard let context = state.withLock({ $0.context }) else { preconditionFailure("the app runs") }
        let result = try await CIOContext.$local.withValue(context) { try await body() }
        await settle()
        return result
    }

    func launch(_ cause: WakeCause = .user) async {
        await phone.launchApp(cause)
        await settle()
    }

    /// Ends the process and opens the app again.
    func relaunch() async {
        phone.killApp()
        await launch()
    }

    func settle() async {
        await state.withLock { $0.service }?.settled()
        await phone.settle()
    }

    func identify(_ person: String = "u1") async { await app { CustomerIO.shared.identify(userId: person) } }

    func signOut() async { await app { CustomerIO.shared.clearIdentify() } }

    func refresh() async { await app { CustomerIO.geofence.refreshFromCurrentLocation() } }

    /// The usual beginning: the app runs, someone is identified, and the fences are there.
    func started(_ person: String = "u1") async {
        await launch()
        await identify(person)
    }

    var engine: GeofenceEngine {
        guard let service = state.withLock({ $0.service }) else { preconditionFailure("the app runs") }
        return service.engine
    }
}

/// The server.
extension CIOBench {
    /// What a download answers from now on: entries of the list, and other members of the object.
    func serve(_ fences: [String], config: String? = nil) {
        let config = config.map { #""config":\#($0),"# } ?? ""
        serve(body: #"{\#(config)"geofences":[\#(fences.joined(separator: ","))]}"#)
    }

    func serve(body: String) { state.withLock { $0.nearest = Array(body.utf8) } }

    func serve(bytes: [UInt8]) { state.withLock { $0.nearest = bytes } }

    /// What requests to an address with this ending get from now on; `nil` for the usual.
    func answer(_ ending: String, with response: SimulatedResponse?) {
        state.withLock { $0.answers[ending] = response }
    }

    /// Asks before each request whether, and how, it fails.
    func breakRequests(_ next: @escaping @Sendable () -> SimulatedResponse?) { state.withLock { $0.breaking = next } }

    private func answer(_ request: HTTPRequest) -> SimulatedResponse {
        if let failure = state.withLock({ $0.breaking })() { return failure }
        return state.withLock { state in
            for (ending, response) in state.answers where request.url.hasSuffix(ending) { return response }
            return .status(200, body: request.url.hasSuffix("/nearest") ? state.nearest : [])
        }
    }

    /// Downloads asked for so far.
    var downloads: [HTTPRequest] { phone.requests.map(\.request).filter { $0.url.hasSuffix("/nearest") } }

    var trackRequests: [HTTPRequest] { phone.requests.map(\.request).filter { $0.url.hasSuffix("/track") } }

    var batches: [JSONValue] {
        phone.requests.map(\.request).filter { $0.url.hasSuffix("/b") }.compactMap { try? JSONValue(json: $0.body) }
    }

    /// What the server has taken in of transitions, in order: a request that it refused is not among them.
    var events: [CIOEvent] {
        phone.requests.filter(\.wasReceived).flatMap { record -> [CIOEvent] in
            guard let body = try? JSONValue(json: record.request.body) else { return [] }
            if record.request.url.hasSuffix("/track") { return [CIOEvent(body)].compactMap { $0 } }
            return (body["batch"]?.arrayValue ?? []).compactMap { CIOEvent($0) }
        }
    }

    /// Each event as `enter a`.
    var told: [String] { events.map { "\($0.transition) \($0.fence)" } }

    /// Names of events that the pipeline has sent.
    var pipelineNames: [String] {
        batches.flatMap { $0["batch"]?.arrayValue ?? [] }.map {
            $0["event"]?.stringValue ?? $0["type"]?.stringValue ?? ""
        }
    }

    func flush() async { await app { CustomerIO.shared.flush() } }
}

/// What the system watches, the log, and damage.
extension CIOBench {
    var log: [CIOLogLine] { state.withLock { $0.log } }

    func forgetLog() { state.withLock { $0.log = [] } }

    func says(_ level: CioLogLevel, _ part: String) -> Bool {
        log.contains { $0.level == level && $0.message.contains(part) }
    }

    var regionCount: Int { phone.monitoredRegions.count { $0.owner == .app } }

    func region(of fence: FenceID) async -> MonitoredRegion? {
        let id = await engine.regionID(of: fence)
        return phone.monitoredRegions.first { $0.id == id }
    }

    var triggerRegion: MonitoredRegion? { phone.monitoredRegions.first { $0.id == Self.trigger } }

    /// The fences that the system watches, by name.
    var watched: [String] {
        get async {
            var names: [String] = []
            for fence in (try? await engine.fences()) ?? [] {
                if await region(of: fence.id) != nil { names.append(fence.id.text) }
            }
            return names.sorted()
        }
    }

    /// The next identifiers that are made, as UUIDs.
    func make(_ identifiers: String...) {
        let bits = identifiers.flatMap { text -> [UInt64] in
            let digits = text.filter { $0 != "-" }
            return [UInt64(digits.prefix(16), radix: 16) ?? 0, UInt64(digits.suffix(16), radix: 16) ?? 0]
        }
        state.withLock { $0.bits = bits }
    }

    /// Ends the process at a commit of the store that is opened next; `nil` for never.
    func crash(at commit: Int?, _ verdict: StoreFaults.Verdict = .crashAfterCommit) {
        state.withLock { $0.crash = commit.map { ($0, verdict) } }
    }

    /// What goes wrong each time the store is opened; `nil` for nothing.
    func failOpening(_ failure: StoreFaults.Failure?) { state.withLock { $0.opening = failure } }

    func fail(_ verdict: StoreFaults.Verdict) { state.withLock { $0.fault = verdict } }

    /// From now on only what a test reports crosses boundaries; the phone answers questions about states by where it is.
    func scripted() { phone.adjust { $0.detectsCrossings = false } }

    func os(_ kind: TransitionKind, _ fence: FenceID, at date: Timestamp? = nil) async {
        await phone.letDoubtsPass()
        guard let id = await engine.regionID(of: fence) else { preconditionFailure("the fence is known") }
        if kind == .enter { await phone.os.enter(id, at: date) } else { await phone.os.exit(id, at: date) }
        await settle()
    }

    func move(_ metresNorth: Double) async {
        await phone.letDoubtsPass()
        await phone.move(to: Self.north(metresNorth))
        await settle()
    }

    func wait(seconds: Double) async {
        await phone.advance(by: Int64(seconds * 1000))
        await settle()
    }

    static func north(_ metres: Double) -> Coordinate {
        Geodesic.destination(from: origin, bearing: metres < 0 ? 180 : 0, distance: abs(metres))
    }
}

/// An event as the workspace gets it.
struct CIOEvent {
    let json: JSONValue

    init?(_ json: JSONValue) {
        guard json["event"] == "Geofence Transition" else { return nil }
        self.json = json
    }

    var properties: JSONValue { json["properties"] ?? .null }
    var transition: String { properties["transition"]?.stringValue ?? "" }
    var fence: String { properties["geofenceId"]?.stringValue ?? "" }
    var geoset: String? { properties["geosetId"]?.stringValue }
    var transitionId: String { properties["transitionId"]?.stringValue ?? "" }
    var timestamp: String { json["timestamp"]?.stringValue ?? "" }
    var person: String { json["userId"]?.stringValue ?? "" }
    var keys: Set<String> { Set(properties.objectValue?.keys ?? []) }

    static let visitKeys: Set<String> = [
        "visitId", "enteredAt", "dwellThresholdSeconds", "dwellDurationSeconds", "visitDurationSeconds",
        "visitDurationUncertaintySeconds", "detectionSource",
    ]
}

/// A circle of the wire, so many metres north of where phones stand.
func circle(
    _ id: String, _ metresNorth: Double, radius: Double = 100, types: String? = nil, dwell: Int? = nil,
    geosets: String? = nil, name: String? = nil, extra: String = ""
) -> String {
    let center = CIOBench.north(metresNorth)
    var members = [
        #""id":"\#(id)""#, #""latitude":\#(center.latitude)"#, #""longitude":\#(center.longitude)"#,
        #""radius":\#(radius)"#,
    ]
    if let types { members.append(#""transition_types":\#(types)"#) }
    if let dwell { members.append(#""dwell_threshold_seconds":\#(dwell)"#) }
    if let geosets { members.append(#""geoset_ids":\#(geosets)"#) }
    if let name { members.append(#""name":"\#(name)""#) }
    return "{\(members.joined(separator: ","))\(extra)}"
}

extension Coordinate {
    /// A coordinate that a test wrote down.
    init(checked latitude: Double, _ longitude: Double) {
        guard let made = try? Coordinate(latitude: latitude, longitude: longitude) else {
            preconditionFailure("\(latitude), \(longitude) is a coordinate")
        }
        self = made
    }
}
