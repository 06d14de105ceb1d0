package import LocationCore

/// A place as earth-centred whole numbers, for comparing many places at once.
///
/// A unit is 1/336 metre, so that the Earth's radius just fits. Differences may wrap round: two places more than the
/// radius apart on an axis then look nearer than they are, never farther.
package struct WholePoint: Hashable, Sendable {
    package let x: Int32
    package let y: Int32
    package let z: Int32

    package static let unitsPerMetre = 336.0
    /// Metres by which a place may be off, all axes together.
    package static let error = 0.0026

    package init(_ point: SurfacePoint) {
        // No place of the ellipsoid is beyond 2 143 054 032 units.
        x = Int32((point.x * Self.unitsPerMetre).rounded())
        y = Int32((point.y * Self.unitsPerMetre).rounded())
        z = Int32((point.z * Self.unitsPerMetre).rounded())
    }

    /// Where it lies on a curve through all places that keeps neighbours together: a face of the cube round the Earth,
    /// then a Hilbert curve over the face; 35 bits.
    var curveKey: UInt64 {
        let (x, y, z) = (Double(x), Double(y), Double(z))
        let (ax, ay, az) = (abs(x), abs(y), abs(z))
        let face: UInt64
        let (u, v, w): (Double, Double, Double)
        if ax >= ay, ax >= az {
            (face, u, v, w) = (x < 0 ? 3 : 0, y, z, ax)
        } else if ay >= az {
            (face, u, v, w) = (y < 0 ? 4 : 1, z, x, ay)
        } else {
            (face, u, v, w) = (z < 0 ? 5 : 2, x, y, az)
        }
        guard w > 0 else { return 0 }
        let scale = 32_767.5 / w
        return face << 32
            | UInt64(HilbertCurve.position(UInt32(u * scale + 32_767.5), UInt32(v * scale + 32_767.5)))
    }
}

/// A curve over a square of 65,536 × 65,536 cells on which neighbours are neighbours.
enum HilbertCurve {
    /// The number of a cell along the curve.
    static func position(_ x: UInt32, _ y: UInt32) -> UInt32 {
        table.withUnsafeBufferPointer { table in
            var state: UInt32 = 0
            var position: UInt32 = 0
            var shift: UInt32 = 16
            while shift > 0 {
                shift -= 4
                let column: UInt32 = (x >> shift) & 15
                let row: UInt32 = (y >> shift) & 15
                let entry = table[Int((state << 8) | (column << 4) | row)]
                position = position << 8 | UInt32(entry & 255)
                state = UInt32(entry >> 8)
            }
            return position
        }
    }

    /// Four levels at a time: by state and four bits of each axis, the next state and eight bits of the position.
    ///
    /// Each level numbers its quadrants 0, 1, 3, 2 round the square; within the first and the last the axes change
    /// places, within the last both are mirrored too. So a state is two bits.
    private static let table: ContiguousArray<UInt16> = {
        var table = ContiguousArray<UInt16>(repeating: 0, count: 1024)
        for index in 0..<1024 {
            var swaps = index & 256 != 0
            var mirrors = index & 512 != 0
            var position = 0
            for level in [3, 2, 1, 0] {
                var x: Int = (index >> (4 + level)) & 1
                var y: Int = (index >> level) & 1
                if mirrors { (x, y) = (1 - x, 1 - y) }
                if swaps { (x, y) = (y, x) }
                position = (position << 2) | ((3 * x) ^ y)
                if y == 0 {
                    if x == 1 { mirrors.toggle() }
                    swaps.toggle()
                }
            }
            table[index] = UInt16(position + (swaps ? 256 : 0) + (mirrors ? 512 : 0))
        }
        return table
    }()
}
