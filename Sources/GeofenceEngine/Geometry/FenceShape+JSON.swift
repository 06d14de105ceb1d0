public import LocationCore

extension FenceShape {
    /// The shape as a GeoJSON geometry with closed rings; a circle, which GeoJSON does not have, as
    /// `{"type": "Circle", "center": [longitude, latitude], "radius": metres}`.
    ///
    /// ``init(json:)`` gives the same shape again, bit for bit.
    public var json: JSONValue {
        switch self {
        case .circle(let circle):
            return [
                "type": "Circle", "center": Self.position(circle.center), "radius": .double(circle.radius),
            ]
        case .polygon(let polygon):
            return ["type": "Polygon", "coordinates": Self.rings(polygon)]
        case .multiPolygon(let area):
            return ["type": "MultiPolygon", "coordinates": .array(area.members.map(Self.rings))]
        }
    }

    /// Reads a shape from what ``json`` wrote, or from a GeoJSON geometry.
    ///
    /// - Throws: ``GeoJSONError`` with the place and the reason.
    public init(json value: JSONValue) throws(GeoJSONError) {
        let reader = GeoJSONReader(options: GeoJSON.Options(maximumPositions: .max))
        guard try reader.type(of: value, at: "") == "Circle" else {
            self = try reader.geometry(value, at: "").0
            return
        }
        guard let center = value["center"]?.arrayValue, center.count == 2, let longitude = center[0].doubleValue,
            let latitude = center[1].doubleValue
        else { throw GeoJSONError(path: "center", reason: .notAPosition) }
        guard let radius = value["radius"]?.doubleValue else { throw GeoJSONError(path: "radius", reason: .missing) }
        self = .circle(try Self.circle(latitude: latitude, longitude: longitude, radius: radius))
    }

    private static func circle(
        latitude: Double, longitude: Double, radius: Double
    ) throws(GeoJSONError) -> Circle {
        let center: Coordinate
        do {
            center = try Coordinate(latitude: latitude, longitude: longitude)
        } catch {
            throw GeoJSONError(path: "center", reason: .coordinate(error))
        }
        do {
            return try Circle(center: center, radius: radius)
        } catch {
            throw GeoJSONError(path: "radius", reason: .radius(error))
        }
    }

    private static func rings(_ polygon: Polygon) -> JSONValue {
        .array(polygon.rings.map { .array(($0.vertices + $0.vertices.prefix(1)).map(position)) })
    }

    private static func position(_ coordinate: Coordinate) -> JSONValue {
        [.double(coordinate.longitude), .double(coordinate.latitude)]
    }
}
