import BeekonKit
import Foundation

/// A family's app: who comes home and who leaves, with a notification that needs no process.
actor FamilyApp {
    private let beekon: Beekon
    private let server: URL
    private let show: @Sendable (String) -> Void
    private(set) var arrivals: [GeofenceEvent] = []
    private(set) var positions: [Location] = []
    private(set) var isTracking = false
    private var readers: [Task<Void, Never>] = []

    init(server: URL, beekon: Beekon = .shared, show: @escaping @Sendable (String) -> Void) {
        self.beekon = beekon
        self.server = server
        self.show = show
    }

    /// Called at every launch: the streams first, so that a crossing that woke the app is not missed.
    func didFinishLaunching() async throws {
        let (events, locations) = (await beekon.geofenceEvents, await beekon.locations)
        let (states, uploads) = (await beekon.state, await beekon.syncStatus)
        readers = [
            Task { for await event in events { self.take(event) } },
            Task { for await location in locations { self.take(location) } },
            Task { for await state in states { self.take(state) } },
            Task { for await status in uploads { self.take(status) } },
        ]
        try await beekon.configure(
            BeekonConfig.selfManaged(
                minTimeBetweenLocationsSeconds: 20, minDistanceBetweenLocationsMeters: 50, accuracyMode: .balanced,
                whenStationary: .pause, stationaryRadiusMeters: 25, detectActivity: false,
                sync: SyncConfig(
                    url: server, headers: ["X-App": "family"], intervalSeconds: 300, batchSize: 100,
                    auth: AuthConfig(accessToken: "token")),
                logLevel: .info))
        await beekon.resumeIfNeeded()
        await askForWhatIsMissing()
    }

    private func askForWhatIsMissing() async {
        for permission in await beekon.getRequiredPermissions() where permission == .notifications {
            let answer = await beekon.requestPermission(.notifications)
            show("notifications: \(answer)")
        }
    }

    /// The places of the family.
    func save(home: (latitude: Double, longitude: Double), school: (latitude: Double, longitude: Double)) async {
        do {
            try await beekon.addGeofences([
                BeekonGeofence(
                    id: "home", latitude: home.latitude, longitude: home.longitude, radiusMeters: 150,
                    notification: GeofenceNotification(
                        onEnter: NotificationContent(
                            title: "Home", body: "Welcome home", importance: .high, deepLink: "family://home",
                            data: ["place": "home"]),
                        onExit: NotificationContent(title: "Home", body: "See you later"), delivery: .local)),
                BeekonGeofence(
                    id: "school", latitude: school.latitude, longitude: school.longitude, radiusMeters: 200,
                    notifyOnEntry: true, notifyOnExit: false),
            ])
        } catch BeekonError.invalidGeofence(let id, let reason) {
            show("\(id): \(reason)")
        } catch BeekonError.geofencesManagedByServer {
            show("the server has the places")
        } catch {
            show("not saved: \(error)")
        }
    }

    /// A place typed in by hand; a mistake is the person's.
    func add(_ id: String, latitude: Double, longitude: Double, radiusMeters: Double) async -> Bool {
        do {
            let place = BeekonGeofence(id: id, latitude: latitude, longitude: longitude, radiusMeters: radiusMeters)
            try await beekon.addGeofences([place])
            return true
        } catch BeekonError.invalidGeofence {
            return false
        } catch {
            show("not saved: \(error)")
            return false
        }
    }

    func forget(_ ids: [String]) async throws { try await beekon.removeGeofences(ids: ids) }

    func places() async -> [String] {
        await beekon.listGeofences().map { "\($0.id) \(Int($0.radiusMeters)) m" }
    }

    func setSharing(_ isOn: Bool) async {
        guard isOn else { return await beekon.stop() }
        do {
            try await beekon.start()
        } catch BeekonError.permissionDenied {
            show("location is not allowed")
        } catch BeekonError.locationServicesDisabled {
            show("location is off")
        } catch {
            show("sharing: \(error)")
        }
    }

    func yesterday(before now: Date) async throws -> Int {
        try await beekon.getLocations(from: now.addingTimeInterval(-86_400), to: now).count
    }

    func close() { for reader in readers { reader.cancel() } }

    private func take(_ event: GeofenceEvent) {
        arrivals.append(event)
        switch event.type {
        case .enter: show("entered \(event.geofenceId)")
        case .exit: show("left \(event.geofenceId)")
        }
    }

    private func take(_ location: Location) {
        positions.append(location)
        if location.trigger == .geofence { show("crossed at \(location.accuracy.map { Int($0) } ?? -1) m") }
    }

    private func take(_ state: BeekonState) {
        switch state {
        case .idle: isTracking = false
        case .tracking: isTracking = true
        case .stopped(let reason):
            isTracking = false
            if reason != .user { show("stopped: \(reason)") }
        }
    }

    private func take(_ status: SyncStatus) {
        if case .failed(.rejected(let status)) = status { show("the server refused: \(status)") }
    }
}
