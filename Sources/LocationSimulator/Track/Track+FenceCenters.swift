public import LocationCore

extension Track {
    /// Places along the track for as many fences as wanted: the points with the indices ⌊(i + ½) · points / count⌋.
    ///
    /// With more fences than points, points repeat.
    ///
    /// - Parameter count: How many, at least 0.
    public func fenceCenters(count: Int) -> [Coordinate] {
        precondition(count >= 0, "a number of fences is at least 0")
        guard !points.isEmpty else { return [] }
        return (0..<count).map { points[(2 * $0 + 1) * points.count / (2 * count)].coordinate }
    }
}
