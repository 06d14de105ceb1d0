import LocationCore

/// Beyond the vendor's API: values can be kept and sent by Swift's coders, in the shape of their dictionaries, and extras be
/// read as a type of the application.
extension Geofence: Codable {
    /// Reads a fence; throws where ``init(dictionary:)`` is `nil`.
    public init(from decoder: any Decoder) throws {
        guard let value = Geofence(dictionary: try PlainObject(from: decoder).dictionary) else {
            throw DecodingError.incomplete("a fence", decoder)
        }
        self = value
    }

    /// Writes the members of ``toDictionary()``; extras that are no JSON values are left out.
    public func encode(to encoder: any Encoder) throws { try PlainObject(toDictionary()).encode(to: encoder) }

    /// The extras as a type of the application; `nil` where there are none.
    ///
    /// - Throws: `DecodingError` when they are of another shape.
    public func extras<Value: Decodable>(as type: Value.Type) throws -> Value? {
        try extrasObject?.decoded(as: type)
    }
}

extension Location: Codable {
    /// Reads a record; throws where ``init(dictionary:)`` is `nil`.
    public init(from decoder: any Decoder) throws {
        guard let value = Location(dictionary: try PlainObject(from: decoder).dictionary) else {
            throw DecodingError.incomplete("a location", decoder)
        }
        self = value
    }

    /// Writes the members of ``raw``.
    public func encode(to encoder: any Encoder) throws { try payload.encode(to: encoder) }

    /// The extras as a type of the application; `nil` where there are none.
    ///
    /// - Throws: `DecodingError` when they are of another shape.
    public func extras<Value: Decodable>(as type: Value.Type) throws -> Value? {
        try extrasObject?.decoded(as: type)
    }
}

extension GeofenceEvent: Codable {
    /// Reads an event; throws where ``init(dictionary:)`` is `nil`.
    public init(from decoder: any Decoder) throws {
        guard let value = GeofenceEvent(dictionary: try PlainObject(from: decoder).dictionary) else {
            throw DecodingError.incomplete("a geofence event", decoder)
        }
        self = value
    }

    /// Writes identifier, action, location and extras.
    public func encode(to encoder: any Encoder) throws {
        var writer = MemberWriter()
        writer.put("identifier", identifier)
        writer.put("action", action.rawValue)
        writer.put("location", location.payload)
        writer.put("extras", extrasObject)
        try PlainObject(members: writer.members).encode(to: encoder)
    }

    /// The fence's extras as a type of the application; `nil` where there are none.
    ///
    /// - Throws: `DecodingError` when they are of another shape.
    public func extras<Value: Decodable>(as type: Value.Type) throws -> Value? {
        try extrasObject?.decoded(as: type)
    }
}

extension DecodingError {
    fileprivate static func incomplete(_ what: String, _ decoder: any Decoder) -> DecodingError {
        .dataCorrupted(Context(codingPath: decoder.codingPath, debugDescription: "\(what) needs other members"))
    }
}
