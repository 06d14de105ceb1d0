import LocationCore

/// The three clocks of a simulated phone, all driven by one count of simulated milliseconds.
struct VirtualClock {
    /// Milliseconds since the simulation began. Only ever grows; the queue of things to come is ordered by it.
    private(set) var elapsed: Int64 = 0
    private var wallOffset: Int64
    private var bootedAt: Int64 = 0
    private var boots = 1
    private let seed: UInt64

    init(wall: Timestamp, seed: UInt64) {
        wallOffset = wall.milliseconds
        self.seed = seed
    }

    /// Civil time now.
    var wall: Timestamp { wall(at: elapsed) }

    /// What civil time an instant has, as the wall clock is set now.
    func wall(at elapsed: Int64) -> Timestamp { Timestamp(milliseconds: wallOffset).adding(milliseconds: elapsed) }

    /// The instant at which the wall clock, as it is set now, will show a time.
    func elapsed(at wall: Timestamp) -> Int64 { wall.milliseconds(since: Timestamp(milliseconds: wallOffset)) }

    /// All three clocks, read together. A boot takes five seconds before an app can look at a clock.
    var moment: Moment {
        Moment(wall: wall, continuous: elapsed - bootedAt + 5000, boot: "boot-\(boots)-\(String(seed, radix: 16))")
    }

    mutating func run(to elapsed: Int64) { self.elapsed = max(self.elapsed, elapsed) }

    mutating func jumpWall(by milliseconds: Int64) { wallOffset += milliseconds }

    mutating func reboot() {
        bootedAt = elapsed
        boots += 1
    }
}
