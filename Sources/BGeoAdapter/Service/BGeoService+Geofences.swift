package import GeofenceEngine
package import LocationCore

/// Fences.
extension BGeoService {
    package func addGeofences(_ fences: [JSONValue]) async throws(BGeoError) {
        let defined = fences.compactMap(Fence.init(bgeo:))
        // They are valid by contract; one that is not would be lost silently.
        guard defined.count == fences.count else { throw .rejectedGeofence }
        try await run { () async throws(StoreError) in try await engine.put(defined) }
    }

    /// On simulated time only the test could bring the answer. (BGEO-037)
    package func registrationsSettled() async {
        if !device.events.isLockstep { await engine.registrationsSettled() }
    }

    package func removeGeofence(identifier: String) async {
        await run(otherwise: ()) { () async throws(StoreError) in try await engine.remove([FenceID(identifier)]) }
    }

    package func removeGeofences() async {
        await run(otherwise: ()) { () async throws(StoreError) in try await engine.removeAll() }
    }

    package func geofences() async -> [JSONValue] {
        await run(otherwise: []) { () async throws(StoreError) in try await engine.fences().map(\.attributes) }
    }

    package func geofenceExists(identifier: String) async -> Bool {
        await run(otherwise: false) { () async throws(StoreError) in
            try await engine.fence(FenceID(identifier)) != nil
        }
    }
}

extension Fence {
    /// A fence out of BGeo's stored form; `nil` for what breaks its rules.
    package init?(bgeo stored: JSONValue) {
        guard let geofence = Geofence(stored: stored), geofence.brokenRule == nil,
            let center = try? Coordinate(latitude: geofence.latitude, longitude: geofence.longitude),
            let circle = try? Circle(center: center, radius: geofence.radius)
        else { return nil }
        var reports: TransitionKinds = []
        if geofence.notifyOnEntry == true { reports.insert(.enter) }
        if geofence.notifyOnExit == true { reports.insert(.exit) }
        if geofence.notifyOnDwell == true { reports.insert(.dwell) }
        let delay = Geofence.effectiveLoiteringDelay(geofence.loiteringDelay)
        self.init(
            id: FenceID(geofence.identifier), shape: .circle(circle), reports: reports,
            dwellDelay: Int64(saturating: delay.rounded(.up)), attributes: stored)
    }
}
