package import LocationCore

/// Why one entry of a response is not used. The others are. (CIO 2.5)
package enum EntryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Not an object.
    case notAnObject
    /// Missing, null, blank, or neither an integer of 64 bits nor text.
    case identifier
    /// A value of another type than it must have.
    case type(key: String, wanted: String)
    /// Not a position; carries the key of the position.
    case position(String, CoordinateError)
    /// Not a finite number of metres above 0; carries the key.
    case radius(String, Double)
    /// Polygon fields without the name of a shape.
    case undescribedShape
    /// The name of a shape that nobody here knows.
    case unknownShape(String)
    /// Something else than a polygon; carries the type.
    case geometryType(String)
    /// Not exactly one ring; carries how many.
    case rings(Int)
    /// A vertex of the ring, counted from 0, is no position.
    case vertex(Int)
    /// Fewer than three vertices after repeats are collapsed; carries how many.
    case tooFewVertices(Int)
    /// Square metres below 1.
    case tooSmall(Double)
    /// The ring crosses or touches itself; carries where.
    case ring(String)

    /// Whether it is an unknown shape: a newer server's, and no reason to distrust the answer. (CIO 2.5)
    package var isUnknownShape: Bool {
        if case .unknownShape = self { true } else { false }
    }

    /// What is wrong, and what would be allowed.
    package var description: String {
        switch self {
        case .notAnObject: "the entry is no object"
        case .identifier: "the id is missing, blank, or neither an integer nor text"
        case .type(let key, let wanted): "\(key) is not \(wanted)"
        case .position(let key, let error): "\(key): \(error)"
        case .radius(let key, let value): "\(key) \(value) is not a finite number of metres above 0"
        case .undescribedShape: "there are fields of a polygon, but no shape is named"
        case .unknownShape(let name): "the shape \"\(name)\" is unknown"
        case .geometryType(let type): "the geometry is \"\(type)\"; only Polygon is supported"
        case .rings(let count): "the polygon has \(count) rings; exactly one is supported"
        case .vertex(let index): "vertex \(index) is no position, longitude first"
        case .tooFewVertices(let count): "the ring has \(count) different vertices; it needs at least 3"
        case .tooSmall(let area): "the ring encloses \(area) square metres; it needs at least 1"
        case .ring(let fault):
            "the ring is not simple; by Customer.io's rule no two edges that are not neighbors cross or touch: \(fault)"
        }
    }
}

/// An entry that is not used.
package struct DroppedEntry: Hashable, Sendable, CustomStringConvertible {
    /// Its place in the response, counted from 0.
    package let index: Int
    /// Its identifier, if it has one.
    package let id: String?
    /// Why.
    package let reason: EntryError

    /// Which entry, and why.
    package var description: String { "fence \(id ?? "without id") (entry \(index)) dropped: \(reason)" }
}

/// Something in an entry that was passed over while the fence is used.
package struct EntryRemark: Hashable, Sendable, CustomStringConvertible {
    /// The fence.
    package let id: String
    /// What was passed over, with its value.
    package let text: String

    /// Which fence, and what.
    package var description: String { "fence \(id): \(text)" }
}
