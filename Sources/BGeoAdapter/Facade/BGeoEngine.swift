package import LocationCore

/// What carries out the façade's requests.
///
/// Payloads are JSON objects of the shapes that the façade's value types read. Events go to the ``EventHub`` that the
/// engine was made with.
@MainActor package protocol BGeoEngine: AnyObject, Sendable {
    /// Merges options, resumes tracking if it was on, and gives the state. Null unsets an option.
    func ready(_ options: JSONObject) async throws(BGeoError) -> JSONObject
    /// Merges options and gives the state. Null unsets an option.
    func setConfig(_ options: JSONObject) async throws(BGeoError) -> JSONObject
    /// Begins tracking and gives the state.
    func start() async throws(BGeoError) -> JSONObject
    /// Ends tracking and gives the state.
    func stop() async throws(BGeoError) -> JSONObject
    /// The state, with the keys of ``State/raw``.
    func state() async -> JSONObject
    /// Throws ``BGeoError/paceWhileDisabled`` while tracking is off.
    func changePace(_ isMoving: Bool) async throws(BGeoError)

    /// Stores fences, all or none. They are valid and distinct, and in their stored form.
    func addGeofences(_ fences: [JSONValue]) async throws(BGeoError)
    /// Returns when the system has answered for every region it was asked to watch.
    func registrationsSettled() async
    /// Removes a fence by the bytes of its identifier; an unknown one changes nothing.
    func removeGeofence(identifier: String) async
    /// Removes all fences.
    func removeGeofences() async
    /// All stored fences in their order.
    func geofences() async -> [JSONValue]
    /// Whether a fence of that identifier, byte for byte, is stored.
    func geofenceExists(identifier: String) async -> Bool

    /// Gives the queued records, then begins to upload them.
    func sync() async throws(BGeoError) -> [JSONValue]
    /// The queued records, oldest first.
    func locations() async -> [JSONValue]
    /// How many records are queued.
    func locationCount() async -> Int
    /// Removes all records; tells how many.
    func destroyLocations() async -> Int
    /// Removes one record; tells whether there was one.
    func destroyLocation(uuid: String) async -> Bool
    /// Queues a record unless its identifier is queued already.
    func insertLocation(_ record: JSONObject) async
    /// The tokens that the uploader holds.
    func tokens() async -> BGeoTokens

    /// One position, as a location payload; options as of ``CurrentPositionOptions``.
    func currentPosition(_ options: JSONObject) async throws(BGeoError) -> JSONValue
    /// Begins to emit positions; options as of ``WatchPositionOptions``.
    func watchPosition(_ options: JSONObject)
    /// Ends that.
    func stopWatchPosition()
    /// Begins to emit headings; options as of ``WatchHeadingOptions``.
    func watchHeading(_ options: JSONObject)
    /// Ends that.
    func stopWatchHeading()

    /// Asks for the permission; a raw value of ``AuthorizationStatus``.
    func requestPermission() async throws(BGeoError) -> Int
    /// Asks for precise positions; ``AccuracyAuthorization/reduced`` if nobody answers within 30 s.
    func requestTemporaryFullAccuracy(purpose: String) async -> AccuracyAuthorization
    /// What the system allows and offers, with the keys of ``ProviderState``.
    func providerState() async -> JSONObject
    /// Whether the system asks for a low-power mode.
    func isPowerSaveMode() async -> Bool
    /// Metres travelled.
    func odometer() async -> Double
    /// Sets the metres travelled; gives a location payload.
    func setOdometer(_ metres: Double) async throws(BGeoError) -> JSONValue

    /// Writes a row to the log if its level is kept.
    func log(_ row: LogRow)
    /// Rows of the log, newest first, at most `limit` of them, with the keys of ``LogEntry``.
    func log(limit: Int) async -> [JSONValue]
    /// Removes all rows; tells how many.
    func destroyLog() async -> Int
    /// Counts the rows that wait for upload, then begins to upload them.
    func uploadLog() async -> Int
}

/// What a row of the log says.
package struct LogRow: Hashable, Sendable {
    /// How important it is.
    package let level: LogLevel
    /// Who writes it.
    package let source: String
    /// What kind of row it is.
    package let event: String
    /// What happened, in words.
    package let message: String
    /// Figures beside the message.
    package let data: JSONObject?

    package init(level: LogLevel, source: String, event: String, message: String, data: JSONObject? = nil) {
        self.level = level
        self.source = source
        self.event = event
        self.message = message
        self.data = data
    }
}
