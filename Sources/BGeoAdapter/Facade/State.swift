/// The state of the engine at one moment.
public struct State: Hashable, Sendable {
    /// Whether tracking is on: from `start()` to `stop()`, over restarts of the application. (BGEO-139)
    public let enabled: Bool

    private let payload: PlainObject

    /// Everything the engine reports of itself, among it `isMoving`, `odometer`, `authorization`, `geofenceCount`,
    /// `lastGeofenceError`, `lastAcceptedFixAge` (seconds) and `connected`.
    public var raw: [String: Any] { payload.dictionary }

    /// One member of ``raw``.
    public subscript(key: String) -> Any? { raw[key] }

    /// Reads a state. A missing `enabled` is `false`.
    public init(dictionary: [String: Any]) {
        self.enabled = DictionaryReader(dictionary).bool("enabled") ?? false
        self.payload = PlainObject(dictionary)
    }
}
