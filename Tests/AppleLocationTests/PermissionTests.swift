import AppleStandIn
import CoreLocation
import LocationCore
import LocationSimulator
import Testing

@Suite struct `APPLE permissions that change` {
    private func told(_ bench: DeviceBench) -> [String] {
        bench.heard().compactMap {
            guard case .authorization(let now) = $0 else { return nil }
            return "\(now.tier.rawValue)\(now.isPrecise ? "" : ", coarse")"
        }
    }

    @Test func `PLAT-090 the first callback, and one that says nothing new, is not told`() async {
        let bench = await DeviceBench()
        #expect(told(bench) == ["always"])

        await bench.standIn.callDelegates { $0.locationManagerDidChangeAuthorization($1) }
        await bench.settle()
        #expect(told(bench).isEmpty)
        await bench.phone.setPrecise(false)

        #expect(told(bench) == ["always, coarse"])
    }

    @Test func `PLAT-093 Always that the person keeps to while-using is taken back with the event that needed it`()
        async
    {
        let bench = await DeviceBench(tier: .notDetermined)
        bench.phone.answerPrompts(.allow)
        bench.device.authorization.request(.always)
        await bench.settle()
        #expect(told(bench).last == "always")
        await bench.register("a")
        await bench.phone.backgroundApp()
        bench.phone.answerPrompts(.allowWhenInUse)
        _ = bench.heard()

        await bench.phone.advance(by: 20_000)
        await bench.phone.move(to: DeviceBench.home)
        await bench.phone.foregroundApp()

        #expect(told(bench) == ["whenInUse"])
        #expect(bench.device.authorization.current.tier == .whenInUse)
    }

    @Test func `PLAT-093 a downgrade of which no callback tells is seen when the app comes to the front`() async {
        let bench = await DeviceBench()
        await bench.register("a")
        await bench.phone.backgroundApp()
        // From here on the system tells nobody.
        await bench.standIn.callDelegates { $1.delegate = nil }
        await bench.phone.setAuthorization(.whenInUse)
        _ = bench.heard()

        await bench.phone.foregroundApp()

        #expect(told(bench) == ["whenInUse"])
        // What needs Always is given up with it. (PLAT-115)
        #expect(!bench.standIn.followsSignificantChanges)
    }

    @Test func `PLAT-094 a permission for once is told, and told again when it is over`() async {
        let bench = await DeviceBench(tier: .notDetermined)
        bench.phone.answerPrompts(.allowOnce)
        _ = bench.heard()

        bench.device.authorization.request(.whenInUse)
        await bench.settle()
        await bench.phone.backgroundApp()
        await bench.phone.advance(by: 10_000)
        await bench.phone.foregroundApp()

        #expect(told(bench) == ["whenInUse", "notDetermined"])
    }

    @Test func `PLAT-100 precision for a while shows in the permission`() async {
        let bench = await DeviceBench()
        await bench.phone.setPrecise(false)
        _ = bench.heard()

        bench.device.authorization.requestTemporaryPrecision(purpose: "fences")
        await bench.settle()

        #expect(told(bench) == ["always"])
    }

    @Test(arguments: [true, false])
    func `PLAT-100 where precision is not asked for, nobody waits for it`(_ isPrecise: Bool) async {
        let bench = await DeviceBench { $0.traits.purposes = ["another"] }
        await bench.phone.setPrecise(isPrecise)
        _ = bench.heard()

        bench.device.authorization.requestTemporaryPrecision(purpose: "fences")
        await bench.register("a")

        #expect(bench.heard().compactMap(\.regionWord) == ["taken a"])
        #expect(bench.device.authorization.current.isPrecise == isPrecise)
    }

    @Test func `PLAT-101 a change made while the app was suspended is told before the crossing that wakes it`() async {
        let bench = await DeviceBench(tier: .whenInUse)
        await bench.register("a")
        await bench.phone.backgroundApp()
        await bench.phone.suspendApp()
        _ = bench.heard()

        await bench.phone.setAuthorization(.always)
        #expect(bench.heard().isEmpty)
        await bench.phone.move(to: DeviceBench.home)

        let order = bench.heard().compactMap { event in
            switch event {
            case .authorization(let now): now.tier.rawValue
            case .regionCrossed(let crossing): "\(crossing.direction.rawValue) \(crossing.id)"
            default: nil
            }
        }
        #expect(order == ["always", "enter a"])
    }

    @Test func `PLAT-091 positions go on behind the front only if they began there`() async {
        let bench = await DeviceBench(tier: .whenInUse)
        await bench.phone.backgroundApp()
        bench.device.fixes.watch(owner: "way", rate: FixRate(accuracy: 10, distance: 0))
        await bench.settle()
        #expect(!bench.standIn.hasBackgroundActivity)
        #expect(bench.phone.watches.isEmpty)
        await bench.standIn.callDelegates { #expect(!$1.allowsBackgroundLocationUpdates) }

        await bench.phone.foregroundApp()
        #expect(bench.phone.watches.count == 1)
    }
}

@Suite struct `APPLE launches` {
    @Test(arguments: [(WakeCause.user, WakeCause.user), (.region, .region), (.significantChange, .region)])
    func `PLAT-083 PLAT-078 why the process runs is read from where it runs, without the key`(
        _ launch: WakeCause, _ told: WakeCause
    ) async {
        let bench = await DeviceBench(launches: false)

        await bench.phone.launchApp(launch)

        let causes = bench.heard().compactMap { if case .app(.launched(let cause)) = $0 { cause } else { nil } }
        #expect(causes == [told])
    }

    @Test func `PLAT-073 time that is refused is not given back, and asked for again`() async {
        var knobs = PhoneKnobs.quick
        knobs.backgroundTaskRefusals = 1
        let bench = await DeviceBench(knobs: knobs)
        await bench.phone.backgroundApp()

        bench.device.backgroundTime.hold("a")
        bench.device.backgroundTime.release("a")
        await bench.settle()

        #expect(bench.standIn.backgroundTaskCount == 0)

        bench.device.backgroundTime.hold("b")
        await bench.settle()
        bench.phone.adjust { $0.backgroundTaskRefusals = 0 }
        bench.device.backgroundTime.hold("b")
        await bench.settle()

        #expect(bench.standIn.backgroundTaskCount == 1)
        #expect(bench.standIn.violations.isEmpty)
    }

    @Test(arguments: [PhoneProfile.iOSClassic, .iOSMonitor])
    func `PLAT-085 PLAT-071 a suspended process takes what comes`(_ profile: PhoneProfile) async {
        let bench = await DeviceBench(profile)
        await bench.register("a")
        await bench.phone.backgroundApp()
        await bench.phone.suspendApp()
        _ = bench.heard()

        await bench.phone.move(to: DeviceBench.home)
        await bench.phone.advance(by: 60_000)
        await bench.phone.move(to: DeviceBench.away)

        #expect(bench.words() == (profile == .iOSClassic ? ["enter a", "exit a"] : ["inside a", "outside a"]))
    }
}
