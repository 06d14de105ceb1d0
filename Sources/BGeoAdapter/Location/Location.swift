import LocationCore

/// One recorded position, as it is queued, uploaded and told to listeners.
public struct Location: Hashable, Sendable {
    /// Identifies the record; a repeated upload carries the same one.
    public let uuid: String
    /// When the position was measured: ISO 8601 in UTC with milliseconds, such as `2026-07-06T17:42:10.482Z`.
    public let timestamp: String
    /// Milliseconds between the measurement and the record.
    public let age: Double?
    /// Metres travelled when the record was made.
    public let odometer: Double
    /// Where the device was.
    public let coords: Coords
    /// What the person seemed to be doing.
    public let activity: MotionActivity
    /// The charge of the battery.
    public let battery: Battery
    /// Whether the device was moving; `false` also while a freshly started tracker does not know. (BGEO-137)
    public let isMoving: Bool
    /// Whether this is an intermediate reading of a one-shot request.
    public let sample: Bool?
    /// Why the record was made: `geofence`, `motionchange`, `heartbeat` and so on; absent on a plain location.
    public let event: String?

    let payload: PlainObject
    let extrasObject: PlainObject?

    /// The application's own data on this record.
    public var extras: [String: Any]? { extrasObject?.dictionary }

    /// The whole payload, with the nested object `geofence` of a recorded transition. (BGEO-101)
    ///
    /// A member that is no JSON value (a date, raw data, an infinite number) is left out.
    public var raw: [String: Any] { payload.dictionary }

    /// When the transition that it belongs to happened; `nil` for any other record.
    var transitionTimestamp: String? { payload.members["geofence"]?["timestamp"]?.stringValue }

    /// Reads a location payload; `nil` when a required member is missing or mistyped.
    ///
    /// Numbers may be of any integer or floating type. Text and booleans are no numbers. (BGEO-138)
    public init?(dictionary: [String: Any]) {
        let read = DictionaryReader(dictionary)
        guard let uuid = read.string("uuid"), let timestamp = read.string("timestamp"),
            let odometer = read.number("odometer"),
            let coords = read.object("coords").flatMap(Coords.init(dictionary:)),
            let activity = read.object("activity").flatMap(MotionActivity.init(dictionary:)),
            let battery = read.object("battery").flatMap(Battery.init(dictionary:))
        else { return nil }
        self.uuid = uuid
        self.timestamp = timestamp
        self.age = read.number("age")
        self.odometer = odometer
        self.coords = coords
        self.activity = activity
        self.battery = battery
        self.isMoving = read.bool("is_moving") ?? false
        self.sample = read.bool("sample")
        self.event = read.string("event")
        self.extrasObject = read.plainObject("extras")
        self.payload = PlainObject(dictionary)
    }
}
