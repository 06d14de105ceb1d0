public import LocationCore

extension Track {
    /// Where the device is at an instant: linear in latitude and longitude between the neighbouring points, the shorter
    /// way round the antimeridian.
    ///
    /// The rule for what is not known (LNX-064): `nil` before the first point, after the last, and between two points
    /// with a gap between them, its two ends excluded. Whoever needs a place then takes ``lastPoint(at:)``, knowing
    /// that it is old.
    ///
    /// Within a gap-free stretch points lie seconds apart; over 1 km at 60° of latitude the line leaves the geodesic
    /// by some 3 cm. Within a few kilometres of a pole it may bend more.
    public func position(at instant: Timestamp) -> Coordinate? {
        let next = indexAfter(instant)
        guard next > 0 else { return nil }
        let from = points[next - 1]
        if from.timestamp == instant { return from.coordinate }
        guard next < points.count, !points[next].startsAfterGap else { return nil }
        let to = points[next]
        let passed = Double(instant.milliseconds(since: from.timestamp))
        return from.coordinate.interpolated(
            to: to.coordinate, fraction: passed / Double(to.timestamp.milliseconds(since: from.timestamp)))
    }

    /// The newest point not later than an instant; `nil` before the first.
    public func lastPoint(at instant: Timestamp) -> TrackPoint? {
        let next = indexAfter(instant)
        return next > 0 ? points[next - 1] : nil
    }

    /// The index of the first point later than `instant`.
    private func indexAfter(_ instant: Timestamp) -> Int {
        var low = 0
        var high = points.count
        while low < high {
            let middle = (low + high) / 2
            if points[middle].timestamp <= instant { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension Coordinate {
    fileprivate func interpolated(to other: Coordinate, fraction: Double) -> Coordinate {
        if self == other { return self }
        let latitude = latitude + (other.latitude - latitude) * fraction
        var longitude = longitude + degreesEast(to: other) * fraction
        if longitude >= 180 { longitude -= 360 } else if longitude < -180 { longitude += 360 }
        // Rounding may leave the range by the last bit.
        return Coordinate(
            checkedLatitude: min(90, max(-90, latitude)), longitude: min(180, max(-180, longitude)))
    }
}
