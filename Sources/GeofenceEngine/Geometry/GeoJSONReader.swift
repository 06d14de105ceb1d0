import LocationCore

/// Takes a GeoJSON object apart and says where it is not one.
struct GeoJSONReader {
    let options: GeoJSON.Options

    func type(of value: JSONValue, at path: String) throws(GeoJSONError) -> String {
        guard value.objectValue != nil else { throw GeoJSONError(path: path, reason: .notAnObject) }
        guard let type = value["type"]?.stringValue else {
            throw GeoJSONError(path: path.member("type"), reason: .missing)
        }
        return type
    }

    /// A feature, or a geometry that stands for one without properties.
    func feature(_ value: JSONValue, index: Int, at path: String) throws(GeoJSONError) -> GeoJSON.Feature {
        guard try type(of: value, at: path) == "Feature" else {
            let (shape, wrapped, remarks) = try geometry(value, at: path)
            return GeoJSON.Feature(
                index: index, id: nil, properties: [:], shape: shape, wrappedLongitudes: wrapped, remarks: remarks)
        }
        guard let geometry = value["geometry"], !geometry.isNull else {
            throw GeoJSONError(path: path.member("geometry"), reason: .missing)
        }
        let (shape, wrapped, remarks) = try self.geometry(geometry, at: path.member("geometry"))
        return GeoJSON.Feature(
            index: index, id: value["id"], properties: value["properties"]?.objectValue ?? [:], shape: shape,
            wrappedLongitudes: wrapped, remarks: remarks)
    }

    /// A polygon or multipolygon, how many of its longitudes lay beyond ±180, and what was left out of it.
    func geometry(
        _ value: JSONValue, at path: String
    ) throws(GeoJSONError) -> (FenceShape, wrapped: Int, remarks: [ShapeRemark]) {
        let type = try type(of: value, at: path)
        guard type == "Polygon" || type == "MultiPolygon" else {
            throw GeoJSONError(path: path.member("type"), reason: .unsupportedType(type))
        }
        let path = path.member("coordinates")
        guard let coordinates = value["coordinates"], !coordinates.isNull else {
            throw GeoJSONError(path: path, reason: .missing)
        }
        var count = Count()
        guard type == "MultiPolygon" else {
            let shape = FenceShape.polygon(try polygon(coordinates, at: path, member: 0, &count))
            return (shape, count.wrapped, count.remarks)
        }
        var members: [Polygon] = []
        var flat: GeoJSONError?
        for (index, element) in try list(coordinates, at: path).enumerated() {
            do throws(GeoJSONError) {
                members.append(try polygon(element, at: "\(path)[\(index)]", member: index, &count))
            } catch {
                guard options.leftovers == .dropped, case .shape(let fault) = error.reason, fault.ring == 0,
                    fault.fault.isFlat
                else { throw error }
                count.remarks.append(
                    ShapeRemark(kind: .flatMember, member: index, ring: 0, vertex: fault.vertex))
                flat = flat ?? error
            }
        }
        // A place of flat members alone is none.
        if members.isEmpty, let flat { throw flat }
        do {
            return (.multiPolygon(try MultiPolygon(members)), count.wrapped, count.remarks)
        } catch {
            throw GeoJSONError(path: path, reason: .shape(error))
        }
    }

    private struct Count {
        var positions = 0
        var wrapped = 0
        var remarks: [ShapeRemark] = []
    }

    private func polygon(
        _ value: JSONValue, at path: String, member: Int, _ count: inout Count
    ) throws(GeoJSONError) -> Polygon {
        var rings: [[Coordinate]] = []
        for (index, ring) in try list(value, at: path).enumerated() {
            rings.append(try self.ring(ring, at: "\(path)[\(index)]", &count))
        }
        do {
            var remarks: [ShapeRemark] = []
            let polygon = try Polygon(
                shell: rings[0], holes: Array(rings.dropFirst()), touching: options.touching,
                leftovers: options.leftovers, remarks: &remarks)
            count.remarks += remarks.map { $0.inMember(member) }
            return polygon
        } catch {
            throw GeoJSONError(path: path, reason: .shape(error.inMember(member)))
        }
    }

    private func ring(_ value: JSONValue, at path: String, _ count: inout Count) throws(GeoJSONError) -> [Coordinate] {
        var ring: [Coordinate] = []
        for (index, element) in try list(value, at: path).enumerated() {
            count.positions += 1
            if count.positions > options.maximumPositions {
                throw GeoJSONError(path: path, reason: .tooManyPositions(allowed: options.maximumPositions))
            }
            guard let numbers = element.arrayValue, numbers.count >= 2, let x = numbers[0].doubleValue,
                let y = numbers[1].doubleValue
            else { throw GeoJSONError(path: "\(path)[\(index)]", reason: .notAPosition) }
            ring.append(try coordinate(x, y, at: "\(path)[\(index)]", &count))
        }
        return ring
    }

    /// A position; a longitude of up to 360 either way is taken a turn back.
    ///
    /// Nothing is rounded by that: the difference of two doubles is exact when neither is more than twice the other.
    private func coordinate(
        _ x: Double, _ y: Double, at path: String, _ count: inout Count
    ) throws(GeoJSONError) -> Coordinate {
        var longitude = x
        if abs(x) > 180, abs(x) <= 360 {
            longitude = x > 0 ? x - 360 : x + 360
            count.wrapped += 1
        }
        do {
            return try Coordinate(latitude: y, longitude: longitude)
        } catch {
            throw GeoJSONError(path: path, reason: .coordinate(error))
        }
    }

    private func list(_ value: JSONValue, at path: String) throws(GeoJSONError) -> [JSONValue] {
        guard let elements = value.arrayValue else { throw GeoJSONError(path: path, reason: .notAList) }
        guard !elements.isEmpty else { throw GeoJSONError(path: path, reason: .empty) }
        return elements
    }
}

extension String {
    fileprivate func member(_ name: String) -> String { isEmpty ? name : "\(self).\(name)" }
}
