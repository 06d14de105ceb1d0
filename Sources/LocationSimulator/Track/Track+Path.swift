import LocationCore

extension Track {
    /// The track as a way to follow.
    ///
    /// In a gap (see ``TrackPoint/startsAfterGap``) the phone stays where it was seen last and is then at once where it
    /// was seen next: nobody knows what lies between. (LNX-064, AMD-26)
    ///
    /// - Parameters:
    ///   - throughGaps: Whether it travels evenly across gaps instead.
    ///   - shift: Milliseconds by which everything happens later than it was recorded.
    public func path(throughGaps: Bool = false, later shift: Int64 = 0) -> [TimedPosition] {
        var path: [TimedPosition] = []
        path.reserveCapacity(points.count)
        for point in points {
            let at = point.timestamp.adding(milliseconds: shift)
            if point.startsAfterGap, !throughGaps, let last = path.last {
                path.append(
                    TimedPosition(at: at.adding(milliseconds: -1), coordinate: last.coordinate, accuracy: last.accuracy)
                )
            }
            path.append(TimedPosition(at: at, coordinate: point.coordinate, accuracy: point.accuracy))
        }
        return path
    }
}
