/// The two integrals along a great circle of the auxiliary sphere as series in the eccentricity.
///
/// They are the equations 15, 17, 18 and 23 to 25 of C. F. F. Karney, *Algorithms for geodesics* (2013), up to the sixth
/// power, which leaves less than the rounding of a double on the Earth.
struct GeodesicSeries {
    /// A place on the circle by sine and cosine of its arc from the northward crossing of the equator.
    struct Place {
        var sine: Double
        var cosine: Double

        /// The place in a direction; any place will do if there is none.
        @inline(__always)
        init(_ sine: Double, _ cosine: Double) {
            let length = (sine * sine + cosine * cosine).squareRoot()
            guard length > 0 else {
                (self.sine, self.cosine) = (0, 1)
                return
            }
            self.sine = sine / length
            self.cosine = cosine / length
        }
    }

    private let epsilon: Double

    /// - Parameter cosineSquared: That of the bearing at the equator.
    @inline(__always)
    init(cosineSquared: Double) {
        let kSquared = WGS84.secondEccentricitySquared * cosineSquared
        let root = (1 + kSquared).squareRoot()
        epsilon = kSquared / ((1 + root) * (1 + root))
    }

    /// Metres of an arc between two places.
    @inline(__always)
    func length(_ arc: Double, from start: Place, to end: Place) -> Double {
        let e = epsilon
        let e2 = e * e
        let scale = (1 + e2 * (1.0 / 4 + e2 * (1.0 / 64 + e2 / 256))) / (1 - e)
        let sum = SineSum(
            e * (-1.0 / 2 + e2 * (3.0 / 16 - e2 / 32)),
            e2 * (-1.0 / 16 + e2 * (1.0 / 32 - e2 * (9.0 / 2048))),
            e * e2 * (-1.0 / 48 + e2 * (3.0 / 256)),
            e2 * e2 * (-5.0 / 512 + e2 * (3.0 / 512)),
            e * e2 * e2 * (-7.0 / 1280),
            e2 * e2 * e2 * (-7.0 / 2048))
        return WGS84.polarRadius * scale * (arc + sum.value(at: end) - sum.value(at: start))
    }

    /// By how many radians the longitude falls behind that on the sphere over an arc between two places.
    ///
    /// - Parameter sine: That of the bearing at the equator.
    @inline(__always)
    func longitudeLag(_ arc: Double, from start: Place, to end: Place, sine: Double) -> Double {
        let e = epsilon
        let n = WGS84.flattening / (2 - WGS84.flattening)
        let a1 = 1.0 / 2 - n / 2
        let a2 = 1.0 / 4 + n * (1.0 / 8 - n * (3.0 / 8))
        let a3 = 1.0 / 16 + n * (3.0 / 16 + n / 16)
        let a4 = 3.0 / 64 + n / 32
        let scale = 1 - e * (a1 + e * (a2 + e * (a3 + e * (a4 + e * (3.0 / 128)))))
        let c11 = 1.0 / 4 - n / 4
        let c12 = 1.0 / 8 - n * n / 8
        let c13 = 3.0 / 64 + n * (3.0 / 64 - n / 64)
        let c14 = 5.0 / 128 + n / 64
        let c22 = 1.0 / 16 - n * (3.0 / 32 - n / 32)
        let c23 = 3.0 / 64 - n * (1.0 / 32 + n * (3.0 / 64))
        let c24 = 3.0 / 128 + n / 128
        let c33 = 5.0 / 192 - n * (3.0 / 64 - n * (5.0 / 192))
        let c34 = 3.0 / 128 - n * (5.0 / 192)
        let c44 = 7.0 / 512 - n * (7.0 / 256)
        let e2 = e * e
        let sum = SineSum(
            e * (c11 + e * (c12 + e * (c13 + e * (c14 + e * (3.0 / 128))))),
            e2 * (c22 + e * (c23 + e * (c24 + e * (5.0 / 256)))),
            e * e2 * (c33 + e * (c34 + e * (7.0 / 512))),
            e2 * e2 * (c44 + e * (7.0 / 512)),
            e * e2 * e2 * (21.0 / 2560),
            0)
        return WGS84.flattening * sine * scale * (arc + sum.value(at: end) - sum.value(at: start))
    }
}

/// c₁ sin 2σ + c₂ sin 4σ + … + c₆ sin 12σ
private struct SineSum {
    private let c: (Double, Double, Double, Double, Double, Double)

    @inline(__always)
    init(_ c1: Double, _ c2: Double, _ c3: Double, _ c4: Double, _ c5: Double, _ c6: Double) {
        c = (c1, c2, c3, c4, c5, c6)
    }

    /// By Clenshaw's recurrence.
    @inline(__always)
    func value(at place: GeodesicSeries.Place) -> Double {
        let twice = 2 * (place.cosine - place.sine) * (place.cosine + place.sine)
        let b6 = c.5
        let b5 = c.4 + twice * b6
        let b4 = c.3 + twice * b5 - b6
        let b3 = c.2 + twice * b4 - b5
        let b2 = c.1 + twice * b3 - b4
        let b1 = c.0 + twice * b2 - b3
        return 2 * place.sine * place.cosine * b1
    }
}
