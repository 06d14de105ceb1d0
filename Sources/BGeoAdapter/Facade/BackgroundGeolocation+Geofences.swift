import LocationCore

/// Fences.
extension BackgroundGeolocation {
    /// Stores a fence, replacing the one of the same identifier. Works whether or not tracking is on. (BGEO-014)
    ///
    /// - Throws: As ``addGeofences(_:)``.
    public static func addGeofence(_ geofence: Geofence) async throws { try await addGeofences([geofence]) }

    /// Stores a list of fences, all or none. (BGEO-015 to BGEO-018)
    ///
    /// - Throws: ``BGeoError/invalidGeofence(message:)`` if one breaks a rule: an empty identifier, a radius that is not
    ///   finite and above 0, coordinates out of range, no notify flag. Code `INVALID_EXTRAS` if extras hold what is no
    ///   JSON value.
    public static func addGeofences(_ geofences: [Geofence]) async throws {
        let engine = current.engine
        let stored: [JSONValue]
        do throws(GeofenceRejection) {
            stored = try Geofence.stored(geofences)
        } catch {
            engine.log(
                LogRow(level: .error, source: "geofence", event: "rejected", message: error.description))
            throw error.error
        }
        guard !stored.isEmpty else { return }
        try await inOrder { try await $0.addGeofences(stored) }
        // "Registered before the call returns", but the next call need not wait for the system. (BGEO-037)
        await engine.registrationsSettled()
    }

    /// Removes a fence. An unknown identifier changes nothing. (BGEO-022, BGEO-023)
    public static func removeGeofence(identifier: String) async {
        await inOrder { await $0.removeGeofence(identifier: identifier) }
    }

    /// Removes all fences, watched or not. (BGEO-024)
    public static func removeGeofences() async { await inOrder { await $0.removeGeofences() } }

    /// All stored fences in the order in which they were first added, watched or not. (BGEO-025, BGEO-027)
    public static func getGeofences() async -> [Geofence] {
        await inOrder { await $0.geofences() }.compactMap(Geofence.init(stored:))
    }

    /// Whether a fence is stored, watched or not. (BGEO-025, BGEO-026)
    public static func geofenceExists(identifier: String) async -> Bool {
        await inOrder { await $0.geofenceExists(identifier: identifier) }
    }
}
