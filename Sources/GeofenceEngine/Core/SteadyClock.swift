package import LocationCore

/// A time that runs on evenly whatever anyone does to the wall clock, also across boots as far as that can be known.
///
/// Within one boot it follows the continuous clock. Across boots it goes on by what the wall clock says has passed,
/// never backwards. Every duration in the core is a difference of two readings. (design, *Decisions*; tension 11)
package struct SteadyClock: Hashable, Sendable, Codable {
    private var last: Moment
    private var steady: Int64

    /// Starts a clock at 0.
    package init(at moment: Moment) {
        last = moment
        steady = 0
    }

    /// What reading a moment revealed.
    package struct Reading: Hashable, Sendable {
        /// Milliseconds since the clock began.
        package let steady: Int64
        /// By how many milliseconds the wall clock was set since the last reading. Across a boot only a step back shows,
        /// and by how much at least.
        package let step: Int64
        /// Whether the device booted since the last reading.
        package let rebooted: Bool
    }

    /// Takes a reading. Moments that do not come in order count as the same time.
    package mutating func read(_ moment: Moment) -> Reading {
        let wallPassed = moment.wall.milliseconds(since: last.wall)
        guard moment.boot == last.boot else {
            steady += max(0, wallPassed)
            last = moment
            return Reading(steady: steady, step: min(0, wallPassed), rebooted: true)
        }
        let passed = max(0, moment.continuous - last.continuous)
        steady += passed
        last = Moment(wall: moment.wall, continuous: max(moment.continuous, last.continuous), boot: moment.boot)
        return Reading(steady: steady, step: wallPassed - passed, rebooted: false)
    }

    /// The reading that belongs to a wall time near now; never later than the last reading.
    package func steady(of wall: Timestamp) -> Int64 {
        let age = last.wall.milliseconds(since: wall)
        return age <= 0 ? steady : (age > steady &+ 0x3fff_ffff_ffff ? Int64.min / 2 : steady - age)
    }

    /// The last reading.
    var newest: Int64 { steady }

    /// The moment at which the clock will stand at a reading, if nobody sets the wall clock and the device does not boot.
    package func moment(of reading: Int64) -> Moment {
        let passes = max(0, reading - steady)
        return Moment(
            wall: last.wall.adding(milliseconds: passes), continuous: last.continuous + passes, boot: last.boot)
    }

    /// The moment at which something happened that bears a wall time and is heard of now; not before the last reading and
    /// not after now.
    package func moment(of wall: Timestamp, heardAt now: Moment) -> Moment {
        guard now.boot == last.boot, now.continuous > last.continuous else { return now }
        let age = now.wall.milliseconds(since: wall)
        guard age > 0 else { return now }
        let back = min(age, now.continuous - last.continuous)
        return Moment(
            wall: now.wall.adding(milliseconds: -back), continuous: now.continuous - back, boot: now.boot)
    }

    /// The wall time that a reading stands for, by the wall clock as it is set now.
    package func wall(of steady: Int64) -> Timestamp {
        last.wall.adding(milliseconds: steady - self.steady)
    }
}

extension SteadyClock {
    package var json: JSONValue {
        [
            "boot": .string(last.boot), "continuous": .integer(last.continuous), "steady": .integer(steady),
            "wall": .integer(last.wall.milliseconds),
        ]
    }

    package init?(json: JSONValue) {
        guard let wall = json["wall"]?.int64Value, let continuous = json["continuous"]?.int64Value,
            let boot = json["boot"]?.stringValue, let steady = json["steady"]?.int64Value,
            [wall, continuous, steady].allSatisfy(StoredRange.times.contains)
        else { return nil }
        self.last = Moment(wall: Timestamp(milliseconds: wall), continuous: continuous, boot: boot)
        self.steady = steady
    }
}
