import BeekonAdapter
import Foundation
import Testing

/// The vendor's own samples, unchanged apart from the import line. They need to compile; what they do is tested elsewhere.
enum Snippets {
    static func selfManaged() async throws {
        try await Beekon.shared.addGeofences([
            BeekonGeofence(
                id: "home",
                latitude: 12.9716,
                longitude: 77.5946,
                radiusMeters: 150
            )
        ])
        let active = await Beekon.shared.listGeofences()
        try await Beekon.shared.removeGeofences(ids: ["home"])
        _ = active
    }

    static func events() async {
        for await e in await Beekon.shared.geofenceEvents {
            print("\(e.type) \(e.geofenceId)")
        }
    }
}
