import Foundation
package import LocationCore

extension Coordinate {
    /// Degrees of longitude from this position to the other, the shorter way round, −180…180.
    func degreesEast(to other: Coordinate) -> Double {
        let difference = other.longitude - longitude
        if difference > 180 { return difference - 360 }
        return difference < -180 ? difference + 360 : difference
    }

    /// Metres to a position close by, in the plane that touches the WGS-84 ellipsoid half-way.
    ///
    /// Below 80° of latitude good to 0.1 mm over 1 km and 5 mm over 5 km, which is enough to compare two readings of one
    /// moment and to pace a track.
    package func planeDistance(to other: Coordinate) -> Double {
        let equatorRadius = 6_378_137.0
        let eccentricitySquared = 0.00669437999014
        let middle = (latitude + other.latitude) / 2 * .pi / 180
        let reduction = 1 - eccentricitySquared * sin(middle) * sin(middle)
        let north = equatorRadius * (1 - eccentricitySquared) / (reduction * reduction.squareRoot())
        let east = equatorRadius / reduction.squareRoot() * cos(middle)
        let degree = Double.pi / 180
        return hypot(
            (other.latitude - latitude) * degree * north, degreesEast(to: other) * degree * east)
    }
}
