import BeekonAdapter
import GeofenceEngine
import LocationCore
import Testing

/// The core under Beekon's policy, fed by hand.
private final class Bench {
    var core: Core
    private var now = eight

    init(_ config: BeekonConfig = .initial, fences: [BeekonGeofence] = []) throws {
        core = Core(
            policy: BeekonPolicy.policy(config, platform: .iOS, isTracking: true),
            format: BeekonFormat(detectsActivity: false), durable: Durable())
        feed(
            .device(
                .capabilities(
                    RegionCapabilities(
                        limit: 20, maximumRadius: nil, reports: .crossings, answersStateRequests: true,
                        detectsDwell: false, held: []))))
        feed(.device(.authorization(Authorization(tier: .always))))
        feed(.device(.app(.launched(.user))))
        let fences = try fences.map { geofence throws in try geofence.fence() }
        feed(.fences(FenceChange(set: BeekonPolicy.appSet, kind: .upsert(fences))))
    }

    /// Feeds an input; the records it made, by kind.
    @discardableResult
    func feed(_ input: Input) -> [Record] {
        let made = Locked(0)
        let moment = Moment(wall: now, continuous: now.milliseconds, boot: "b")
        let step = core.step(
            input,
            Core.Envelope(
                moment: moment, status: DeviceStatus(),
                makeID: {
                    made.withLock {
                        $0 += 1
                        return "\(moment.continuous)-\($0)"
                    }
                }, chance: { 0.5 }))
        return step.changes.compactMap { change in
            if case .append(let record) = change { record } else { nil }
        }
    }

    /// Feeds a fix that many metres north of the first, that many seconds after eight; whether it was recorded.
    func isRecorded(metres: Double, seconds: Int64) -> Bool {
        now = eight.adding(milliseconds: seconds * 1000)
        let start = Coordinate(checkedLatitude: 13, longitude: 77)
        let fix = Fix(
            coordinate: Geodesic.destination(from: start, bearing: 0, distance: metres), accuracy: 5, timestamp: now)
        return !feed(.device(.fix(fix, request: nil))).isEmpty
    }

    /// Feeds a crossing of the first fence; the kinds of the events it made.
    func cross(_ direction: CrossingDirection, seconds: Int64) -> [String] {
        now = eight.adding(milliseconds: seconds * 1000)
        guard let region = core.durable.places.first?.regionID else { return ["no region"] }
        return feed(.device(.regionCrossed(RegionCrossing(id: region, direction: direction, at: now))))
            .compactMap { $0.body["type"]?.stringValue }
    }

    /// Answers a question about the first fence's region.
    func answer(_ side: Side, seconds: Int64) -> [Record] {
        now = eight.adding(milliseconds: seconds * 1000)
        guard let region = core.durable.places.first?.regionID else { return [] }
        return feed(.device(.regionState(RegionState(id: region, side: side, at: now, isAnswer: true))))
    }
}

@Suite struct `The core under Beekon's policy` {
    @Test func `BKN-113 a fix is recorded when time and distance are both far enough`() throws {
        let bench = try Bench()
        bench.feed(.tracking(true))

        #expect(bench.isRecorded(metres: 0, seconds: 0))
        #expect(!bench.isRecorded(metres: 500, seconds: 29))
        #expect(!bench.isRecorded(metres: 99, seconds: 31))
        #expect(bench.isRecorded(metres: 101, seconds: 32))
    }

    @Test func `BKN-113 a side of 0 is off`() throws {
        let bench = try Bench(
            .selfManaged(minTimeBetweenLocationsSeconds: 0, minDistanceBetweenLocationsMeters: 0))
        bench.feed(.tracking(true))

        #expect(bench.isRecorded(metres: 0, seconds: 0))
        #expect(bench.isRecorded(metres: 0, seconds: 1))
    }

    @Test func `without a session no fix is recorded`() throws {
        let bench = try Bench()

        #expect(!bench.isRecorded(metres: 0, seconds: 0))
    }

    @Test func `BKN-054 with entry off only the exit is an event`() throws {
        let bench = try Bench(fences: [home.with { $0.notifyOnEntry = false }])

        #expect(bench.cross(.enter, seconds: 1).isEmpty)
        #expect(bench.cross(.exit, seconds: 2) == ["exit"])
    }

    @Test func `BKN-055 with exit off the second enter is an event too`() throws {
        let bench = try Bench(fences: [home.with { $0.notifyOnExit = false }])

        #expect(bench.cross(.enter, seconds: 1) == ["enter"])
        #expect(bench.cross(.exit, seconds: 2).isEmpty)
        #expect(bench.cross(.enter, seconds: 3) == ["enter"])
    }

    @Test func `BKN-056 the same enter twice is one event`() throws {
        let bench = try Bench(fences: [home])

        #expect(bench.cross(.enter, seconds: 1) == ["enter"])
        #expect(bench.cross(.enter, seconds: 2).isEmpty)
        #expect(bench.cross(.exit, seconds: 3) == ["exit"])
    }

    @Test func `BKN-057 a device found inside is no event, its exit is`() throws {
        let bench = try Bench(fences: [home])

        #expect(bench.answer(.inside, seconds: 1).isEmpty)
        #expect(bench.cross(.exit, seconds: 2) == ["exit"])
    }

    @Test func `BKN-033 a fence that reports nothing takes no region`() throws {
        let bench = try Bench(fences: [
            home.with {
                $0.notifyOnEntry = false
                $0.notifyOnExit = false
            }
        ])

        #expect(bench.core.durable.places.isEmpty)
    }

    @Test(arguments: [20, 21, 60])
    func `BKN-166 BKN-170 at most 20 regions, and a refresh region only beyond that`(_ count: Int) throws {
        let fences = (0..<count).map { number in
            home.with {
                $0.id = "\(number)"
                $0.latitude += Double(number) * 0.003
            }
        }
        let bench = try Bench(fences: fences)
        bench.feed(.tracking(false))
        bench.feed(.policy(BeekonPolicy.policy(.initial, platform: .iOS, isTracking: false)))
        _ = bench.isRecorded(metres: 0, seconds: 1)

        let hasHelper = bench.core.durable.helper != nil

        #expect(hasHelper == (count > 20))
        #expect(bench.core.durable.places.count + (hasHelper ? 1 : 0) == 20)
        #expect(bench.core.fences.count == count)
    }
}
