/// Now, on the three clocks that a decision may need.
///
/// Wall time can be set by anyone, so nothing is measured with it. Continuous time runs through sleep but starts
/// anew at each boot; the boot's identity says whether two readings may be compared. (design, *Decisions*)
public struct Moment: Hashable, Sendable, Codable {
    /// Civil time, for display and for the wire.
    public let wall: Timestamp
    /// Milliseconds on a clock that runs through sleep and nobody can set, from some point of this boot.
    public let continuous: Int64
    /// Which boot ``continuous`` belongs to.
    public let boot: String

    /// Creates a reading of the three clocks, taken together.
    public init(wall: Timestamp, continuous: Int64, boot: String) {
        self.wall = wall
        self.continuous = continuous
        self.boot = boot
    }
}
