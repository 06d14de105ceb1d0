package import LocationCore

/// The area of a fence as the server describes it. (BKN 8)
package enum SliceGeometry: Hashable, Sendable {
    /// All points within a distance of one.
    case circle(Circle)
    /// Members of rings of positions; ring 0 of a member is its boundary, the others are holes.
    case polygons([[[Coordinate]]])

    /// Reads a `Circle`, a `Polygon` or a `MultiPolygon`, in any letter case.
    package init(json: JSONValue) throws(SliceFault) {
        guard let type = json["type"]?.stringValue else { throw SliceFault("geometry.type is missing") }
        switch type.lowercased() {
        case "circle": self = .circle(try Self.circle(json))
        case "polygon":
            self = .polygons(try Self.withArea([try Self.rings(json["coordinates"], at: "coordinates")]))
        case "multipolygon":
            guard let members = json["coordinates"]?.arrayValue, !members.isEmpty else {
                throw SliceFault("geometry.coordinates is no list of polygons")
            }
            var read: [[[Coordinate]]] = []
            for (index, member) in members.enumerated() {
                read.append(try Self.rings(member, at: "coordinates[\(index)]"))
            }
            self = .polygons(try Self.withArea(read))
        default: throw SliceFault("geometry.type \"\(type)\" is none of Circle, Polygon and MultiPolygon")
        }
    }

    /// Refuses what has no member with enough positions. Holes without area, and members beside others, are left out later;
    /// the place stays. (AMD-12)
    private static func withArea(_ members: [[[Coordinate]]]) throws(SliceFault) -> [[[Coordinate]]] {
        guard members.contains(where: { ($0.first?.count ?? 0) >= 3 }) else {
            throw SliceFault(
                "geometry.coordinates has \(members.first?.first?.count ?? 0) different positions; a ring has at least 3"
            )
        }
        return members
    }

    private static func circle(_ json: JSONValue) throws(SliceFault) -> Circle {
        guard let latitude = json["latitude"]?.doubleValue, let longitude = json["longitude"]?.doubleValue,
            let radius = json["radius_meters"]?.doubleValue
        else { throw SliceFault("a circle has the numbers latitude, longitude and radius_meters") }
        let center = try coordinate(latitude: latitude, longitude: longitude, at: "geometry")
        do {
            return try Circle(center: center, radius: radius)
        } catch {
            throw SliceFault("geometry.radius_meters: \(error)")
        }
    }

    private static func rings(_ json: JSONValue?, at path: String) throws(SliceFault) -> [[Coordinate]] {
        guard let rings = json?.arrayValue, !rings.isEmpty else {
            throw SliceFault("geometry.\(path) is no list of rings")
        }
        var read: [[Coordinate]] = []
        for (index, ring) in rings.enumerated() { read.append(try Self.ring(ring, at: "\(path)[\(index)]")) }
        return read
    }

    /// A ring without the repeated first position at its end. Whether it encloses an area is for the shape to say.
    private static func ring(_ json: JSONValue, at path: String) throws(SliceFault) -> [Coordinate] {
        guard let positions = json.arrayValue else { throw SliceFault("geometry.\(path) is no list of positions") }
        var ring: [Coordinate] = []
        for (index, position) in positions.enumerated() {
            guard let parts = position.arrayValue, parts.count >= 2, let longitude = parts[0].doubleValue,
                let latitude = parts[1].doubleValue
            else { throw SliceFault("geometry.\(path)[\(index)] is no position; one is [longitude, latitude]") }
            ring.append(
                try coordinate(latitude: latitude, longitude: longitude, at: "geometry.\(path)[\(index)]"))
        }
        if ring.count > 1, ring.first == ring.last { ring.removeLast() }
        return ring
    }

    private static func coordinate(
        latitude: Double, longitude: Double, at path: String
    ) throws(SliceFault) -> Coordinate {
        do {
            return try Coordinate(latitude: latitude, longitude: longitude)
        } catch {
            throw SliceFault("\(path): \(error)")
        }
    }
}

/// Why a fence of the slice was left out, or its notification.
package struct SliceFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong and what is allowed.
    package let description: String

    package init(_ description: String) { self.description = description }
}
