import Foundation
import LocationCore
import LocationSimulator

@testable import BGeoAdapter

/// A phone with BGeo on it, as the conformance statements take it for granted. (BGEO 13, common setting)
@MainActor final class BGeoBench {
    static let p0 = try! Coordinate(latitude: 52.2297, longitude: 21.0122)

    let phone: SimulatedPhone
    let folder: URL
    private(set) var hub = EventHub()
    private(set) var service: BGeoService?
    private(set) var events: [GeofenceEvent] = []
    private(set) var changes: [(on: [String], off: [String])] = []
    private(set) var locations: [Location] = []
    private(set) var http: [HttpEvent] = []

    init(_ profile: PhoneProfile = .iOSClassic, knobs: PhoneKnobs? = nil, at position: Coordinate? = BGeoBench.p0) {
        phone = SimulatedPhone(profile: profile, knobs: knobs, at: position)
        folder = FileManager.default.temporaryDirectory.appending(path: "bgeo-\(UUID().uuidString)")
        phone.onLaunch { [weak self] process, _ in await self?.build(on: process) }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func build(on process: AppProcess) async {
        hub = EventHub()
        let service = BGeoService(
            device: process.device, store: BackgroundGeolocation.location(in: folder, process.device), hub: hub)
        self.service = service
        await service.launch()
    }

    /// Runs calls of the public API against this phone's app.
    func app<Result>(_ body: @MainActor () async throws -> Result) async throws -> Result {
        if phone.app == nil { await phone.launchApp() }
        guard let service else { throw CancellationError() }
        let result = try await BackgroundGeolocation.$context.withValue(BGeoContext(engine: service, hub: hub)) {
            try await body()
        }
        await phone.settle()
        return result
    }

    func listen() async throws {
        try await app {
            BackgroundGeolocation.onGeofence { [weak self] in self?.events.append($0) }
            BackgroundGeolocation.onGeofencesChange { [weak self] change in
                self?.changes.append((change.on.map(\.identifier).sorted(), change.off.map(\.identifier).sorted()))
            }
            BackgroundGeolocation.onLocation { [weak self] in self?.locations.append($0) }
            BackgroundGeolocation.onHttp { [weak self] in self?.http.append($0) }
        }
    }

    func started(_ config: Config = Config()) async throws {
        try await listen()
        try await app {
            try await BackgroundGeolocation.ready(config)
            try await BackgroundGeolocation.start()
        }
    }

    var told: [String] { events.map { "\($0.action.rawValue) \($0.identifier)" } }

    func north(_ metres: Double) -> Coordinate { Geodesic.destination(from: Self.p0, bearing: 0, distance: metres) }

    func fix(_ metresNorth: Double, accuracy: Double = 5) async {
        await phone.deliver(at: north(metresNorth), accuracy: accuracy)
    }
}
