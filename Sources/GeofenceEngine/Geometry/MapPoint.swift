import LocationCore

/// A point on the map of degrees, rolled into a cylinder: longitude 180 is longitude −180.
///
/// Edges are straight on this map. Its poles are lines, not points, because an edge that ends at a pole ends at one
/// longitude of it.
struct MapPoint: Hashable, Sendable {
    /// Degrees east, −180 ≤ x < 180.
    let x: Double
    /// Degrees north.
    let y: Double

    init(x: Double, y: Double) {
        self.x = x == 180 ? -180 : x
        self.y = y
    }

    init(_ coordinate: Coordinate) { self.init(x: coordinate.longitude, y: coordinate.latitude) }
}

/// A point as seen from another one: the longitude is to be taken `turn` degrees further, −360, 0 or 360.
struct MapDirection {
    let target: MapPoint
    let turn: Double

    init(to target: MapPoint, turn: Double = 0) {
        self.target = target
        self.turn = turn
    }
}

extension MapPoint {
    /// On which side of the line from here to `first` the point `second` lies: 1 left, −1 right, 0 on the line.
    ///
    /// The answer is that of exact arithmetic on the given doubles. Plain arithmetic decides where its own error
    /// cannot matter; the rest, a thin strip around the line, is decided with whole numbers of any length.
    @inline(__always)
    func side(of second: MapDirection, onWayTo first: MapDirection) -> Int {
        let ax = first.target.x - x + first.turn
        let ay = first.target.y - y
        let bx = second.target.x - x + second.turn
        let by = second.target.y - y
        let left = ax * by
        let right = ay * bx
        let determinant = left - right
        // The coefficient is (3 + 16u)·u with u = 2^-53: two rounded differences, their product, and the subtraction.
        // The constant stands for products that fall below the normal doubles.
        var error = 3.330_669_073_875_472e-16 * (abs(left) + abs(right)) + 1e-290
        if first.turn != 0 || second.turn != 0 {
            // Adding 360 rounds as well: at most 2^-45 before and 2^-45 after, for each of the two longitudes.
            error += 0x1p-43 * (abs(ay) + abs(by))
        }
        if determinant > error { return 1 }
        if determinant < -error { return -1 }
        return exactSide(of: second, onWayTo: first)
    }

    @inline(never)
    private func exactSide(of second: MapDirection, onWayTo first: MapDirection) -> Int {
        let (a, b) = (first.target, second.target)
        if a.y == y, b.y == y { return 0 }
        if first.turn == 0, second.turn == 0, a.x == x || b.y == y, a.y == y || b.x == x { return 0 }
        let unit = WideInteger.unitExponent([x, y, a.x, a.y, b.x, b.y, 360])
        func whole(_ value: Double) -> WideInteger { WideInteger(value, unitExponent: unit) }
        let left = (whole(a.x) - whole(x) + whole(first.turn)) * (whole(b.y) - whole(y))
        let right = (whole(a.y) - whole(y)) * (whole(b.x) - whole(x) + whole(second.turn))
        return (left - right).sign
    }
}
