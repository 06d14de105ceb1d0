import LocationCore

/// Times for points that have none, or none that could be meant. (LNX-073, AMD-22)
struct TrackPacing {
    private let timing: TrackOptions.Timing
    /// The position and time before.
    private var last: (coordinate: Coordinate, milliseconds: Double)?

    init(_ timing: TrackOptions.Timing) { self.timing = timing }

    /// The time of the next point.
    mutating func time(at coordinate: Coordinate) -> Timestamp {
        let start: Timestamp
        var milliseconds = 0.0
        switch timing {
        case .step(let first, let step):
            start = first
            if let last { milliseconds = last.milliseconds + Double(step) }
        case .speed(let first, let speed):
            start = first
            if let last {
                milliseconds = last.milliseconds + last.coordinate.planeDistance(to: coordinate) / speed * 1000
            }
        }
        last = (coordinate, milliseconds)
        return start.adding(milliseconds: Int64(saturating: milliseconds.rounded()))
    }
}
