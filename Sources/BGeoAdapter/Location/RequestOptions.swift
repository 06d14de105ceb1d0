package import LocationCore

/// How a single position is asked for. What is left out is decided by the engine.
public struct CurrentPositionOptions: Hashable, Sendable {
    /// Whether the answer is also queued for upload.
    public var persist: Bool?
    /// How many readings are taken before the best is chosen.
    public var samples: Int?
    /// **Seconds** until the request gives up; 30 when left out.
    public var timeout: Double?
    /// Milliseconds of age up to which a remembered position will do.
    public var maximumAge: Double?
    /// Accuracy aimed at: a raw value of ``DesiredAccuracy``.
    public var desiredAccuracy: Int?

    package private(set) var extrasObject: PlainObject?

    /// The application's own data for the record.
    public var extras: [String: Any]? {
        get { extrasObject?.dictionary }
        set { extrasObject = newValue.map { PlainObject($0) } }
    }

    /// Describes a request.
    public init(
        persist: Bool? = nil, samples: Int? = nil, timeout: Double? = nil, maximumAge: Double? = nil,
        desiredAccuracy: Int? = nil, extras: [String: Any]? = nil
    ) {
        self.persist = persist
        self.samples = samples
        self.timeout = timeout
        self.maximumAge = maximumAge
        self.desiredAccuracy = desiredAccuracy
        self.extrasObject = extras.map { PlainObject($0) }
    }

    /// The options that were given, under their own names.
    public func toDictionary() -> [String: Any] { PlainObject(members: members).dictionary }

    package var members: JSONObject {
        var writer = MemberWriter()
        writer.put("persist", persist)
        writer.put("samples", samples)
        writer.put("timeout", timeout)
        writer.put("maximumAge", maximumAge)
        writer.put("desiredAccuracy", desiredAccuracy)
        writer.put("extras", extrasObject)
        return writer.members
    }
}

/// How positions are watched while the application is in use. What is left out is decided by the engine.
public struct WatchPositionOptions: Hashable, Sendable {
    /// Milliseconds between two positions.
    public var interval: Double?
    /// Accuracy aimed at: a raw value of ``DesiredAccuracy``.
    public var desiredAccuracy: Int?
    /// Whether the positions are also queued for upload.
    public var persist: Bool?

    package private(set) var extrasObject: PlainObject?

    /// The application's own data for the records.
    public var extras: [String: Any]? {
        get { extrasObject?.dictionary }
        set { extrasObject = newValue.map { PlainObject($0) } }
    }

    /// Describes a watch.
    public init(
        interval: Double? = nil, desiredAccuracy: Int? = nil, persist: Bool? = nil, extras: [String: Any]? = nil
    ) {
        self.interval = interval
        self.desiredAccuracy = desiredAccuracy
        self.persist = persist
        self.extrasObject = extras.map { PlainObject($0) }
    }

    /// The options that were given, under their own names.
    public func toDictionary() -> [String: Any] { PlainObject(members: members).dictionary }

    package var members: JSONObject {
        var writer = MemberWriter()
        writer.put("interval", interval)
        writer.put("desiredAccuracy", desiredAccuracy)
        writer.put("persist", persist)
        writer.put("extras", extrasObject)
        return writer.members
    }
}

/// How the compass is watched. What is left out is decided by the engine.
public struct WatchHeadingOptions: Hashable, Sendable {
    /// Milliseconds over which readings are smoothed.
    public var smoothingTauMs: Double?
    /// Least milliseconds between two events.
    public var minIntervalMs: Double?
    /// Least change between two events, in degrees.
    public var minDeltaDeg: Double?

    /// Describes a watch.
    public init(smoothingTauMs: Double? = nil, minIntervalMs: Double? = nil, minDeltaDeg: Double? = nil) {
        self.smoothingTauMs = smoothingTauMs
        self.minIntervalMs = minIntervalMs
        self.minDeltaDeg = minDeltaDeg
    }

    /// The options that were given, under their own names.
    public func toDictionary() -> [String: Any] { PlainObject(members: members).dictionary }

    package var members: JSONObject {
        var writer = MemberWriter()
        writer.put("smoothingTauMs", smoothingTauMs)
        writer.put("minIntervalMs", minIntervalMs)
        writer.put("minDeltaDeg", minDeltaDeg)
        return writer.members
    }
}
