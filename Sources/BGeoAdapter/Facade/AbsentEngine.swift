package import LocationCore

/// Stands in where no engine was installed: it holds nothing, and says so where it can.
@MainActor package final class AbsentEngine: BGeoEngine {
    /// What every request that can fail fails with.
    package static let error = BGeoError.unknown(
        code: "NO_LOCATION_SERVICE", message: "no location service is installed in this process")

    package nonisolated init() {}

    package func ready(_ options: JSONObject) async throws(BGeoError) -> JSONObject { throw Self.error }
    package func setConfig(_ options: JSONObject) async throws(BGeoError) -> JSONObject { throw Self.error }
    package func start() async throws(BGeoError) -> JSONObject { throw Self.error }
    package func stop() async throws(BGeoError) -> JSONObject { throw Self.error }
    package func state() async -> JSONObject { ["enabled": false] }
    package func changePace(_ isMoving: Bool) async throws(BGeoError) { throw Self.error }

    package func addGeofences(_ fences: [JSONValue]) async throws(BGeoError) { throw Self.error }
    package func registrationsSettled() async {}
    package func removeGeofence(identifier: String) async {}
    package func removeGeofences() async {}
    package func geofences() async -> [JSONValue] { [] }
    package func geofenceExists(identifier: String) async -> Bool { false }

    package func sync() async throws(BGeoError) -> [JSONValue] { throw Self.error }
    package func locations() async -> [JSONValue] { [] }
    package func locationCount() async -> Int { 0 }
    package func destroyLocations() async -> Int { 0 }
    package func destroyLocation(uuid: String) async -> Bool { false }
    package func insertLocation(_ record: JSONObject) async {}
    package func tokens() async -> BGeoTokens { BGeoTokens(access: nil, refresh: nil) }

    package func currentPosition(_ options: JSONObject) async throws(BGeoError) -> JSONValue { throw Self.error }
    package func watchPosition(_ options: JSONObject) {}
    package func stopWatchPosition() {}
    package func watchHeading(_ options: JSONObject) {}
    package func stopWatchHeading() {}

    package func requestPermission() async throws(BGeoError) -> Int { throw Self.error }
    package func requestTemporaryFullAccuracy(purpose: String) async -> AccuracyAuthorization { .reduced }
    package func providerState() async -> JSONObject { ["enabled": false] }
    package func isPowerSaveMode() async -> Bool { false }
    package func odometer() async -> Double { 0 }
    package func setOdometer(_ metres: Double) async throws(BGeoError) -> JSONValue { throw Self.error }

    package func log(_ row: LogRow) {}
    package func log(limit: Int) async -> [JSONValue] { [] }
    package func destroyLog() async -> Int { 0 }
    package func uploadLog() async -> Int { 0 }
}
