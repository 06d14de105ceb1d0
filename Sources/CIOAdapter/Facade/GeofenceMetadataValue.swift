/// What is told about a fence. The raw values are those of the wire. (CIO 1.6)
public enum GeofenceTransition: String, Sendable, CaseIterable, Codable {
    /// The device came in.
    case enter
    /// The device went out.
    case exit
    /// The device stayed for the fence's threshold.
    case dwell
}

/// A value of a fence's metadata, with its type. (CIO 1.6, 2.8)
public enum GeofenceMetadataValue: Codable, Equatable, Sendable {
    /// Text.
    case string(String)
    /// A whole number.
    case int(Int64)
    /// Any other number.
    case double(Double)
    /// Yes or no.
    case bool(Bool)

    /// The value alone: a `String`, an `Int64`, a `Double` or a `Bool`.
    public var anyValue: Any {
        switch self {
        case .string(let value): value
        case .int(let value): value
        case .double(let value): value
        case .bool(let value): value
        }
    }

    /// Reads a single value; yes or no is tried before whole numbers, these before others, text last.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .int(value)
        } else if let value = try? container.decode(Double.self) {
            self = .double(value)
        } else {
            self = .string(try container.decode(String.self))
        }
    }

    /// Writes the value alone.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .string(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .bool(let value): try container.encode(value)
        }
    }
}
