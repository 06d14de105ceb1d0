package import LocationCore

/// A polygon of a response, checked as far as a look at its parts can check it. (CIO 2.6)
package struct PolygonDescription: Hashable, Sendable {
    /// The vertices as they were sent, without consecutive repeats and without a closing one; at least three.
    package let ring: [Coordinate]
    /// The circle that the server gives for it; the device watches this one.
    package let enclosing: Circle

    /// Reads `geometry` and `enclosing_circle`.
    package init(geometry: JSONValue?, enclosing: JSONValue?) throws(EntryError) {
        guard case .object(let members) = geometry else { throw .type(key: "geometry", wanted: "an object") }
        let type = members["type"]?.stringValue ?? ""
        guard type.lowercased() == "polygon" else { throw .geometryType(type) }
        guard let rings = members["coordinates"]?.arrayValue else {
            throw .type(key: "geometry.coordinates", wanted: "a list of rings")
        }
        guard rings.count == 1, let ring = rings.first else { throw .rings(rings.count) }
        guard let positions = ring.arrayValue else {
            throw .type(key: "geometry.coordinates", wanted: "a list of rings")
        }
        self.ring = try Self.collapsed(positions)
        guard case .object(let circle) = enclosing else { throw .type(key: "enclosing_circle", wanted: "an object") }
        self.enclosing = try Circle(circle, radius: ("base_radius_m", "baseRadiusM"), of: "enclosing_circle")
        let area = LocalPlane(self.ring).area
        guard area >= 1 else { throw .tooSmall(area) }
    }

    private static func collapsed(_ positions: [JSONValue]) throws(EntryError) -> [Coordinate] {
        var ring: [Coordinate] = []
        ring.reserveCapacity(positions.count)
        for (index, position) in positions.enumerated() {
            guard let vertex = Self.vertex(position) else { throw .vertex(index) }
            if let last = ring.last, last.isSamePlace(as: vertex) { continue }
            ring.append(vertex)
        }
        while ring.count > 1, ring[0].isSamePlace(as: ring[ring.count - 1]) { ring.removeLast() }
        guard ring.count >= 3 else { throw .tooFewVertices(ring.count) }
        return ring
    }

    /// Longitude first; further numbers are ignored.
    private static func vertex(_ position: JSONValue) -> Coordinate? {
        guard let numbers = position.arrayValue, numbers.count >= 2, let longitude = numbers[0].doubleValue,
            let latitude = numbers[1].doubleValue
        else { return nil }
        return try? Coordinate(latitude: latitude, longitude: longitude)
    }
}

extension Coordinate {
    /// Whether both name one place; −180 and 180 are one meridian.
    fileprivate func isSamePlace(as other: Coordinate) -> Bool {
        latitude == other.latitude
            && (longitude == other.longitude || abs(longitude) == 180 && abs(other.longitude) == 180)
    }
}
