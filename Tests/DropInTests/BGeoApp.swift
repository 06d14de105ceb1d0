import BackgroundGeolocation
import Foundation

/// A courier's app: depots and customers are fences, a stay at a customer is a delivery, and the server gets it all.
@MainActor final class CourierApp {
    private(set) var lines: [String] = []
    private(set) var deliveries: [String] = []
    private(set) var watched: Set<String> = []
    private(set) var track: [Location] = []
    private var subscriptions: [Subscription] = []
    private var reader: Task<Void, Never>?

    /// Called at every launch, before anything else.
    func didFinishLaunching(server: String, driver: String) async throws {
        subscribe()
        let state = try await BackgroundGeolocation.ready(
            Config(
                locationAuthorizationRequest: "Always", desiredAccuracy: DesiredAccuracy.high.rawValue,
                distanceFilter: 10, stopTimeout: 5, stopOnTerminate: false, startOnBoot: true,
                logLevel: LogLevel.info.rawValue, url: server, method: "POST", headers: ["X-App": "courier"],
                params: ["driver": driver], extras: ["shift": 1], autoSync: true, batchSync: true, maxBatchSize: 50,
                maxRecordsToPersist: 5000,
                authorization: AuthorizationConfig(
                    strategy: "JWT", accessToken: "token", refreshToken: "again",
                    refreshUrl: "https://auth.invalid/refresh"),
                geofenceProximityRadius: 2000, maxMonitoredGeofences: -1, geofenceInitialTriggerEntry: true))
        note("ready, enabled \(state.enabled), \(state["geofenceCount"] as? Int ?? 0) fences")
        if !state.enabled { try await BackgroundGeolocation.start() }
    }

    private func subscribe() {
        subscriptions.append(BackgroundGeolocation.onGeofence { [weak self] event in self?.take(event) })
        subscriptions.append(
            BackgroundGeolocation.onGeofencesChange { [weak self] change in
                self?.watched.formUnion(change.on.map(\.identifier))
                self?.watched.subtract(change.off.map(\.identifier))
            })
        subscriptions.append(
            BackgroundGeolocation.onHttp { [weak self] answer in
                if !answer.success { self?.note("upload: \(answer.status) \(answer.responseText)") }
            })
        subscriptions.append(
            BackgroundGeolocation.onProviderChange { [weak self] provider in
                switch provider.status {
                case .always: break
                case .whenInUse, .denied, .restricted, .notDetermined: self?.note("permission: \(provider.status)")
                }
                if provider.accuracyAuthorization == .reduced { self?.note("reduced accuracy") }
            })
        BackgroundGeolocation.onMotionChange { [weak self] change in
            self?.note(change.isMoving ? "moving" : "still")
        }
        BackgroundGeolocation.onLocationError { [weak self] error in self?.note("no position: \(error.code)") }
        let locations = BackgroundGeolocation.locations
        reader = Task { [weak self] in
            for await location in locations { self?.track.append(location) }
        }
    }

    private func take(_ event: GeofenceEvent) {
        let place = event.extras?["address"] as? String ?? event.identifier
        let at = event.location.coords
        switch event.action {
        case .enter: note("arrived at \(place), \(Int(at.accuracy)) m")
        case .exit: note("left \(place)")
        case .dwell: deliveries.append(event.identifier)
        }
        BackgroundGeolocation.logger.info("geofence", data: ["identifier": event.identifier])
    }

    /// The day's round, as it comes from the server.
    func plan(_ stops: [(identifier: String, latitude: Double, longitude: Double, address: String)]) async {
        await BackgroundGeolocation.removeGeofences()
        do {
            try await BackgroundGeolocation.addGeofences(
                stops.map { stop in
                    Geofence(
                        identifier: stop.identifier, radius: 150, latitude: stop.latitude, longitude: stop.longitude,
                        notifyOnEntry: true, notifyOnExit: true, notifyOnDwell: true, loiteringDelay: 120_000,
                        extras: ["address": stop.address, "priority": 1])
                })
        } catch let error as BGeoError {
            note("plan refused: \(error.code): \(error.message)")
        } catch {
            note("plan refused: \(error)")
        }
    }

    /// A depot that the driver puts on the map with a long press.
    func addDepot(_ identifier: String, latitude: Double, longitude: Double, radius: Double) async {
        let depot = Geofence(
            identifier: identifier, radius: radius, latitude: latitude, longitude: longitude, notifyOnEntry: true,
            notifyOnExit: true)
        do {
            try await BackgroundGeolocation.addGeofence(depot)
        } catch BGeoError.invalidGeofence(let message) {
            note("no depot: \(message)")
        } catch {
            note("no depot: \(error.localizedDescription)")
        }
    }

    func finish(_ identifier: String) async {
        guard await BackgroundGeolocation.geofenceExists(identifier: identifier) else { return }
        await BackgroundGeolocation.removeGeofence(identifier: identifier)
    }

    func stops() async -> [Geofence] { await BackgroundGeolocation.getGeofences() }

    func breakTime() async throws {
        try await BackgroundGeolocation.changePace(false)
        try await BackgroundGeolocation.setConfig(Config(distanceFilter: 50, logUrl: Config.clearString))
    }

    /// What the driver sees under "unsent".
    func unsent() async -> (count: Int, fences: [String]) {
        let records = await BackgroundGeolocation.getLocations()
        let fences = records.filter { $0.event == "geofence" }
            .compactMap { ($0.raw["geofence"] as? [String: Any])?["identifier"] as? String }
        return (await BackgroundGeolocation.getCount(), fences)
    }

    func sendNow() async -> Int {
        do {
            return try await BackgroundGeolocation.sync().count
        } catch {
            note("sync: \(error)")
            return 0
        }
    }

    func whereAmI() async -> Coords? {
        try? await BackgroundGeolocation.getCurrentPosition(
            CurrentPositionOptions(persist: false, samples: 1, timeout: 20, maximumAge: 5000)
        ).coords
    }

    func endOfShift() async throws {
        let driven = await BackgroundGeolocation.getOdometer()
        note("\(Int(driven / 1000)) km")
        try await BackgroundGeolocation.resetOdometer()
        let state = try await BackgroundGeolocation.stop()
        note("enabled \(state.enabled)")
        reader?.cancel()
        for subscription in subscriptions { subscription.remove() }
        BackgroundGeolocation.removeListeners()
    }

    private func note(_ line: String) { lines.append(line) }
}
