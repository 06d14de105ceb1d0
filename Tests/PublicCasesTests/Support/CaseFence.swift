import GeofenceEngine
import LocationCore

/// A fence as a case tells it.
struct CaseFence: Hashable {
    let id: String
    let latitude: Double
    let longitude: Double
    let radius: Double
    /// `E`, `X` and `D`.
    let on: String
    /// Milliseconds.
    let loiteringDelay: Double?
    let extras: JSONValue?
    /// Vertices of a polygon, which then has no centre and no radius of its own.
    let ring: [Coordinate]

    init(
        id: String, latitude: Double, longitude: Double, radius: Double, on: String = "EX",
        loiteringDelay: Double? = nil, extras: JSONValue? = nil, ring: [Coordinate] = []
    ) {
        self.id = id
        self.latitude = latitude
        self.longitude = longitude
        self.radius = radius
        self.on = on
        self.loiteringDelay = loiteringDelay
        self.extras = extras
        self.ring = ring
    }

    func shape() throws -> FenceShape {
        if !ring.isEmpty { return .polygon(try Polygon(shell: ring)) }
        return .circle(try Circle(center: Coordinate(latitude: latitude, longitude: longitude), radius: radius))
    }
}

extension CaseFence {
    /// A list whose entries are fences or make many of them, or one such entry alone.
    static func list(_ value: JSONValue) throws -> [CaseFence] {
        guard let entries = value.arrayValue else { return try entry(value) }
        return try entries.flatMap(entry)
    }

    private static func entry(_ value: JSONValue) throws -> [CaseFence] {
        switch value["gen"]?.stringValue {
        case "ring": try ring(value)
        case "line": try line(value)
        case "grid": try grid(value)
        default: [try CaseFence(value)]
        }
    }

    private init(_ value: JSONValue) throws {
        if let ring = value["ring"]?.arrayValue {
            self.init(
                id: try (value["id"]?.stringValue).orThrow("a fence has an id"), latitude: 0, longitude: 0, radius: 0,
                on: value["on"]?.stringValue ?? "EX", loiteringDelay: value["loiteringDelay"]?.doubleValue,
                ring: try ring.map(Self.place))
            return
        }
        self.init(
            id: try (value["id"]?.stringValue).orThrow("a fence has an id"),
            latitude: try (value["lat"]?.doubleValue).orThrow("a circle has a latitude"),
            longitude: try (value["lon"]?.doubleValue).orThrow("a circle has a longitude"),
            radius: try (value["r"]?.doubleValue).orThrow("a circle has a radius"),
            on: value["on"]?.stringValue ?? "EX", loiteringDelay: value["loiteringDelay"]?.doubleValue,
            extras: value["extras"].flatMap { $0.isNull ? nil : $0 })
    }

    /// `n` fences at the same distance, or spread evenly between two, bearing i * 360 / n.
    private static func ring(_ value: JSONValue) throws -> [CaseFence] {
        let center = try place(value["center"])
        let distances = try distances(value["dist"])
        return try many(value) { index, count in
            let part = count > 1 ? Double(index) / Double(count - 1) : 0
            let distance = distances.from + (distances.to - distances.from) * part
            return Geodesic.destination(
                from: center, bearing: Double(index) * 360 / Double(count), distance: distance)
        }
    }

    /// `n` fences, one each `step` metres.
    private static func line(_ value: JSONValue) throws -> [CaseFence] {
        let start = try place(value["start"])
        let bearing = try (value["brg"]?.doubleValue).orThrow("a line has a bearing")
        let step = try (value["step"]?.doubleValue).orThrow("a line has a step")
        return try many(value) { index, _ in
            Geodesic.destination(from: start, bearing: bearing, distance: Double(index) * step)
        }
    }

    /// A square grid round a centre, row by row from the south-west.
    private static func grid(_ value: JSONValue) throws -> [CaseFence] {
        let center = try place(value["center"])
        let spacing = try (value["spacing"]?.doubleValue).orThrow("a grid has a spacing")
        return try many(value) { index, count in
            let side = Int(Double(count).squareRoot().rounded(.up))
            let middle = Double(side - 1) / 2
            let north = (Double(index / side) - middle) * spacing
            let east = (Double(index % side) - middle) * spacing
            let row = Geodesic.destination(from: center, bearing: north < 0 ? 180 : 0, distance: abs(north))
            return Geodesic.destination(from: row, bearing: east < 0 ? 270 : 90, distance: abs(east))
        }
    }

    /// Ids are the prefix and a zero-padded index.
    private static func many(
        _ value: JSONValue, _ place: (_ index: Int, _ count: Int) -> Coordinate
    ) throws -> [CaseFence] {
        let count = Int(try (value["n"]?.int64Value).orThrow("many fences have a number"))
        let prefix = try (value["prefix"]?.stringValue).orThrow("many fences have a prefix")
        let radius = try (value["r"]?.doubleValue).orThrow("many fences have a radius")
        let width = String(count - 1).count
        return (0..<count).map { index in
            let digits = String(index)
            let at = place(index, count)
            return CaseFence(
                id: prefix + String(repeating: "0", count: width - digits.count) + digits, latitude: at.latitude,
                longitude: at.longitude, radius: radius, on: value["on"]?.stringValue ?? "EX",
                extras: value["extras"])
        }
    }

    private static func place(_ value: JSONValue?) throws -> Coordinate {
        let pair = try (value?.arrayValue).orThrow("a place is a pair of numbers")
        guard pair.count == 2, let latitude = pair[0].doubleValue, let longitude = pair[1].doubleValue else {
            throw CaseError("a place is a latitude and a longitude")
        }
        return try Coordinate(latitude: latitude, longitude: longitude)
    }

    private static func distances(_ value: JSONValue?) throws -> (from: Double, to: Double) {
        if let one = value?.doubleValue { return (one, one) }
        let two = value?.arrayValue?.compactMap(\.doubleValue) ?? []
        guard two.count == 2 else { throw CaseError("a ring has a distance or two") }
        return (two[0], two[1])
    }
}
