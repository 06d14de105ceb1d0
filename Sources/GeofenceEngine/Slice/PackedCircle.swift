import LocationCore

/// What a leaf tells of one circle: intervals, since it keeps less than was given.
struct PackedCircle {
    /// Metres along the surface from a position to the middle, from and to.
    let center: (least: Double, most: Double)
    /// Metres from the middle to the edge, from and to.
    var radius: (least: Double, most: Double)
    let handle: UInt32

    static let handleMask: UInt32 = 1 << 28 - 1

    @inline(__always)
    init(_ leaf: Leaf, _ place: Int, from anchor: SurfacePoint) {
        handle = leaf.handles[place]
        let unit = 1 / WholePoint.unitsPerMetre
        let dx = Double(leaf.x[place]) * unit - anchor.x
        let dy = Double(leaf.y[place]) * unit - anchor.y
        let dz = Double(leaf.z[place]) * unit - anchor.z
        let chord = (dx * dx + dy * dy + dz * dz).squareRoot()
        center = Self.surface(chord, anchor, dx, dy, dz)
        let code = UInt32(leaf.radii[place]) << 8 | UInt32(leaf.radiiBelow[place])
        radius = (PackedRadius.metres(code), PackedRadius.metres(code + 1))
    }

    /// From a chord that may be off by ``WholePoint/error`` to the way along the surface.
    @inline(__always)
    private static func surface(
        _ chord: Double, _ anchor: SurfacePoint, _ dx: Double, _ dy: Double, _ dz: Double
    ) -> (Double, Double) {
        let off = WholePoint.error + 1e-4
        if chord < 30_000 {
            // An arc of radius R is c³/24R² longer than its chord, and no radius of the surface is below 6 335 439 m.
            // At 30 km that is 28 mm.
            return (chord - off, chord + off + chord * chord * chord * 1.04e-15)
        }
        if chord < 1_500_000 {
            let other = SurfacePoint(x: anchor.x + dx, y: anchor.y + dy, z: anchor.z + dz)
            let metres = anchor.quickDistance(to: other)
            let part = chord * 1e-5
            // Four times the error of the quick distance that was measured, which grows with the fifth power.
            let more = off + 1e-6 * part * part * part * part * part
            return (metres - more, metres + more)
        }
        return (chord - off, .infinity)
    }
}
