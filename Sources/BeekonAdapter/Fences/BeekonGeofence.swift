/// A circle to watch, and what to report and show when its boundary is crossed.
///
/// Nothing is checked or clamped here: what cannot be watched is refused by ``Beekon/addGeofences(_:)``. Two fences are
/// the same one when the UTF-8 bytes of their ids are; text that only looks alike names another fence. (BKN 1.3)
public struct BeekonGeofence: Hashable, Sendable, Codable, Identifiable {
    /// The app's name for it, 1…100 UTF-16 units; case counts.
    public var id: String
    /// Degrees north of the equator, −90…90, WGS-84.
    public var latitude: Double
    /// Degrees east of Greenwich, −180…180, WGS-84.
    public var longitude: Double
    /// Metres from the centre to the edge; above 0. Below 100 the system may report late or not at all.
    public var radiusMeters: Double
    /// Whether coming in is reported.
    public var notifyOnEntry: Bool
    /// Whether going out is reported.
    public var notifyOnExit: Bool
    /// What the system shows at a crossing; `nil` for nothing.
    public var notification: GeofenceNotification?

    /// Describes a fence; both directions are reported unless said otherwise. (BKN-002)
    public init(
        id: String, latitude: Double, longitude: Double, radiusMeters: Double, notifyOnEntry: Bool = true,
        notifyOnExit: Bool = true, notification: GeofenceNotification? = nil
    ) {
        self.id = id
        self.latitude = latitude
        self.longitude = longitude
        self.radiusMeters = radiusMeters
        self.notifyOnEntry = notifyOnEntry
        self.notifyOnExit = notifyOnExit
        self.notification = notification
    }

    /// Reads a fence; the flags may be left out and are then on.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try values.decode(String.self, forKey: .id),
            latitude: try values.decode(Double.self, forKey: .latitude),
            longitude: try values.decode(Double.self, forKey: .longitude),
            radiusMeters: try values.decode(Double.self, forKey: .radiusMeters),
            notifyOnEntry: try values.decodeIfPresent(Bool.self, forKey: .notifyOnEntry) ?? true,
            notifyOnExit: try values.decodeIfPresent(Bool.self, forKey: .notifyOnExit) ?? true,
            notification: try values.decodeIfPresent(GeofenceNotification.self, forKey: .notification))
    }
}
