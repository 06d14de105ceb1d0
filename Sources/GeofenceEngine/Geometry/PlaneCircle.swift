/// A point of a plane, in metres.
struct PlanePoint: Hashable, Sendable {
    let x: Double
    let y: Double

    func distance(to other: PlanePoint) -> Double { squaredDistance(to: other).squareRoot() }

    func squaredDistance(to other: PlanePoint) -> Double {
        (other.x - x) * (other.x - x) + (other.y - y) * (other.y - y)
    }
}

/// A circle in a plane.
struct PlaneCircle: Hashable, Sendable {
    let center: PlanePoint
    let radius: Double

    /// The smallest circle around some points (at least one), by adding them one after the other.
    ///
    /// A point outside the circle of those before it lies on the circle of all so far. (Welzl)
    static func smallest(around points: [PlanePoint]) -> PlaneCircle {
        var circle = PlaneCircle(center: points[0], radius: 0)
        for (i, first) in points.enumerated() where !circle.holds(first) {
            circle = PlaneCircle(center: first, radius: 0)
            for (j, second) in points[..<i].enumerated() where !circle.holds(second) {
                circle = PlaneCircle(through: first, second)
                for third in points[..<j] where !circle.holds(third) {
                    circle = PlaneCircle(through: first, second, third) ?? circle
                }
            }
        }
        return circle
    }

    private init(center: PlanePoint, radius: Double) {
        self.center = center
        self.radius = radius
    }

    private init(through a: PlanePoint, _ b: PlanePoint) {
        self.init(
            center: PlanePoint(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2), radius: a.distance(to: b) / 2)
    }

    /// `nil` for three points on one line.
    private init?(through a: PlanePoint, _ b: PlanePoint, _ c: PlanePoint) {
        let (bx, by, cx, cy) = (b.x - a.x, b.y - a.y, c.x - a.x, c.y - a.y)
        let twice = 2 * (bx * cy - by * cx)
        guard twice != 0 else { return nil }
        let x = (cy * (bx * bx + by * by) - by * (cx * cx + cy * cy)) / twice
        let y = (bx * (cx * cx + cy * cy) - cx * (bx * bx + by * by)) / twice
        guard x.isFinite, y.isFinite else { return nil }
        self.init(center: PlanePoint(x: a.x + x, y: a.y + y), radius: (x * x + y * y).squareRoot())
    }

    /// Whether one point is farther from the centre than another.
    func isFarther(_ point: PlanePoint, than other: PlanePoint) -> Bool {
        center.squaredDistance(to: point) > center.squaredDistance(to: other)
    }

    private func holds(_ point: PlanePoint) -> Bool {
        center.distance(to: point) <= radius * (1 + 1e-12) + 1e-9
    }
}
