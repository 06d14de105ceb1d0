import LocationCore

/// Where a device was and when, as a recording tells it.
///
/// Read one from a file with ``read(contentsOf:options:)`` or from memory with ``read(bytes:options:)``, or build one
/// in code. Replay time is the time in the file. (LNX-060, LNX-062)
public struct Track: Hashable, Sendable {
    /// The usable positions in the order of their times, which strictly increase. Never empty when read from a file.
    public let points: [TrackPoint]
    /// What the reader gave up or assumed, in the order of the file.
    public let warnings: [TrackWarning]
    /// Whether the file broke off: the points are those before a well-formedness error. (LNX-076)
    public let isTruncated: Bool

    /// Creates a track from positions whose times strictly increase.
    public init(points: [TrackPoint], warnings: [TrackWarning] = [], isTruncated: Bool = false) {
        precondition(
            zip(points, points.dropFirst()).allSatisfy { $0.timestamp < $1.timestamp },
            "the times of a track's points strictly increase")
        self.points = points
        self.warnings = warnings
        self.isTruncated = isTruncated
    }
}
