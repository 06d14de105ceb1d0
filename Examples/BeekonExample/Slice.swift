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
    private static func ring(_ fence: BeekonGeofence) -> JSONValue {
        func polygon(_ north: Double, _ radius: Double) -> JSONValue {
            let middle = Coordinate(checkedLatitude: fence.latitude, longitude: fence.longitude)
            let center = Geodesic.destination(from: middle, bearing: 0, distance: north)
            let corners = (0..<12).map { index -> JSONValue in
                let corner = Geodesic.destination(from: center, bearing: -30 * Double(index), distance: radius)
                return [.double(corner.longitude), .double(corner.latitude)]
            }
            return .array(corners + [corners[0]])
        }
        let radius = fence.radiusMeters
        return [
            "type": "MultiPolygon",
            "coordinates": .array([.array([polygon(0, radius), polygon(radius / 2, radius / 10)])]),
        ]
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
