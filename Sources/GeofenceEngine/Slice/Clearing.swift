import Foundation
package import LocationCore

/// The surroundings of a position, by degrees, so that asking whether another lies in them takes no trigonometry.
package struct Clearing: Sendable {
    private let center: Coordinate
    private let squaredMetres: Double
    private let degrees: Double
    private let metresPerLongitude: Double

    /// One degree of latitude is at most that long, at the poles.
    private static let metresPerLatitude = 111_695.0
    /// And at least that.
    private static let leastMetresPerLatitude = 110_573.0

    /// - Parameter metres: Whatever is nearer than that lies in it, but for a little at its rim.
    package init(round center: Coordinate, metres: Double) {
        self.center = center
        let metres = min(metres, 100_000)
        squaredMetres = metres > 0 ? metres * metres : -1
        degrees = metres / Self.leastMetresPerLatitude
        // The widest circle of latitude in it. A way straight on the map of degrees is no shorter than the shortest.
        let nearest = max(0, abs(center.latitude) - degrees)
        metresPerLongitude = 111_320 * cos(nearest * .pi / 180) + 400
    }

    /// Whether a position lies less than the metres away.
    @inline(__always)
    package func contains(_ coordinate: Coordinate) -> Bool {
        let north = coordinate.latitude - center.latitude
        let y = north * Self.metresPerLatitude
        let x = (coordinate.longitude - center.longitude) * metresPerLongitude
        return x * x + y * y < squaredMetres && abs(north) <= degrees
    }
}
