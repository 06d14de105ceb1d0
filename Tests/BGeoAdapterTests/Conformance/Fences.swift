import BGeoAdapter
import LocationCore

/// The fences of the statements, written out.
extension Geofence {
    /// `geofences-seed.json`, `single`.
    static let home = Geofence.home()

    /// That fence with some of it changed.
    static func home(
        radius: Double = 150, at metresNorth: Double = 0, entry: Bool? = true, exit: Bool? = true, dwell: Bool? = true,
        delay: Double? = 300_000, extras: [String: Any]? = ["kind": "home", "label": "Home"]
    ) -> Geofence {
        let center = metresNorth == 0 ? BGeoBench.p0 : BGeoBench.north(metresNorth)
        return Geofence(
            identifier: "home", radius: radius, latitude: center.latitude, longitude: center.longitude,
            notifyOnEntry: entry, notifyOnExit: exit, notifyOnDwell: dwell, loiteringDelay: delay, extras: extras)
    }

    /// `geofences-seed.json`, `bulk`.
    static let bulk = [
        Geofence(
            identifier: "home", radius: 150, latitude: 52.2297, longitude: 21.0122, notifyOnEntry: true,
            notifyOnExit: true),
        Geofence(
            identifier: "office", radius: 100, latitude: 52.2319, longitude: 21.0067, notifyOnEntry: true,
            notifyOnExit: true),
        Geofence(
            identifier: "school", radius: 120, latitude: 52.2189, longitude: 21.0289, notifyOnEntry: true,
            notifyOnDwell: true, loiteringDelay: 600_000),
    ]

    /// A fence north of P0, as the slicing statements have them.
    static func north(
        _ metres: Double, radius: Double = 50, _ identifier: String? = nil, exit: Bool? = nil
    ) -> Geofence {
        let center = BGeoBench.north(metres)
        return Geofence(
            identifier: identifier ?? name(metres), radius: radius, latitude: center.latitude,
            longitude: center.longitude, notifyOnEntry: true, notifyOnExit: exit)
    }

    /// `n0030`, `n0060` and so on.
    static func name(_ metres: Double) -> String {
        let digits = String(Int(metres))
        return "n" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// So many fences 30 m apart, stored farthest first.
    static func row(_ count: Int, spacing: Double = 30) -> [Geofence] {
        (1...count).reversed().map { .north(Double($0) * spacing) }
    }

    /// The names of such a row's fences from the nearest on.
    static func names(_ range: ClosedRange<Int>, spacing: Double = 30) -> [String] {
        range.map { name(Double($0) * spacing) }
    }
}
