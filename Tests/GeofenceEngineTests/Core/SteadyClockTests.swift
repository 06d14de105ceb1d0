import GeofenceEngine
import LocationCore
import Testing

@Suite struct `Steady clock` {
    static func moment(wall: Int64, continuous: Int64, boot: String = "a") -> Moment {
        Moment(wall: noon.adding(milliseconds: wall), continuous: continuous, boot: boot)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let what: String
        let next: Moment
        let steady: Int64
        var step: Int64 = 0
        var rebooted = false
        var testDescription: String { what }
    }

    @Test(arguments: [
        Row(what: "both run on", next: moment(wall: 5000, continuous: 6000), steady: 5000),
        Row(what: "the wall is set forward", next: moment(wall: 65_000, continuous: 6000), steady: 5000, step: 60_000),
        Row(what: "the wall is set back", next: moment(wall: -55_000, continuous: 6000), steady: 5000, step: -60_000),
        Row(what: "moments out of order", next: moment(wall: -10, continuous: 990), steady: 0, step: -10),
        Row(
            what: "a boot", next: moment(wall: 90_000, continuous: 10, boot: "b"), steady: 90_000, rebooted: true),
        Row(
            what: "a boot with the wall set back", next: moment(wall: -90_000, continuous: 10, boot: "b"), steady: 0,
            step: -90_000, rebooted: true),
    ])
    func `reads on evenly`(_ row: Row) {
        var clock = SteadyClock(at: Self.moment(wall: 0, continuous: 1000))

        let reading = clock.read(row.next)

        #expect(reading.steady == row.steady)
        #expect(reading.step == row.step)
        #expect(reading.rebooted == row.rebooted)
    }

    @Test func `never runs backwards, whatever comes`() {
        var clock = SteadyClock(at: Self.moment(wall: 0, continuous: 0))
        var random = Draw(seed: 11)
        var last: Int64 = 0
        for _ in 0..<2000 {
            let reading = clock.read(
                Self.moment(
                    wall: Int64(random.below(1_000_000)) - 500_000, continuous: Int64(random.below(1_000_000)),
                    boot: random.chance(0.1) ? "b" : "a"))
            #expect(reading.steady >= last)
            last = reading.steady
        }
    }

    @Test func `a wall time near now has its reading, the future has none`() {
        var clock = SteadyClock(at: Self.moment(wall: 0, continuous: 0))
        _ = clock.read(Self.moment(wall: 10_000, continuous: 10_000))

        #expect(clock.steady(of: noon.adding(milliseconds: 4000)) == 4000)
        #expect(clock.steady(of: noon.adding(milliseconds: -4000)) == -4000)
        #expect(clock.steady(of: noon.adding(milliseconds: 20_000)) == 10_000)
        #expect(clock.steady(of: Timestamp(milliseconds: .min)) < -1_000_000_000)
        #expect(clock.wall(of: 4000) == noon.adding(milliseconds: 4000))
    }

    @Test func `survives being written and read`() {
        var clock = SteadyClock(at: Self.moment(wall: 0, continuous: 7))
        _ = clock.read(Self.moment(wall: 500, continuous: 900))

        #expect(SteadyClock(json: clock.json) == clock)
        #expect(SteadyClock(json: ["wall": 1]) == nil)
    }
}
