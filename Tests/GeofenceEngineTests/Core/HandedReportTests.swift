import GeofenceEngine
import LocationCore
import Testing

/// Crossings of regions of the style that an app had before.
@Suite struct `Reports handed over` {
    private static func bench(_ direction: CrossingDirection, radius: Double = 100, _ policy: Policy = .plain)
        -> CoreBench
    {
        var before = CoreBench.launched()
        before.take(
            .fences(
                FenceChange(set: "app", kind: .upsert([CoreBench.fence("home"), CoreBench.fence("work", 0, 5000)]))))
        before.take(
            .device(.regionCrossed(RegionCrossing(id: before.regionID("home"), direction: .enter))))
        var durable = before.core.durable
        durable.places = []
        durable.announced = []
        durable.scalars.reports = [
            HandedReport(
                fence: direction == .exit ? "home" : "work",
                circle: Circle(
                    center: direction == .exit ? CoreBench.origin : CoreBench.at(0, 5000), checkedRadius: radius),
                direction: direction, at: before.moment.wall.adding(milliseconds: 60_000), position: nil)
        ]
        var bench = CoreBench(policy, reports: .crossings, answers: false, durable: durable)
        bench.pass(90_000)
        return bench
    }

    @Test(arguments: [(CrossingDirection.exit, "exit home"), (.enter, "enter work")])
    func `are taken at the launch, with their own dates`(_ direction: CrossingDirection, _ told: String) {
        var bench = Self.bench(direction)

        bench.launch(.region)

        #expect(bench.told == [told])
        #expect(bench.transitions.map(\.at) == [noon.adding(milliseconds: 60_000)])
        #expect(bench.core.durable.scalars.reports == [])
        bench.relaunch()
        #expect(bench.told == [told])
    }

    @Test func `wait until fences are watched`() {
        var policy = Policy.plain
        policy.activity.condition = .whenTracking
        var bench = Self.bench(.exit, policy)
        bench.launch(.region)
        #expect(bench.told == [])

        bench.take(.tracking(true))

        #expect(bench.told == ["exit home"])
    }

    @Test func `are ignored, and noted, where the fence has another area now`() {
        var bench = Self.bench(.exit, radius: 180)

        bench.launch(.region)

        #expect(bench.told == [])
        #expect(bench.side("home") == .inside)
        #expect(bench.journal.contains { $0.code == .orphan && $0.fence == "home" })
        #expect(bench.core.durable.scalars.reports == [])
    }

    @Test func `are kept as they were`() {
        let fix = Fix(coordinate: CoreBench.origin, accuracy: 12, timestamp: noon)
        for position in [fix, nil] {
            let report = HandedReport(
                fence: "a/b", circle: Circle(center: CoreBench.origin, checkedRadius: 120.5), direction: .enter,
                at: noon,
                position: position)
            #expect(HandedReport(json: report.json) == report)
        }
        #expect(HandedReport(json: ["fence": "a"]) == nil)
    }
}
