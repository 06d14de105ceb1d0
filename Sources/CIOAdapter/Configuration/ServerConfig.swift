package import LocationCore

/// The options that a server sends beside fences, already within their bounds. (CIO 2.4)
package struct ServerConfig: Hashable, Sendable {
    /// Metres from the registration centre beyond which fences are ranked anew; 100…5000.
    package var localRefreshTriggerRadius: Double = 1000
    /// Metres from the place of the last download beyond which the next one is due; greater than 0.
    package var remoteFetchRefreshTriggerRadius: Double = 5000
    /// Milliseconds after which a download is due; 60 s to 7 days.
    package var remoteFetchRefreshExpiry: Int64 = 86_400_000
    /// Milliseconds in which a second enter, or exit, of a fence is a duplicate; 60 s to 24 h.
    package var duplicateEventsExpiry: Int64 = 3_600_000
    /// Metres to the farthest edge that is watched; `nil` for no cap.
    package var maxMonitoringDistance: Double? = Self.defaultDistance
    /// The most fences that are watched; 0…19, where 0 switches watching off.
    package var maxBusinessGeofences: Int = Self.mostFences

    /// What counts before a server has sent anything, and for what it leaves out. (CIO-021)
    package static let fallback = ServerConfig()

    private static let defaultDistance = 1_000_000.0
    private static let mostFences = 19

    package init() {}

    /// Whether the server switched watching off: not even the movement trigger is registered. (CIO-036)
    package var isKillSwitch: Bool { maxBusinessGeofences == 0 }
}

extension ServerConfig {
    /// Reads a `config` block: what is missing, null or not above 0 is replaced, the rest brought within its bounds.
    ///
    /// - Throws: ``DownloadError/decoding(_:)`` for a value of another type.
    package init(wire: JSONValue) throws(DownloadError) {
        guard case .object(let members) = wire else { throw .decoding("config is no object") }
        if let metres = try members.positive("local_refresh_trigger_radius", "localRefreshTriggerRadius") {
            localRefreshTriggerRadius = min(max(metres, 100), 5000)
        }
        if let metres = try members.positive("remote_fetch_refresh_trigger_radius", "remoteFetchRefreshTriggerRadius") {
            remoteFetchRefreshTriggerRadius = metres
        }
        if let time = try members.positive("remote_fetch_refresh_expiry_time", "remoteFetchRefreshExpiryTime") {
            remoteFetchRefreshExpiry = Int64(min(max(time, 60_000), 604_800_000).rounded())
        }
        if let time = try members.positive("duplicate_events_expiry_time", "duplicateEventsExpiryTime") {
            duplicateEventsExpiry = Int64(min(max(time, 60_000), 86_400_000).rounded())
        }
        if let metres = try members.number("max_monitoring_distance", "maxMonitoringDistance") {
            // Below the trigger radius everything beyond it would be lost until the next refresh.
            maxMonitoringDistance =
                metres == 0 ? nil : metres < localRefreshTriggerRadius ? Self.defaultDistance : metres
        }
        try readPlatform(members.wire("ios", "ios"))
    }

    private mutating func readPlatform(_ block: JSONValue?) throws(DownloadError) {
        guard let block else { return }
        guard case .object(let members) = block else { throw .decoding("config.ios is no object") }
        guard let value = members.wire("max_business_geofence", "maxBusinessGeofence") else { return }
        guard let count = value.int64Value else {
            throw .decoding("config.ios.max_business_geofence is \(value); it must be a whole number")
        }
        // Out of range falls back; it is not clamped. (CIO-024)
        maxBusinessGeofences = (0...Int64(Self.mostFences)).contains(count) ? Int(count) : Self.mostFences
    }
}

extension ServerConfig {
    /// The form in which it is kept.
    package var json: JSONValue {
        [
            "local_refresh_trigger_radius": .double(localRefreshTriggerRadius),
            "remote_fetch_refresh_trigger_radius": .double(remoteFetchRefreshTriggerRadius),
            "remote_fetch_refresh_expiry_time": .integer(remoteFetchRefreshExpiry),
            "duplicate_events_expiry_time": .integer(duplicateEventsExpiry),
            "max_monitoring_distance": .double(maxMonitoringDistance ?? 0),
            "ios": ["max_business_geofence": .integer(Int64(maxBusinessGeofences))],
        ]
    }

    /// Takes over a kept form; the fallbacks count for what cannot be read. Kept values are within their bounds, so
    /// that reading them as the wire's changes none.
    package init(kept: JSONValue?) {
        self = kept.flatMap { try? ServerConfig(wire: $0) } ?? .fallback
    }
}

extension JSONObject {
    /// A member under its name in snake case or in camel case; `nil` when it is missing or null. (CIO 2.3)
    package func wire(_ snake: String, _ camel: String) -> JSONValue? {
        guard let value = self[snake] ?? self[camel], !value.isNull else { return nil }
        return value
    }

    fileprivate func number(_ snake: String, _ camel: String) throws(DownloadError) -> Double? {
        guard let value = wire(snake, camel) else { return nil }
        guard let number = value.doubleValue else {
            throw .decoding("config.\(snake) is \(value); it must be a number")
        }
        return number
    }

    fileprivate func positive(_ snake: String, _ camel: String) throws(DownloadError) -> Double? {
        guard let number = try number(snake, camel), number > 0 else { return nil }
        return number
    }
}
