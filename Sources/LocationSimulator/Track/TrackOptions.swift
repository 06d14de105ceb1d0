public import LocationCore

/// What a reader needs to know beyond the file.
public struct TrackOptions: Hashable, Sendable {
    /// Where the times of a GPX file come from in which no point has one.
    public enum Timing: Hashable, Sendable {
        /// The first usable point at `start`, each further one `milliseconds` (at least 1) later.
        case step(start: Timestamp, milliseconds: Int64)
        /// The first usable point at `start`, the others as if the way were travelled at that speed, above 0.
        case speed(start: Timestamp, metresPerSecond: Double)
    }

    /// Times for a GPX file without any; `nil` refuses such a file. A file with times does not use it. (LNX-073)
    public let timing: Timing?
    /// Metres that stand in for an accuracy the file does not tell; below 0 drops such points. (LNX-033)
    public let fallbackAccuracy: Double
    /// Seconds of silence above which the way between two points counts as unknown. (LNX-064)
    public let gapSeconds: Double
    /// An instant on the UTC day on which an NMEA file begins that tells no date at all; `nil` refuses such a file.
    public let baseDate: Timestamp?

    /// Chooses how to read.
    ///
    /// - Parameters:
    ///   - timing: Times for a GPX file without any.
    ///   - fallbackAccuracy: Metres, finite; below 0 drops points of unknown accuracy.
    ///   - gapSeconds: Seconds, finite and at least 0.
    ///   - baseDate: The first day of an NMEA file without dates.
    public init(
        timing: Timing? = nil, fallbackAccuracy: Double = 100, gapSeconds: Double = 30, baseDate: Timestamp? = nil
    ) {
        switch timing {
        case .step(_, let milliseconds): precondition(milliseconds >= 1, "a step is at least one millisecond")
        case .speed(_, let speed): precondition(speed.isFinite && speed > 0, "a speed is finite and above 0")
        case nil: break
        }
        precondition(fallbackAccuracy.isFinite, "a fallback accuracy is a finite number of metres")
        precondition(gapSeconds.isFinite && gapSeconds >= 0, "a gap is a finite number of seconds, at least 0")
        self.timing = timing
        self.fallbackAccuracy = fallbackAccuracy
        self.gapSeconds = gapSeconds
        self.baseDate = baseDate
    }
}
