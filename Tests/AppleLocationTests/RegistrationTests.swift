import AppleStandIn
import CoreLocation
import Foundation
import LocationCore
import LocationSimulator
import Testing

/// What is registered, on both of the system's ways.
@Suite struct `APPLE what is registered` {
    private func lastCapabilities(_ bench: DeviceBench) -> RegionCapabilities? {
        bench.heard().compactMap { if case .capabilities(let now) = $0 { now } else { nil } }.last
    }

    @Test(arguments: [PhoneProfile.iOSClassic, .iOSMonitor])
    func `PLAT-001 PLAT-004 twenty places are told, and all that others hold of them, whichever way they hold it`(
        _ profile: PhoneProfile
    ) async {
        let bench = await DeviceBench(profile)
        await bench.register("a")
        await bench.phone.occupy(slots: 3, owner: "host")
        // What others register is told by nobody; it is looked at when it matters.
        await bench.phone.backgroundApp()
        await bench.phone.foregroundApp()

        let told = lastCapabilities(bench)

        #expect(told?.limit == 20)
        #expect(told?.held.count == 4)
    }

    @Test(arguments: [PhoneProfile.iOSClassic, .iOSMonitor])
    func `PLAT-008 PLAT-054 after a relaunch the circles are known again, each way from its own list`(
        _ profile: PhoneProfile
    ) async {
        let bench = await DeviceBench(profile)
        await bench.register("a", radius: 123)
        bench.phone.killApp()
        _ = bench.heard()

        await bench.phone.launchApp()

        let circle = Circle(center: DeviceBench.home, checkedRadius: 123)
        #expect(lastCapabilities(bench)?.held == [HeldRegion(id: "a", circle: circle)])
    }

    @Test(arguments: [PhoneProfile.iOSClassic, .iOSMonitor], [0.5, 1, 99])
    func `PLAT-014 a small radius is registered as it is`(_ profile: PhoneProfile, _ radius: Double) async {
        let bench = await DeviceBench(profile)
        _ = bench.heard()

        await bench.register("a", radius: radius)

        #expect(bench.words().first == "taken a")
        #expect(bench.phone.monitoredRegions.map(\.circle.radius) == [radius])
    }

    @Test(arguments: [
        (RegionEdges.enter, ["enter a"]), (RegionEdges.exit, ["exit a"]),
        (RegionEdges([.enter, .exit]), ["enter a", "exit a"]),
    ])
    func `PLAT-026 only the crossings that are wanted are asked for`(_ edges: RegionEdges, _ words: [String]) async {
        let bench = await DeviceBench()
        let circle = Circle(center: DeviceBench.home, checkedRadius: 200)
        bench.device.regions.register(Region(id: "a", circle: circle, edges: edges))
        await bench.settle()
        _ = bench.heard()

        await bench.phone.move(to: DeviceBench.home)
        await bench.phone.move(to: DeviceBench.away)

        #expect(bench.words() == words)
    }

    @Test func `PLAT-051 a monitor tells both sides, whatever is wanted`() async {
        let bench = await DeviceBench(.iOSMonitor)
        let circle = Circle(center: DeviceBench.home, checkedRadius: 200)
        bench.device.regions.register(Region(id: "a", circle: circle, edges: .enter))
        await bench.settle()
        _ = bench.heard()

        await bench.phone.move(to: DeviceBench.home)
        await bench.phone.move(to: DeviceBench.away)

        #expect(bench.words() == ["inside a", "outside a"])
    }

    @Test(arguments: [PhoneProfile.iOSClassic, .iOSMonitor])
    func `PLAT-005 what is given back before the system has listed it does not stay`(_ profile: PhoneProfile) async {
        var knobs = PhoneKnobs.quick
        knobs.setupDelay = 5000
        let bench = await DeviceBench(profile, knobs: knobs)

        bench.device.regions.register(DeviceBench.region("a"))
        bench.device.regions.unregister(id: "a")
        await bench.phone.advance(by: 10_000)

        #expect(bench.phone.monitoredRegions.isEmpty)
        #expect(bench.held() == [])
    }

    @Test func `PLAT-016 a circle is replaced without stopping it first, which old systems refused`() async {
        let bench = await DeviceBench { $0.traits.failsImmediateRestart = true }
        await bench.register("a", radius: 200)
        _ = bench.heard()

        await bench.register("a", radius: 300)

        #expect(bench.words() == ["taken a"])
        #expect(bench.phone.monitoredRegions.map(\.circle.radius) == [300])
    }

    @Test func `PLAT-016 one that was given back and is refused a moment later is told as lost`() async {
        let bench = await DeviceBench { $0.traits.failsImmediateRestart = true }
        await bench.register("a")
        bench.device.regions.unregister(id: "a")
        _ = bench.heard()

        await bench.register("a")
        #expect(bench.words() == ["lost a failed"])
        await bench.phone.advance(by: 100)
        await bench.register("a")

        #expect(bench.words() == ["taken a"])
    }

    @Test func `PLAT-017 what is refused after the first grant is told as lost, and taken after a relaunch`() async {
        let bench = await DeviceBench(tier: .notDetermined) { $0.traits.failsAfterFirstGrant = true }
        await bench.phone.setAuthorization(.always)
        _ = bench.heard()
        await bench.register("a")
        #expect(bench.words() == ["lost a failed"])

        bench.phone.killApp()
        await bench.phone.launchApp()
        await bench.register("a")

        #expect(bench.words().last == "taken a")
    }

    @Test func `PLAT-099 what is refused with reduced accuracy is told as lost`() async {
        var knobs = PhoneKnobs.quick
        knobs.refusesWhenReduced = true
        let bench = await DeviceBench(knobs: knobs)
        await bench.phone.setPrecise(false)
        _ = bench.heard()

        await bench.register("a")

        #expect(bench.words() == ["lost a notAuthorized"])
    }

    @Test func `PLAT-062 a state that comes late has the date of the crossing`() async {
        var knobs = PhoneKnobs.quick
        knobs.deliveryLatency = 240_000
        let bench = await DeviceBench(.iOSMonitor, knobs: knobs)
        await bench.register("a")
        await bench.phone.backgroundApp()
        _ = bench.heard()

        await bench.phone.move(to: DeviceBench.home)
        let then = bench.phone.now.wall
        await bench.phone.advance(by: 240_000)

        let states = bench.heard().compactMap { if case .regionState(let state) = $0 { state } else { nil } }
        #expect(states == [RegionState(id: "a", side: .inside, at: then, isAnswer: false)])
    }

    @Test func `PLAT-015 a condition that is no circle is listed without one`() async {
        let bench = await DeviceBench(.iOSMonitor)
        let center = CLLocationCoordinate2D(latitude: 91, longitude: 0)
        let monitor = await bench.monitor
        await monitor?.add(CLMonitor.CircularGeographicCondition(center: center, radius: -1), identifier: "odd")
        bench.phone.killApp()

        await bench.phone.launchApp()

        #expect(lastCapabilities(bench)?.held == [HeldRegion(id: "odd", circle: nil)])
    }
}

/// What an event says about the watching itself.
@Suite struct `APPLE diagnoses of a monitor` {
    /// A diagnosis, and what becomes of a condition that is `unmonitored` for it.
    static let diagnoses: [(CLMonitor.Event.Flag, String?)] = [
        (.authorizationDenied, "lost a notAuthorized"), (.authorizationRestricted, "lost a notAuthorized"),
        (.authorizationDeniedGlobally, "lost a unavailable"), (.conditionLimitExceeded, "lost a overLimit"),
        (.conditionUnsupported, "lost a unmonitored"), (.persistenceUnavailable, "lost a unmonitored"),
        (.accuracyLimited, nil), (.insufficientlyInUse, nil), (.serviceSessionRequired, nil),
        (.authorizationRequestInProgress, nil),
    ]

    @Test(arguments: diagnoses)
    func `PLAT-052 each diagnosis loses a condition or says that it rests`(
        _ flag: CLMonitor.Event.Flag, _ word: String?
    ) async throws {
        let bench = await DeviceBench(.iOSMonitor)
        await bench.register("a")
        let monitor = try #require(await bench.monitor)
        _ = bench.heard()

        // Twice, as the system does.
        for second in 1...2 {
            let date = Date(timeIntervalSince1970: Double(second))
            monitor.deliver(.init(identifier: "a", state: .unmonitored, date: date, flags: [flag]))
        }
        await bench.settle()

        #expect(bench.words() == [word].compactMap { $0 })
    }

    @Test(
        arguments: diagnoses.map(\.0),
        [CLMonitor.Event.State.satisfied, .unsatisfied, .unknown])
    func `PLAT-052 whatever state comes along with a diagnosis, it is none`(
        _ flag: CLMonitor.Event.Flag, _ state: CLMonitor.Event.State
    ) async throws {
        let bench = await DeviceBench(.iOSMonitor)
        await bench.register("a")
        let monitor = try #require(await bench.monitor)
        _ = bench.heard()

        monitor.deliver(.init(identifier: "a", state: state, date: Date(), flags: [flag]))
        await bench.settle()

        #expect(bench.words().isEmpty)
    }

    @Test func `PLAT-052 of several diagnoses the one that loses the condition counts`() async throws {
        let bench = await DeviceBench(.iOSMonitor)
        await bench.register("a")
        let monitor = try #require(await bench.monitor)
        _ = bench.heard()

        monitor.deliver(
            .init(
                identifier: "a", state: .unmonitored, date: Date(),
                flags: [.accuracyLimited, .insufficientlyInUse, .conditionLimitExceeded]))
        await bench.settle()

        #expect(bench.words() == ["lost a overLimit"])
    }

    @Test(arguments: [false, true])
    func `PLAT-099 precise again, the state is told again`(_ withLastState: Bool) async {
        let bench = await DeviceBench(.iOSMonitor) { $0.traits.diagnosesWithLastState = withLastState }
        await bench.register("a")
        await bench.phone.setPrecise(false)
        _ = bench.heard()
        await bench.phone.move(to: DeviceBench.home)
        #expect(bench.words().isEmpty)

        await bench.phone.setPrecise(true)

        #expect(bench.words().contains("inside a"))
        #expect(!bench.words().contains { $0.hasPrefix("lost") })
    }
}
