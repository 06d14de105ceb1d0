import Foundation
import LocationCore

/// Turns the points of a GPX document into a track. (LNX-070…078)
struct GPXReader {
    private let options: TrackOptions
    private var builder: TrackBuilder
    private var toldZone = false
    private var pacing: TrackPacing?

    static func read(_ bytes: Data, options: TrackOptions) throws(TrackError) -> Track {
        let document = try GPXDocument(bytes)
        let element = GPXPoint.Element.allCases.first { document.points[$0] != nil }
        let points = element.flatMap { document.points[$0] } ?? []
        var reader = GPXReader(options: options)
        if !points.isEmpty, points.allSatisfy({ $0.fields[.time] == nil }) {
            guard let timing = options.timing else { throw .timingNeeded }
            reader.pacing = TrackPacing(timing)
        }
        for warning in document.warnings { reader.builder.warn(warning.kind, line: warning.line, warning.text) }
        for point in points { reader.add(point) }
        return try reader.builder.finish(brokeOff: document.brokeOff)
    }

    private init(options: TrackOptions) {
        self.options = options
        builder = TrackBuilder(options: options)
    }

    /// Adds a point, at its own time or at one that is made up.
    private mutating func add(_ point: GPXPoint) {
        guard let coordinate = coordinate(of: point) else { return }
        guard point.fields[.fix] != "none" else {
            builder.countWithoutFix()
            return
        }
        guard let time = pacing?.time(at: coordinate) ?? time(of: point) else { return }
        builder.add(
            TrackBuilder.Candidate(
                coordinate: coordinate, timestamp: time, accuracy: accuracy(of: point),
                altitude: number(.ele, of: point), speed: measured(.speed, of: point),
                course: course(of: point), segment: point.segment, line: point.line, point: point.number))
    }

    private mutating func coordinate(of point: GPXPoint) -> Coordinate? {
        for (name, text) in [("lat", point.latitude), ("lon", point.longitude)] where text == nil {
            warn(.coordinate, point, "\(name) is missing; dropped")
            return nil
        }
        guard let latitude = point.latitude.flatMap({ DecimalText.number($0.withoutOuterSpace) }),
            let longitude = point.longitude.flatMap({ DecimalText.number($0.withoutOuterSpace) })
        else {
            warn(
                .coordinate, point,
                "lat \"\(point.latitude ?? "")\", lon \"\(point.longitude ?? "")\" are not two numbers; dropped")
            return nil
        }
        do {
            return try Coordinate(latitude: latitude, longitude: longitude)
        } catch {
            warn(.coordinate, point, "\(error); dropped")
            return nil
        }
    }

    private mutating func time(of point: GPXPoint) -> Timestamp? {
        guard let text = point.fields[.time] else {
            warn(.timeMissing, point, "no time where other points have one; dropped")
            return nil
        }
        guard let (time, hasZone) = GPXTime.read(text) else {
            warn(.time, point, "\"\(text)\" is not a time; dropped")
            return nil
        }
        if !hasZone, !toldZone {
            warn(.zoneMissing, point, "times without a zone are read as UTC")
            toldZone = true
        }
        return time
    }

    /// An extension's value, else 19 × `hdop`, else nothing. (LNX-074)
    private mutating func accuracy(of point: GPXPoint) -> Double? {
        for field in [GPXPoint.Field.accuracy, .hAcc] {
            if let told = measured(field, of: point), told > 0 { return told }
        }
        return number(.hdop, of: point).flatMap(TrackBuilder.accuracy(fromDilution:))
    }

    /// A number of which writers say with a negative one that they do not know it.
    private mutating func measured(_ field: GPXPoint.Field, of point: GPXPoint) -> Double? {
        number(field, of: point).flatMap { $0 >= 0 ? $0 : nil }
    }

    private mutating func course(of point: GPXPoint) -> Double? {
        guard let course = measured(.course, of: point) else { return nil }
        if course <= 360 { return course == 360 ? 0 : course }
        warn(.value, point, "course \(course) is above 360; left out")
        return nil
    }

    private mutating func number(_ field: GPXPoint.Field, of point: GPXPoint) -> Double? {
        guard let text = point.fields[field] else { return nil }
        if let value = DecimalText.number(text) { return value }
        warn(.value, point, "\(field.rawValue) \"\(text)\" is no number; left out")
        return nil
    }

    private mutating func warn(_ kind: TrackWarning.Kind, _ point: GPXPoint, _ text: String) {
        builder.warn(kind, line: point.line, point: point.number, text)
    }
}
