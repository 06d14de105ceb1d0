import BGeoAdapter
import LocationCore

/// An engine that records what it is asked and answers what it was given.
@MainActor final class RecordingEngine: BGeoEngine {
    var requests: [String] = []
    var options: [JSONObject] = []
    var added: [[JSONValue]] = []
    var rows: [LogRow] = []
    var fences: [JSONValue] = []
    var records: [JSONValue] = []
    var logRows: [JSONValue] = []
    var position: JSONValue = .null
    var permission = 3
    var failure: BGeoError?

    nonisolated init() {}

    private func ask(_ request: String) throws(BGeoError) {
        requests.append(request)
        if let failure { throw failure }
    }

    func ready(_ options: JSONObject) async throws(BGeoError) -> JSONObject {
        self.options.append(options)
        try ask("ready")
        return ["enabled": false, "geofenceCount": 3]
    }
    func setConfig(_ options: JSONObject) async throws(BGeoError) -> JSONObject {
        self.options.append(options)
        try ask("setConfig")
        return ["enabled": false]
    }
    func start() async throws(BGeoError) -> JSONObject {
        try ask("start")
        return ["enabled": true]
    }
    func stop() async throws(BGeoError) -> JSONObject {
        try ask("stop")
        return ["enabled": false]
    }
    func state() async -> JSONObject {
        requests.append("state")
        return ["enabled": true, "odometer": 12.5]
    }
    func changePace(_ isMoving: Bool) async throws(BGeoError) { try ask("changePace \(isMoving)") }

    func addGeofences(_ fences: [JSONValue]) async throws(BGeoError) {
        try ask("addGeofences")
        added.append(fences)
    }
    func registrationsSettled() async {}
    func removeGeofence(identifier: String) async { requests.append("removeGeofence \(identifier)") }
    func removeGeofences() async { requests.append("removeGeofences") }
    func geofences() async -> [JSONValue] { fences }
    func geofenceExists(identifier: String) async -> Bool {
        fences.contains { $0["identifier"] == .string(identifier) }
    }

    func sync() async throws(BGeoError) -> [JSONValue] {
        try ask("sync")
        return records
    }
    func locations() async -> [JSONValue] { records }
    func locationCount() async -> Int { records.count }
    func destroyLocations() async -> Int {
        defer { records = [] }
        return records.count
    }
    func destroyLocation(uuid: String) async -> Bool {
        let count = records.count
        records.removeAll { $0["uuid"] == .string(uuid) }
        return records.count < count
    }
    func insertLocation(_ record: JSONObject) async { records.append(.object(record)) }
    func tokens() async -> BGeoTokens { BGeoTokens(access: "a-1", refresh: nil) }

    func currentPosition(_ options: JSONObject) async throws(BGeoError) -> JSONValue {
        self.options.append(options)
        try ask("currentPosition")
        return position
    }
    func watchPosition(_ options: JSONObject) {
        self.options.append(options)
        requests.append("watchPosition")
    }
    func stopWatchPosition() { requests.append("stopWatchPosition") }
    func watchHeading(_ options: JSONObject) {
        self.options.append(options)
        requests.append("watchHeading")
    }
    func stopWatchHeading() { requests.append("stopWatchHeading") }

    func requestPermission() async throws(BGeoError) -> Int {
        try ask("requestPermission")
        return permission
    }
    func requestTemporaryFullAccuracy(purpose: String) async -> AccuracyAuthorization {
        requests.append("requestTemporaryFullAccuracy \(purpose)")
        return .full
    }
    func providerState() async -> JSONObject { ["status": 3, "enabled": true, "accuracyAuthorization": 0] }
    func isPowerSaveMode() async -> Bool { true }
    func odometer() async -> Double { 42 }
    func setOdometer(_ metres: Double) async throws(BGeoError) -> JSONValue {
        try ask("setOdometer \(metres)")
        return position
    }

    func log(_ row: LogRow) { rows.append(row) }
    func log(limit: Int) async -> [JSONValue] {
        requests.append("log \(limit)")
        return logRows
    }
    func destroyLog() async -> Int { 7 }
    func uploadLog() async -> Int { 5 }
}

/// Runs a test with an engine and a hub of its own.
@MainActor func withEngine(_ body: @MainActor (RecordingEngine, EventHub) async throws -> Void) async rethrows {
    let engine = RecordingEngine()
    let hub = EventHub()
    try await BackgroundGeolocation.$context.withValue(BGeoContext(engine: engine, hub: hub)) {
        try await body(engine, hub)
    }
}
