import Foundation
import LocationCore

/// The plane in which Customer.io measures a ring: equirectangular, touching a sphere at the mean of the vertices,
/// with longitudes unwrapped round the first one. (CIO 7.8)
struct LocalPlane {
    private static let earthRadius = 6_371_000.0
    /// The vertices in metres.
    let points: [(x: Double, y: Double)]

    init(_ ring: [Coordinate]) {
        guard let first = ring.first else {
            points = []
            return
        }
        let longitudes = ring.map { vertex in
            let difference = (vertex.longitude - first.longitude).truncatingRemainder(dividingBy: 360)
            return first.longitude
                + (difference > 180 ? difference - 360 : difference < -180 ? difference + 360 : difference)
        }
        let meanLatitude = ring.reduce(0) { $0 + $1.latitude } / Double(ring.count)
        let meanLongitude = longitudes.reduce(0, +) / Double(ring.count)
        let metresPerDegree = Self.earthRadius * .pi / 180
        let shrink = cos(meanLatitude * .pi / 180)
        points = zip(ring, longitudes).map { vertex, longitude in
            (
                x: (longitude - meanLongitude) * metresPerDegree * shrink,
                y: (vertex.latitude - meanLatitude) * metresPerDegree
            )
        }
    }

    /// Square metres, whichever way the ring runs.
    var area: Double {
        guard points.count >= 3 else { return 0 }
        var sum = 0.0
        for (index, point) in points.enumerated() {
            let next = points[index + 1 == points.count ? 0 : index + 1]
            sum += point.x * next.y - next.x * point.y
        }
        return abs(sum) / 2
    }
}
