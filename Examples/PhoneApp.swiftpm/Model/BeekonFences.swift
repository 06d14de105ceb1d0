import BeekonAdapter

/// Beekon: fences are watched whether or not tracking runs, and report no dwell.
@MainActor struct BeekonFences: FenceService {
    let vendor = Vendor.beekon
    let beekon: Beekon

    func start(_ hear: @escaping @MainActor (Crossing) async -> Void) async throws {
        let events = await beekon.geofenceEvents
        Task {
            for await event in events { await hear(Crossing(event)) }
        }
        try await beekon.open()
    }

    func fences() async -> [ShownFence] {
        let watched = await beekon.monitored()
        let absences = Dictionary(watched.map { ($0.id, $0.absence) }) { first, _ in first }
        return await beekon.listGeofences().map { ShownFence($0, absence: absences[$0.id] ?? nil) }
    }

    func save(_ fence: FenceRequest) async throws {
        try await beekon.addGeofences([
            BeekonGeofence(
                id: fence.identifier, latitude: fence.latitude, longitude: fence.longitude,
                radiusMeters: fence.radius, notifyOnEntry: fence.reportsEnter, notifyOnExit: fence.reportsExit)
        ])
    }

    func remove(_ identifier: String) async throws { try await beekon.removeGeofences(ids: [identifier]) }

    func explain(_ identifier: String) async -> [String] { await beekon.explain(identifier) }
}

extension ShownFence {
    fileprivate init(_ fence: BeekonGeofence, absence: String?) {
        self.init(
            id: fence.id, latitude: fence.latitude, longitude: fence.longitude, radius: fence.radiusMeters,
            reportsEnter: fence.notifyOnEntry, reportsExit: fence.notifyOnExit, absence: absence)
    }
}

extension Crossing {
    fileprivate init(_ event: GeofenceEvent) {
        self.init(fence: event.geofenceId, action: event.type == .enter ? .enter : .exit, date: event.timestamp)
    }
}
