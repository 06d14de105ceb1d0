package import GeofenceEngine
package import LocationCore

/// Reads one entry of a response. (CIO 2.5 to 2.8)
package struct EntryReader {
    package let id: String
    private let members: JSONObject
    /// What was passed over.
    package private(set) var remarks: [EntryRemark] = []

    package init(_ entry: JSONValue) throws(EntryError) {
        guard case .object(let members) = entry else { throw .notAnObject }
        guard let id = Self.identifier(members) else { throw .identifier }
        self.members = members
        self.id = id
    }

    /// The identifier as text: integers keep all of their 64 bits. (CIO-018)
    package static func identifier(_ members: JSONObject) -> String? {
        switch members["id"] {
        case .string(let text): text.isBlank ? nil : text
        case .integer(let number): String(number)
        case .unsigned(let number): String(number)
        // `7.0` is the integer 7; beyond 2^53 a double no longer says which integer was meant.
        case .double(let number) where abs(number) < 9_007_199_254_740_992: Int64(exactly: number).map { String($0) }
        case .double, .bool, .null, .array, .object, nil: nil
        }
    }

    /// The fence.
    package mutating func fence() throws(EntryError) -> Fence {
        let name = try text("name", "name")
        let shape = try shape()
        let threshold = dwellThreshold()
        let reports = try reports(dwells: threshold != nil)
        let geosets = try geosets()
        let metadata = Metadata(wire: members["metadata"])
        let attributes = FenceAttributes(
            name: name.flatMap { $0.isEmpty ? nil : $0 }, metadata: metadata, lastUpdated: lastUpdated)
        return Fence(
            id: FenceID(id), shape: shape.shape, watchedCircle: shape.enclosing, reports: reports,
            dwellDelay: (threshold ?? 0) * 1000,
            geosets: geosets, attributes: attributes.json)
    }

    private func shape() throws(EntryError) -> (shape: FenceShape, enclosing: Circle?) {
        let name = try text("shape", "shape")?.trimmed.lowercased() ?? ""
        switch name {
        case "circle":
            return (.circle(try circle()), nil)
        case "polygon":
            let polygon = try PolygonDescription(
                geometry: members["geometry"], enclosing: members.wire("enclosing_circle", "enclosingCircle"))
            return (try polygon.shape(), polygon.enclosing)
        case "":
            guard members.wire("geometry", "geometry") == nil,
                members.wire("enclosing_circle", "enclosingCircle") == nil
            else { throw .undescribedShape }
            return (.circle(try circle()), nil)
        default:
            throw .unknownShape(name)
        }
    }

    private func circle() throws(EntryError) -> Circle {
        try Circle(members, radius: ("radius", "radius"), of: "the circle")
    }

    /// The threshold in seconds; `nil` when there is no dwell. A value that is none never costs the fence. (CIO-031)
    private mutating func dwellThreshold() -> Int64? {
        guard let value = members.wire("dwell_threshold_seconds", "dwellThresholdSeconds") else { return nil }
        if let seconds = value.int64Value, (0...2_147_483).contains(seconds) { return seconds == 0 ? nil : seconds }
        remarks.append(
            EntryRemark(
                id: id,
                text: "dwell_threshold_seconds \(value) is no whole number in 1...2147483, so there will be no dwell"))
        return nil
    }

    /// What is delivered. (CIO 2.7)
    private func reports(dwells: Bool) throws(EntryError) -> TransitionKinds {
        let dwell: TransitionKinds = dwells ? .dwell : []
        guard let value = members.wire("transition_types", "transitionTypes") else { return [.enter, .exit, dwell] }
        guard let words = value.arrayValue else { throw .type(key: "transition_types", wanted: "a list of words") }
        var kinds: TransitionKinds = []
        var namesDwell = false
        for word in words {
            switch word.stringValue?.lowercased() {
            case "enter": kinds.insert(.enter)
            case "exit": kinds.insert(.exit)
            case "dwell": namesDwell = true
            default: break
            }
        }
        // The word never switches dwell on; alone beside a threshold it switches enter and exit off.
        if kinds.isEmpty, !(namesDwell && dwells) { kinds = [.enter, .exit] }
        return kinds.union(dwell)
    }

    /// The geosets as text, in order, without blanks and repeats. (CIO-075)
    private func geosets() throws(EntryError) -> [String] {
        guard let value = members.wire("geoset_ids", "geosetIds") else { return [] }
        guard let elements = value.arrayValue else { throw .type(key: "geoset_ids", wanted: "a list of ids") }
        var seen: Set<FenceID> = []
        return elements.compactMap { element in
            let text: String? =
                switch element {
                case .string(let text): text.isBlank ? nil : text
                case .integer(let number): String(number)
                case .unsigned(let number): String(number)
                case .null, .bool, .double, .array, .object: nil
                }
            return text.flatMap { seen.insert(FenceID($0)).inserted ? $0 : nil }
        }
    }

    /// Epoch 0 when it is missing or no number: nothing depends on it. (CIO-034)
    private var lastUpdated: Timestamp {
        Timestamp(milliseconds: Int64(saturating: members.wire("last_updated", "lastUpdated")?.doubleValue ?? 0))
    }

    private func text(_ snake: String, _ camel: String) throws(EntryError) -> String? {
        guard let value = members.wire(snake, camel) else { return nil }
        guard let text = value.stringValue else { throw .type(key: snake, wanted: "text") }
        return text
    }
}

extension Circle {
    /// Reads a circle from `latitude`, `longitude` and a radius; the bounds are included. (CIO-033)
    init(_ members: JSONObject, radius key: (snake: String, camel: String), of what: String) throws(EntryError) {
        let latitude = try members.coordinate("latitude")
        let longitude = try members.coordinate("longitude")
        guard let radius = members.wire(key.snake, key.camel)?.doubleValue else {
            throw .type(key: key.snake, wanted: "a number")
        }
        let center: Coordinate
        do { center = try Coordinate(latitude: latitude, longitude: longitude) } catch { throw .position(what, error) }
        do { self = try Circle(center: center, radius: radius) } catch { throw .radius(key.snake, radius) }
    }
}

extension JSONObject {
    fileprivate func coordinate(_ key: String) throws(EntryError) -> Double {
        guard let number = self[key]?.doubleValue else { throw .type(key: key, wanted: "a number") }
        return number
    }
}

extension StringProtocol {
    /// Whether there is nothing but white space.
    var isBlank: Bool { allSatisfy(\.isWhitespace) }

    /// Without white space at both ends.
    var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
