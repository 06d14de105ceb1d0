import AppleStandIn
import CoreLocation
import LocationCore
import LocationSimulator

/// An app on a simulated phone, process after process, with what a test builds in each.
@MainActor final class App {
    let phone: SimulatedPhone
    let version: StandIn.Version
    private let unkindness: Unkindness
    /// The frameworks of the latest process.
    private(set) var standIn: StandIn
    /// What the latest process hears.
    private(set) var ear = Ear()
    private(set) var manager: CLLocationManager
    private let build: @MainActor (App) async -> Void

    /// Launches the app in front. The system is kind unless a test wants it otherwise: most say what follows a call by the
    /// statements, and not how long it takes. Each process has a manager with a delegate before `build` is called.
    init(
        _ profile: PhoneProfile = .iOSClassic, _ version: StandIn.Version = .init(18), knobs: PhoneKnobs = .quick,
        _ authorization: Authorization = Authorization(tier: .always), unkindness: Unkindness = .kind,
        build: @escaping @MainActor (App) async -> Void = { _ in }
    ) async {
        let phone = SimulatedPhone(profile: profile, knobs: knobs, at: .away, authorization: authorization)
        self.phone = phone
        self.version = version
        self.unkindness = unkindness
        self.build = build
        let process = await phone.launchApp()
        let standIn = StandIn(process, version: version, unkindness: unkindness)
        self.standIn = standIn
        manager = StandIn.$current.withValue(standIn) { CLLocationManager() }
        await begin(standIn)
        phone.onLaunch { [weak self] process, _ in await self?.relaunch(process) }
        await phone.settle()
    }

    private func relaunch(_ process: AppProcess) async {
        let standIn = StandIn(process, version: version, unkindness: unkindness)
        self.standIn = standIn
        ear = Ear()
        manager = StandIn.$current.withValue(standIn) { CLLocationManager() }
        await begin(standIn)
    }

    private func begin(_ standIn: StandIn) async {
        phone.whenQuiet { await standIn.quiet() }
        manager.delegate = ear
        await StandIn.$current.withValue(standIn) { await build(self) }
        standIn.attach(passing: { _ in })
    }

    /// Does something as the latest process does it.
    func run<Value>(_ body: @MainActor () async -> Value) async -> Value {
        await StandIn.$current.withValue(standIn) { await body() }
    }
}

extension Coordinate {
    static let home = Coordinate(checkedLatitude: 52.5, longitude: 13.4)
    static let away = Coordinate(checkedLatitude: 52.6, longitude: 13.4)
}

extension CLLocationCoordinate2D {
    static let home = CLLocationCoordinate2D(latitude: 52.5, longitude: 13.4)
}

extension Region {
    /// A circle around home.
    static func home(_ id: String) -> Region { Region(id: id, circle: Circle(center: .home, checkedRadius: 150)) }
}

/// A classic circle around home.
@MainActor func homeRegion(_ id: String, radius: Double = 150) -> CLCircularRegion {
    CLCircularRegion(center: .home, radius: radius, identifier: id)
}
