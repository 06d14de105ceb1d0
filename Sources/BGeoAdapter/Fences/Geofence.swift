package import LocationCore

/// A circle that the application wants to hear about.
public struct Geofence: Hashable, Sendable {
    /// Names the fence; not empty. Adding another fence of this name replaces it. Compared byte by byte.
    public let identifier: String
    /// Metres; finite and above 0, with no other bound.
    ///
    /// A small circle tells more precisely, but may miss a short visit or flicker where positions are noisy, as
    /// indoors and between tall buildings; a large one is steadier. The value is kept as given. (BGEO-003)
    public let radius: Double
    /// Degrees north of the equator, −90…90.
    public let latitude: Double
    /// Degrees east of Greenwich, −180…180.
    public let longitude: Double
    /// Whether coming in is told; left out means no.
    public let notifyOnEntry: Bool?
    /// Whether going out is told; left out means no.
    public let notifyOnExit: Bool?
    /// Whether staying is told; left out means no.
    public let notifyOnDwell: Bool?
    /// Milliseconds of staying after which it is told; 300000 when left out, not finite or not above 0. (BGEO-081)
    public let loiteringDelay: Double?

    package let extrasObject: PlainObject?

    /// The application's own data, echoed on every event of the fence.
    ///
    /// A member that is no JSON value (a date, raw data, an infinite number) is not kept, and adding such a fence is
    /// refused with code `INVALID_EXTRAS`.
    public var extras: [String: Any]? { extrasObject?.dictionary }

    /// Describes a fence. Its rules are checked when it is added.
    public init(
        identifier: String, radius: Double, latitude: Double, longitude: Double, notifyOnEntry: Bool? = nil,
        notifyOnExit: Bool? = nil, notifyOnDwell: Bool? = nil, loiteringDelay: Double? = nil,
        extras: [String: Any]? = nil
    ) {
        self.identifier = identifier
        self.radius = radius
        self.latitude = latitude
        self.longitude = longitude
        self.notifyOnEntry = notifyOnEntry
        self.notifyOnExit = notifyOnExit
        self.notifyOnDwell = notifyOnDwell
        self.loiteringDelay = loiteringDelay
        self.extrasObject = extras.map { PlainObject($0) }
    }

    /// Reads a fence; `nil` when the identifier, the radius or a coordinate is missing or mistyped.
    public init?(dictionary: [String: Any]) { self.init(DictionaryReader(dictionary)) }

    /// Reads a fence from its stored form; `nil` as for a dictionary.
    package init?(stored: JSONValue) {
        guard case .object(let members) = stored else { return nil }
        self.init(DictionaryReader(members))
    }

    private init?(_ read: DictionaryReader) {
        guard let identifier = read.string("identifier"), let radius = read.number("radius"),
            let latitude = read.number("latitude"), let longitude = read.number("longitude")
        else { return nil }
        self.identifier = identifier
        self.radius = radius
        self.latitude = latitude
        self.longitude = longitude
        self.notifyOnEntry = read.bool("notifyOnEntry")
        self.notifyOnExit = read.bool("notifyOnExit")
        self.notifyOnDwell = read.bool("notifyOnDwell")
        self.loiteringDelay = read.number("loiteringDelay")
        self.extrasObject = read.plainObject("extras")
    }

    /// The fence as a dictionary, without what was left out.
    public func toDictionary() -> [String: Any] {
        var dictionary: [String: Any] = [
            "identifier": identifier, "radius": radius, "latitude": latitude, "longitude": longitude,
        ]
        if let notifyOnEntry { dictionary["notifyOnEntry"] = notifyOnEntry }
        if let notifyOnExit { dictionary["notifyOnExit"] = notifyOnExit }
        if let notifyOnDwell { dictionary["notifyOnDwell"] = notifyOnDwell }
        if let loiteringDelay { dictionary["loiteringDelay"] = loiteringDelay }
        if let extras { dictionary["extras"] = extras }
        return dictionary
    }
}
