import APIMigration
import GeofenceEngine
import LocationCore
import LocationSimulator

extension FuzzTarget {
    /// What is read is written and read again as the same.
    static let json = FuzzTarget(name: "json") { bytes in
        guard let value = try? JSONValue(json: bytes) else { return }
        let written = value.bytes()
        guard let again = try? JSONValue(json: written) else {
            return promise(false, "JSON of our own cannot be read")
        }
        promise(again == value, "JSON changed on its way out and in")
        promise(again.bytes() == written, "the same value was written in two ways")
    }

    /// Shapes answer every question, and survive being written.
    static let geoJSON = FuzzTarget(name: "geojson") { bytes in
        let options = GeoJSON.Options(maximumPositions: 2000)
        guard let reading = try? GeoJSON.read(bytes, options: options) else { return }
        for feature in reading.features.prefix(4) {
            let shape = feature.shape
            let prepared = PreparedShape(shape)
            promise(shape.area >= 0, "an area below 0")
            promise(shape.enclosingCircle.radius.isFinite, "an enclosing circle without a radius")
            for point in probes {
                let distance = prepared.signedDistance(to: point)
                promise(!distance.isNaN, "a distance that is no number")
                promise(prepared.contains(point) == shape.contains(point), "two answers to one question")
            }
            guard let again = try? GeoJSON.read(shape.json, options: options) else {
                return promise(false, "a shape of our own cannot be read")
            }
            promise(again.features.first?.shape == shape, "a shape changed on its way out and in")
        }
    }

    /// The first byte chooses the options. Points come in the order of their times.
    static let tracks = FuzzTarget(name: "tracks") { bytes in
        guard let first = bytes.first else { return }
        let start = Timestamp(milliseconds: 1_772_355_600_000)
        let options = TrackOptions(
            timing: first & 1 == 0 ? nil : .step(start: start, milliseconds: 1000),
            fallbackAccuracy: first & 2 == 0 ? 100 : -1, baseDate: first & 4 == 0 ? nil : start)
        guard let track = try? Track.read(bytes: bytes.dropFirst(), options: options) else { return }
        promise(!track.points.isEmpty, "a track without points")
        for (earlier, later) in zip(track.points, track.points.dropFirst()) {
            promise(earlier.timestamp <= later.timestamp, "points out of order")
        }
    }

    /// A file of fences of each style, converted to the others.
    static let migration = FuzzTarget(name: "migration") { bytes in
        for style in APIStyle.allCases {
            guard let file = try? FenceFile.read(bytes, as: style) else { continue }
            for other in APIStyle.allCases where other != style {
                let result = FenceMigration(file, to: other)
                promise(!result.report.description.isEmpty, "a report without a word")
                promise((try? JSONValue(json: result.report.json.bytes())) != nil, "a report that is no JSON")
                promise((try? FenceFile.read(json: result.fences, as: other)) != nil, "what was written is not read")
            }
        }
    }

    private static let probes: [Coordinate] = [(0, 0), (90, 0), (-90, 180), (52.2297, 21.0122), (10, -180)]
        .compactMap { try? Coordinate(latitude: $0.0, longitude: $0.1) }
}
