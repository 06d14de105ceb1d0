import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import PhoneBench

@testable import BGeoAdapter

/// A phone with BGeo on it, as the conformance statements take it for granted. (BGEO 13, common setting)
///
/// Nothing brings a fix but the test, and the phone's crossings are immediate and exact.
@MainActor final class BGeoBench {
    nonisolated static let p0 = Coordinate(checkedLatitude: 52.2297, longitude: 21.0122)

    let phone: SimulatedPhone
    let folder: URL
    private(set) var hub = EventHub()
    private(set) var service: BGeoService?
    private(set) var events: [GeofenceEvent] = []
    private(set) var changes: [GeofencesChangeEvent] = []
    private(set) var locations: [Location] = []
    private(set) var http: [HttpEvent] = []
    private(set) var authorizations: [JSONValue] = []
    private var lastFix: (at: Int64, metresNorth: Double)?

    /// - Parameter position: Where the phone is; `nil` for nowhere, so that the system knows no side of anything.
    init(
        _ profile: PhoneProfile = Backend.current.profile, at position: Coordinate? = nil,
        authorization: Authorization = Authorization(tier: .always), _ turn: (inout PhoneKnobs) -> Void = { _ in }
    ) {
        var knobs = profile.standardKnobs
        knobs.fixInterval = nil
        turn(&knobs)
        phone = SimulatedPhone(profile: profile, knobs: knobs, at: position, authorization: authorization)
        folder = FileManager.default.temporaryDirectory.appending(path: "bgeo-\(UUID().uuidString)")
        phone.onLaunch { [weak self] process, _ in await self?.build(on: process) }
    }

    deinit {
        // The phone keeps the listeners of a process until it ends.
        phone.killApp()
        try? FileManager.default.removeItem(at: folder)
    }

    private func build(on process: AppProcess) async {
        hub = EventHub()
        let device = await Backend.current.device(of: process, for: "bgeo")
        let service = BGeoService(
            device: device, store: BackgroundGeolocation.location(in: folder, device), hub: hub)
        self.service = service
        await service.launch()
    }

    // MARK: The app

    /// Runs calls of the public API against this phone's app, which is opened if it does not run.
    @discardableResult
    func app<Result>(_ body: @MainActor () async throws -> Result) async throws -> Result {
        if phone.app == nil { await phone.launchApp() }
        guard let service else { throw CancellationError() }
        let result = try await BackgroundGeolocation.$context.withValue(BGeoContext(engine: service, hub: hub)) {
            try await body()
        }
        await phone.settle()
        return result
    }

    /// The error that a call throws; `nil` if it throws none.
    func error(_ body: @MainActor () async throws -> Void) async throws -> BGeoError? {
        try await app {
            do {
                try await body()
                return nil
            } catch let error as BGeoError {
                return error
            }
        }
    }

    func listen() async throws {
        try await app {
            BackgroundGeolocation.onGeofence { [weak self] in self?.events.append($0) }
            BackgroundGeolocation.onGeofencesChange { [weak self] in self?.changes.append($0) }
            BackgroundGeolocation.onLocation { [weak self] in self?.locations.append($0) }
            BackgroundGeolocation.onHttp { [weak self] in self?.http.append($0) }
            BackgroundGeolocation.onAuthorization { [weak self] in
                self?.authorizations.append(.object(PlainObject($0).members))
            }
        }
    }

    /// Listens and calls `ready`.
    func ready(_ config: Config = Config()) async throws {
        try await listen()
        try await app { try await BackgroundGeolocation.ready(config) }
    }

    /// Listens, stores fences, and calls `ready` and `start`.
    func started(_ config: Config = Config(), with fences: [Geofence] = []) async throws {
        try await ready(config)
        try await app {
            try await BackgroundGeolocation.addGeofences(fences)
            try await BackgroundGeolocation.start()
        }
    }

    func add(_ fences: Geofence...) async throws {
        try await app { try await BackgroundGeolocation.addGeofences(fences) }
    }

    // MARK: The way

    nonisolated static func north(_ metres: Double) -> Coordinate {
        Geodesic.destination(from: p0, bearing: metres < 0 ? 180 : 0, distance: abs(metres))
    }

    /// The phone is somewhere else, without a fix.
    func move(_ metresNorth: Double) async {
        await phone.letDoubtsPass()
        await phone.move(to: Self.north(metresNorth))
    }

    /// A fix that is accepted for its speed: as much time passes as a ride at 50 m/s takes.
    ///
    /// - Parameter isTrue: Whether the phone is really there.
    func fix(_ metresNorth: Double, accuracy: Double = 5, isTrue: Bool = true) async {
        if let last = lastFix {
            let ride = Int64(abs(metresNorth - last.metresNorth) / 50 * 1000)
            await phone.advance(by: max(0, max(1000, ride) - (phone.elapsed - last.at)))
        }
        lastFix = (phone.elapsed, metresNorth)
        await phone.deliver(at: Self.north(metresNorth), accuracy: accuracy, movesPhone: isTrue)
    }

    func wait(_ seconds: Int64) async { await phone.advance(by: seconds * 1000) }

    // MARK: What is to be seen

    var told: [String] { events.map { "\($0.action.rawValue) \($0.identifier)" } }

    /// The changes of the slice, as sorted identifiers.
    var rotations: [[[String]]] {
        changes.map { [$0.on.map(\.identifier).sorted(), $0.off.map(\.identifier).sorted()] }
    }

    /// The system's list without the internal region.
    var appRegions: [MonitoredRegion] {
        phone.monitoredRegions.filter { $0.owner == .app && $0.id != BGeoConfiguration.wakeRegionID }
    }

    var wakeRegion: MonitoredRegion? { phone.monitoredRegions.first { $0.id == BGeoConfiguration.wakeRegionID } }

    func stored() async throws -> [Geofence] { try await app { await BackgroundGeolocation.getGeofences() } }

    func count() async throws -> Int { try await app { await BackgroundGeolocation.getCount() } }

    func queued() async throws -> [Location] { try await app { await BackgroundGeolocation.getLocations() } }

    /// The queued transitions' records.
    func transitions() async throws -> [Location] { try await queued().filter { $0.event == "geofence" } }

    /// Which fences the system watches, found by where their regions are.
    func registered() async throws -> [String] {
        let fences = try await stored()
        return appRegions.map { region in
            let here = fences.filter {
                $0.latitude == region.circle.center.latitude && $0.longitude == region.circle.center.longitude
            }
            return (here.first { $0.radius == region.circle.radius } ?? here.first)?.identifier ?? region.id
        }.sorted()
    }

    /// The region of a fence.
    func region(_ identifier: String) async throws -> MonitoredRegion? {
        let fence = try await stored().first { $0.identifier == identifier }
        return appRegions.first {
            $0.circle.center.latitude == fence?.latitude && $0.circle.center.longitude == fence?.longitude
        }
    }

    /// The bodies of the requests so far.
    var bodies: [JSONObject] {
        phone.requests.compactMap { try? JSONValue(json: $0.request.body).objectValue }
    }

    /// The identifiers of the single records in the requests so far.
    var sent: [String] { bodies.compactMap { $0["location"]?["uuid"]?.stringValue } }
}
