import AppleStandIn
import LocationCore
import LocationSimulator
import Testing

@Suite struct `APPLE permissions, notifications and the app's life` {
    private func tiers(_ events: [DeviceEvent]) -> [String] {
        events.compactMap {
            if case .authorization(let now) = $0 {
                "\(now.tier.rawValue)\(now.servicesEnabled ? "" : ", off")"
            } else {
                nil
            }
        }
    }

    @Test func `what stands is told at attaching, and nobody is asked`() async {
        let bench = await DeviceBench()

        let words = bench.heard().map { String(describing: $0).prefix { $0 != "(" } }

        #expect(
            words == ["capabilities", "authorization", "network", "notificationPermission", "app", "app"])
        #expect(bench.phone.promptCount == 0)
        #expect(bench.standIn.violations.isEmpty)
    }

    @Test func `PLAT-093 PLAT-096 a change of the permission is told, with a callback`() async {
        let bench = await DeviceBench()
        _ = bench.heard()

        await bench.phone.setAuthorization(.whenInUse)
        await bench.phone.setAuthorization(.denied)

        #expect(tiers(bench.heard()) == ["whenInUse", "denied"])
        #expect(bench.device.authorization.current.tier == .denied)
    }

    @Test func `PLAT-098 location services off is told apart from a refusal`() async {
        let bench = await DeviceBench()
        _ = bench.heard()

        await bench.phone.setLocationServices(false)
        #expect(tiers(bench.heard()).last == "denied, off")
        await bench.phone.setLocationServices(true)
        #expect(tiers(bench.heard()).last == "always")
    }

    @Test func `PLAT-097 what a revocation cleared shows when the permission is told`() async {
        let bench = await DeviceBench()
        await bench.register("a")

        await bench.phone.setAuthorization(.denied)

        #expect(bench.held() == [])
    }

    @Test func `PLAT-095 a question that is not put is not waited for`() async {
        let bench = await DeviceBench(tier: .denied)
        _ = bench.heard()

        bench.device.authorization.request(.always)
        await bench.settle()

        #expect(tiers(bench.heard()).isEmpty)
    }

    @Test func `an answer about notifications is told, also the same one`() async {
        let bench = await DeviceBench()
        bench.phone.answerNotificationPrompt(true)
        _ = bench.heard()

        for _ in 1...2 {
            bench.device.notifications.requestPermission()
            await bench.settle()
        }

        let told = bench.heard().compactMap { if case .notificationPermission(let now) = $0 { now } else { nil } }
        #expect(told == [.granted, .granted])
        #expect(bench.device.notifications.permission == .granted)
    }

    @Test func `PLAT-133 a notification that is not allowed says so`() async {
        let bench = await DeviceBench()
        await bench.phone.setNotificationPermission(.denied)
        _ = bench.heard()

        bench.device.notifications.post(LocalNotification(id: "n", title: "t", body: "b", isProminent: true))
        await bench.settle()

        let told = bench.heard().compactMap { if case .notificationPermission(let now) = $0 { now } else { nil } }
        #expect(told == [.denied])
    }

    @Test func `the app's ways to and from the front are told once each`() async {
        let bench = await DeviceBench()
        _ = bench.heard()

        await bench.phone.backgroundApp()
        await bench.phone.foregroundApp()
        await bench.phone.terminateApp()

        let told = bench.heard().compactMap { if case .app(let event) = $0 { event } else { nil } }
        #expect(told == [.enteredBackground, .becameActive, .terminating])
    }

    @Test func `PLAT-073 time in the background is given back, at the latest when it runs out`() async {
        let bench = await DeviceBench()
        for name in ["a", "a", "b"] { bench.device.backgroundTime.hold(name) }
        bench.device.backgroundTime.release("b")
        await bench.settle()
        #expect(bench.standIn.backgroundTaskCount == 1)

        await bench.standIn.expireBackgroundTasks()

        #expect(bench.standIn.backgroundTaskCount == 0)
        #expect(bench.standIn.violations.isEmpty)
    }

    @Test func `settling from within a listener returns at once`() async {
        let bench = await DeviceBench()
        let device = bench.device
        bench.onEvent { _ in await device.events.settle() }

        await bench.register("a")

        #expect(bench.words().last == "taken a")
    }
}
