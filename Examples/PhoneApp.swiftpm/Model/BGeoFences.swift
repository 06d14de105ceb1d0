import BGeoAdapter
import Foundation
import LocationCore

/// BGeo: subscribe, `ready`, `start`; fences are watched while tracking runs.
@MainActor struct BGeoFences: FenceService {
    let vendor = Vendor.bgeo

    func start(_ hear: @escaping @MainActor (Crossing) async -> Void) async throws {
        let events = BackgroundGeolocation.geofenceEvents
        Task {
            for await event in events { await hear(Crossing(event)) }
        }
        try await BackgroundGeolocation.ready(
            Config(distanceFilter: 10, stopTimeout: 5, stopOnTerminate: false, startOnBoot: false))
        try await BackgroundGeolocation.start()
    }

    func fences() async -> [ShownFence] {
        let watched = await BackgroundGeolocation.monitored()
        let absences = Dictionary(watched.map { ($0.identifier, $0.absence) }) { first, _ in first }
        return await BackgroundGeolocation.getGeofences().map {
            ShownFence($0, absence: absences[$0.identifier] ?? nil)
        }
    }

    func save(_ fence: FenceRequest) async throws {
        try await BackgroundGeolocation.addGeofence(
            Geofence(
                identifier: fence.identifier, radius: fence.radius, latitude: fence.latitude,
                longitude: fence.longitude, notifyOnEntry: fence.reportsEnter, notifyOnExit: fence.reportsExit,
                notifyOnDwell: fence.reportsDwell, loiteringDelay: fence.dwellDelay))
    }

    func remove(_ identifier: String) async { await BackgroundGeolocation.removeGeofence(identifier: identifier) }

    func explain(_ identifier: String) async -> [String] {
        await BackgroundGeolocation.explain(identifier: identifier)
    }
}

extension ShownFence {
    fileprivate init(_ fence: Geofence, absence: String?) {
        self.init(
            id: fence.identifier, latitude: fence.latitude, longitude: fence.longitude, radius: fence.radius,
            reportsEnter: fence.notifyOnEntry ?? false, reportsExit: fence.notifyOnExit ?? false,
            reportsDwell: fence.notifyOnDwell ?? false, dwellDelay: fence.loiteringDelay, absence: absence)
    }
}

extension Crossing {
    fileprivate init(_ event: GeofenceEvent) {
        let action: FenceAction =
            switch event.action {
            case .enter: .enter
            case .exit: .exit
            case .dwell: .dwell
            }
        // The moment of the transition; `timestamp` of the record is that of the position beside it.
        let moment = (event.location.raw["geofence"] as? [String: Any])?["timestamp"] as? String
        let date = Timestamp(iso8601: moment ?? event.location.timestamp)?.date ?? Date()
        self.init(fence: event.identifier, action: action, date: date)
    }
}
