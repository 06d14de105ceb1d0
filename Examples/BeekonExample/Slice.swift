import BeekonAdapter
import LocationCore

/// What a server in cloud mode gives this device: the same fences, the first of them as a polygon with a hole.
struct Slice {
    let json: JSONValue

    init(of fences: [BeekonGeofence]) {
        let items = fences.enumerated().map { index, fence -> JSONValue in
            [
                "id": .string(fence.id), "geometry": index == 0 ? Self.ring(fence) : Self.circle(fence),
                "notify_on_entry": .bool(fence.notifyOnEntry), "notify_on_exit": .bool(fence.notifyOnExit),
                "notification": fence.notification.map(Self.notification) ?? .null,
            ]
        }
        json = ["schema_version": 1, "geofences": ["revision": "example", "items": .array(items)]]
    }

    private static func circle(_ fence: BeekonGeofence) -> JSONValue {
        [
            "type": "Circle", "latitude": .double(fence.latitude), "longitude": .double(fence.longitude),
            "radius_meters": .double(fence.radiusMeters),
        ]
    }

    /// Twelve corners on the circle, and a hole of a tenth of its size to the north of the middle.
    static func rings(_ fence: BeekonGeofence) -> [[Coordinate]] {
        func polygon(_ north: Double, _ radius: Double) -> [Coordinate] {
            let middle = Coordinate(checkedLatitude: fence.latitude, longitude: fence.longitude)
            let center = Geodesic.destination(from: middle, bearing: 0, distance: north)
            let corners = (0..<12).map { index in
                Geodesic.destination(from: center, bearing: -30 * Double(index), distance: radius)
            }
            return corners + [corners[0]]
        }
        return [polygon(0, fence.radiusMeters), polygon(fence.radiusMeters / 2, fence.radiusMeters / 10)]
    }

    private static func ring(_ fence: BeekonGeofence) -> JSONValue {
        let rings = Self.rings(fence).map { ring in
            JSONValue.array(ring.map { [.double($0.longitude), .double($0.latitude)] })
        }
        return ["type": "MultiPolygon", "coordinates": .array([.array(rings)])]
    }

    private static func notification(_ notification: GeofenceNotification) -> JSONValue {
        func block(_ content: NotificationContent?) -> JSONValue {
            guard let content else { return .null }
            return [
                "title": .string(content.title), "body": .string(content.body),
                "importance": .string(content.importance.rawValue),
            ]
        }
        return [
            "delivery": .string(notification.delivery.rawValue), "on_enter": block(notification.onEnter),
            "on_exit": block(notification.onExit),
        ]
    }
}
