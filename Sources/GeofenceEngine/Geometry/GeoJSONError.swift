public import LocationCore

/// Why a text or value holds no shape, and where it goes wrong.
public struct GeoJSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Reason: Hashable, Sendable {
        /// The text is longer than the reader accepts.
        case tooLong(bytes: Int, allowed: Int)
        /// The text is no JSON.
        case json(JSONError)
        /// Not a JSON object.
        case notAnObject
        /// A member that must be there is not, or is null.
        case missing
        /// A `type` that has no area, such as `Point`, or that is not read, such as `GeometryCollection`.
        case unsupportedType(String)
        /// A list was expected: coordinates are nested too shallowly.
        case notAList
        /// An empty list of rings, members or positions.
        case empty
        /// Not a list of at least two numbers: no position, or coordinates are nested too deeply.
        case notAPosition
        /// More positions than the reader accepts in one geometry.
        case tooManyPositions(allowed: Int)
        /// A number that is no latitude or longitude.
        case coordinate(CoordinateError)
        /// The rings are no shape.
        case shape(ShapeError)
        /// A number that is no radius.
        case radius(CircleError)
    }

    /// The place, such as `features[2].geometry.coordinates[0][5]`; empty for the whole.
    public let path: String
    /// What is wrong there.
    public let reason: Reason

    /// Creates an error.
    public init(path: String, reason: Reason) {
        self.path = path
        self.reason = reason
    }

    /// What is wrong, where, and what would be allowed.
    public var description: String { path.isEmpty ? reason.sentence : "\(path): \(reason.sentence)" }
}

extension GeoJSONError.Reason {
    fileprivate var sentence: String {
        switch self {
        case .tooLong(let bytes, let allowed): "the text has \(bytes) bytes; at most \(allowed) are read"
        case .json(let error): error.description
        case .notAnObject: "a GeoJSON object is expected"
        case .missing: "a member is missing or null"
        case .unsupportedType(let type):
            "type \"\(type)\" cannot be a fence; allowed are Polygon and MultiPolygon, also in a Feature or a "
                + "FeatureCollection"
        case .notAList: "a list is expected; coordinates are not nested deeply enough"
        case .empty: "the list is empty"
        case .notAPosition: "a position is a list of longitude and latitude"
        case .tooManyPositions(let allowed): "the geometry has more than \(allowed) positions"
        case .coordinate(let error): error.description
        case .shape(let error): error.description
        case .radius(let error): error.description
        }
    }
}
