import AppleStandIn
import CoreLocation
import LocationCore
import LocationSimulator
import Testing

@Suite struct `APPLE regions by the classic calls` {
    @Test func `PLAT-005 a region is taken when the system acknowledges it, and listed`() async {
        let bench = await DeviceBench()
        _ = bench.heard()

        await bench.register("a")

        let heard = bench.heard()
        #expect(heard.compactMap(\.regionWord) == ["taken a"])
        #expect(
            heard.contains {
                if case .capabilities(let now) = $0 {
                    now.held == [HeldRegion(id: "a", circle: DeviceBench.region("a").circle)]
                } else {
                    false
                }
            })
    }

    @Test func `PLAT-023 PLAT-030 a crossing comes once, without a date or a position`() async {
        let bench = await DeviceBench()
        await bench.register("a")
        _ = bench.heard()

        await bench.phone.move(to: DeviceBench.home)

        let crossings = bench.heard().compactMap { if case .regionCrossed(let crossing) = $0 { crossing } else { nil } }
        #expect(crossings == [RegionCrossing(id: "a", direction: .enter)])
    }

    @Test(arguments: [StateWithCrossing.before, .after])
    func `PLAT-024 a state that comes along with a crossing is no second one`(_ order: StateWithCrossing) async {
        var knobs = PhoneKnobs.quick
        knobs.stateWithCrossing = order
        let bench = await DeviceBench(knobs: knobs)
        await bench.register("a")
        _ = bench.heard()

        await bench.phone.move(to: DeviceBench.home)

        #expect(bench.words() == ["enter a"])
    }

    @Test func `PLAT-025 a question is answered from what the system remembers`() async {
        let bench = await DeviceBench(at: DeviceBench.home)
        await bench.register("a")
        _ = bench.heard()

        bench.device.regions.requestState(id: "a")
        bench.device.regions.requestState(id: "unknown")
        await bench.settle()

        #expect(bench.words() == ["inside a answered"])
    }

    @Test func `PLAT-002 the region over the limit is lost, and why`() async {
        let bench = await DeviceBench()
        await bench.phone.occupy(slots: 20, owner: "host")
        _ = bench.heard()

        await bench.register("a")

        #expect(bench.words() == ["lost a overLimit"])
    }

    @Test func `PLAT-013 a radius above the largest is refused before the system is asked`() async {
        var knobs = PhoneKnobs.quick
        knobs.maximumRadius = 1000
        let bench = await DeviceBench(knobs: knobs)
        _ = bench.heard()

        await bench.register("a", radius: 1001)

        #expect(bench.words() == ["lost a tooLarge"])
        #expect(bench.phone.registrationLog.isEmpty)
    }

    @Test func `PLAT-013 where watching is not supported there is no largest radius, and nothing is asked for`() async {
        let bench = await DeviceBench { $0.hasRegionMonitoring = false }
        let told = bench.heard().compactMap { if case .capabilities(let now) = $0 { now } else { nil } }.last

        await bench.register("a")

        #expect(told?.limit == 0)
        #expect(told?.maximumRadius == nil)
        #expect(told?.reports == .nothing)
        #expect(bench.words() == ["lost a unavailable"])
        #expect(bench.phone.registrationLog.isEmpty)
    }

    @Test func `PLAT-006 registering again replaces the circle`() async {
        let bench = await DeviceBench()
        await bench.register("a", radius: 200)
        await bench.register("a", radius: 300)

        #expect(bench.phone.monitoredRegions.map(\.circle.radius) == [300])
    }

    @Test func `PLAT-010 PLAT-011 regions of others are counted and left alone`() async {
        let bench = await DeviceBench()
        await bench.phone.occupy(DeviceBench.region("host.home"), owner: "host")
        await bench.register("a")

        #expect(bench.held()?.sorted() == ["a", "host.home"])

        bench.device.regions.unregister(id: "a")
        await bench.settle()
        #expect(bench.held() == ["host.home"])
    }

    @Test func `PLAT-009 a region of an earlier process can be given back`() async {
        let bench = await DeviceBench()
        await bench.register("a")
        bench.phone.killApp()
        await bench.phone.launchApp()
        #expect(bench.held() == ["a"])

        bench.device.regions.unregister(id: "a")
        await bench.settle()

        #expect(bench.phone.monitoredRegions.isEmpty)
    }

    @Test func `PLAT-005 what was refused late and taken after all is given back before it is listed`() async {
        var slow = Unkindness.kind
        slow.listLag = 1000...1000
        slow.answers = 20...20
        let bench = await DeviceBench(unkindness: slow)
        await bench.register("a")
        await bench.phone.advance(by: 5000)

        // The system loses it, and before it says so it is asked for anew.
        await bench.phone.os.lose("a")
        await bench.register("a")
        _ = bench.heard()
        await bench.phone.advance(by: 100)
        #expect(bench.words() == ["lost a failed", "taken a"])
        bench.device.regions.unregister(id: "a")
        await bench.settle()

        #expect(bench.phone.monitoredRegions.isEmpty)
    }

    @Test func `PLAT-070 a crossing that starts the process is delivered to who attaches then`() async {
        let bench = await DeviceBench()
        await bench.register("a")
        bench.phone.killApp()
        _ = bench.heard()

        await bench.phone.move(to: DeviceBench.home)

        let heard = bench.heard()
        #expect(heard.compactMap(\.regionWord) == ["enter a"])
        #expect(heard.contains { if case .app(.launched(.region)) = $0 { true } else { false } })
    }

    @Test func `PLAT-115 far movements are followed only while something is watched and always allowed`() async {
        let bench = await DeviceBench()
        #expect(!bench.standIn.followsSignificantChanges)

        await bench.register("a")
        #expect(bench.standIn.followsSignificantChanges)
        await bench.phone.setAuthorization(.whenInUse)
        #expect(!bench.standIn.followsSignificantChanges)
    }
}
