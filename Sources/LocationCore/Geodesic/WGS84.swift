/// The ellipsoid that coordinates refer to.
package enum WGS84 {
    /// Metres from the centre to the equator.
    package static let equatorialRadius = 6_378_137.0
    /// How much shorter the polar radius is, as a part of the equatorial one.
    package static let flattening = 1 / 298.257223563
    /// Metres from the centre to a pole.
    package static let polarRadius = equatorialRadius * (1 - flattening)
    /// The second eccentricity, squared.
    package static let secondEccentricitySquared =
        flattening * (2 - flattening) / ((1 - flattening) * (1 - flattening))
}

/// The latitude on the auxiliary sphere: tan β = (1 − f) tan φ.
struct ReducedLatitude {
    var sine: Double
    var cosine: Double
}
