import LocationCore

/// Positions, the compass and the device.
extension BackgroundGeolocation {
    /// One position now.
    ///
    /// - Throws: ``BGeoError`` with code `408` after the time-out, `1` without permission, `INVALID_EXTRAS` for extras
    ///   that are not JSON.
    public static func getCurrentPosition(_ options: CurrentPositionOptions = .init()) async throws -> Location {
        if let path = options.extrasObject?.unrepresentable {
            throw BGeoError.unknown(code: "INVALID_EXTRAS", message: "extras.\(path) is not a JSON value")
        }
        return try location(await engineInOrder().currentPosition(options.members))
    }

    /// Begins to tell positions as `location` events whose extras have `watch`.
    public static func watchPosition(_ options: WatchPositionOptions = .init()) {
        let engine = current.engine
        if let extras = options.extrasObject { _ = members(extras, of: "watchPosition", engine) }
        engine.watchPosition(options.members)
    }

    /// Ends what ``watchPosition(_:)`` began.
    public static func stopWatchPosition() { current.engine.stopWatchPosition() }

    /// Begins to tell headings while the application is in the foreground.
    public static func watchHeading(_ options: WatchHeadingOptions = .init()) {
        current.engine.watchHeading(options.members)
    }

    /// Ends what ``watchHeading(_:)`` began.
    public static func stopWatchHeading() { current.engine.stopWatchHeading() }

    /// Asks the person for the location permission.
    ///
    /// - Throws: ``BGeoError`` with code `DECODE_ERROR` if the answer is no known status.
    public static func requestPermission() async throws -> AuthorizationStatus {
        let number = try await engineInOrder().requestPermission()
        guard let status = AuthorizationStatus(rawValue: number) else {
            throw BGeoError.unknown(code: "DECODE_ERROR", message: "Unknown authorization status \(number)")
        }
        return status
    }

    /// Asks the person for precise positions for a while. Without an answer within 30 s they stay coarse.
    public static func requestTemporaryFullAccuracy(purpose: String) async -> AccuracyAuthorization {
        await engineInOrder().requestTemporaryFullAccuracy(purpose: purpose)
    }

    /// What the system allows and offers now.
    public static func getProviderState() async -> ProviderState {
        ProviderState(dictionary: PlainObject(members: await inOrder { await $0.providerState() }).dictionary)
    }

    /// Whether the system asks for a low-power mode.
    public static func isPowerSaveMode() async -> Bool { await inOrder { await $0.isPowerSaveMode() } }

    /// Metres travelled.
    public static func getOdometer() async -> Double { await inOrder { await $0.odometer() } }

    /// Sets the metres travelled.
    @discardableResult public static func setOdometer(_ metres: Double) async throws -> Location {
        try location(await engineInOrder().setOdometer(metres))
    }

    /// Sets the metres travelled to 0.
    @discardableResult public static func resetOdometer() async throws -> Location { try await setOdometer(0) }

    private static func location(_ payload: JSONValue) throws(BGeoError) -> Location {
        guard let location = BGeoPayload.location(payload) else {
            throw .unknown(code: "DECODE_ERROR", message: "Failed to decode location")
        }
        return location
    }
}
