import GeofenceEngine
import LocationCore

/// Notes what becomes of each field while a fence is written.
struct FieldLog {
    let source: FenceWords
    let target: FenceWords
    private(set) var fields: [FieldReport] = []

    init(from source: FenceWords, to target: FenceWords) {
        self.source = source
        self.target = target
    }

    /// The aspect says the same in the target's own words.
    mutating func carried(_ aspect: FenceAspect) {
        note(name(aspect), aspect, target.members(aspect), .carried)
    }

    mutating func differently(_ aspect: FenceAspect, into: [String] = [], _ how: String) {
        note(name(aspect), aspect, into, .carriedDifferently(how: how))
    }

    mutating func lost(_ aspect: FenceAspect, _ whatToDo: String) {
        note(name(aspect), aspect, [], .notCarried(whatToDo: whatToDo))
    }

    /// One of the customer's own values.
    mutating func data(_ key: String, into: [String], _ outcome: FieldOutcome) {
        note("\(name(.data)).\(key)", .data, into, outcome)
    }

    /// The source's word; a definition that no file said may have what the style has no word for.
    private func name(_ aspect: FenceAspect) -> String {
        source[aspect].isEmpty ? aspect.rawValue : source[aspect]
    }

    private mutating func note(_ field: String, _ aspect: FenceAspect, _ into: [String], _ outcome: FieldOutcome) {
        fields.append(FieldReport(field: field, aspect: aspect, into: into, outcome: outcome))
    }
}

extension FieldLog {
    /// The fence as a circle, which a polygon is not.
    mutating func circle(of fence: FenceDefinition, because reason: String) -> Circle {
        let circle = fence.shape.roundedEnclosingCircle
        guard !fence.shape.isCircle else {
            carried(.center)
            carried(.radius)
            return circle
        }
        differently(
            .polygon, into: target.members(.center) + target.members(.radius),
            "\(reason): the smallest circle around it, with a radius of \(Self.metres(circle.radius)) m and "
                + "\(Self.metres(circle.area)) m² in place of \(Self.metres(fence.shape.area)) m²")
        if fence.watchedCircle != nil {
            differently(.watchedCircle, "left out; the smallest circle stands in its place")
        }
        return circle
    }

    /// Whole metres as text.
    static func metres(_ value: Double) -> String {
        Int64(exactly: value.rounded()).map { String($0) } ?? String(value)
    }
}

extension FenceShape {
    /// The smallest circle around the shape in figures that people can read; a circle is its own.
    ///
    /// The centre is rounded to 1e-7 degrees, which moves it by less than a centimetre; the radius is that much larger
    /// and rounded up to whole centimetres, so that the shape still lies within.
    var roundedEnclosingCircle: Circle {
        let exact = enclosingCircle
        guard !isCircle else { return exact }
        let latitude = (exact.center.latitude * 1e7).rounded() / 1e7
        let longitude = (exact.center.longitude * 1e7).rounded() / 1e7
        return Circle(
            center: Coordinate(checkedLatitude: latitude, longitude: longitude),
            checkedRadius: ((exact.radius + 0.01) * 100).rounded(.up) / 100)
    }
}

extension Circle {
    fileprivate var area: Double { FenceShape.circle(self).area }
}

/// Why the target style takes no such fence.
struct FenceRefusal: Error {
    let reason: String
}

extension JSONValue {
    /// A number as people write it: `100`, not `100.0`, where it is the same to every reader.
    static func plain(_ value: Double) -> JSONValue {
        if value.sign == .plus || value != 0, abs(value) < 9_007_199_254_740_992, let whole = Int64(exactly: value) {
            return .integer(whole)
        }
        return .double(value)
    }
}
