import LocationCore
import LocationSimulator
import Testing

@Suite struct `Phone life of the app` {
    /// A phone whose every process gets a recorder of its own.
    private func phone(
        _ profile: PhoneProfile = .iOSClassic, tier: AuthorizationTier = .always,
        _ change: (inout PhoneKnobs) -> Void = { _ in }
    ) -> (SimulatedPhone, Locked<[PhoneRecorder]>) {
        var knobs = profile.standardKnobs
        change(&knobs)
        let phone = SimulatedPhone(
            profile: profile, knobs: knobs, at: Place.at(1000, 0), authorization: Authorization(tier: tier))
        let lives = Locked<[PhoneRecorder]>([])
        phone.onLaunch { process, _ in
            let recorder = PhoneRecorder()
            lives.withLock { $0.append(recorder) }
            process.device.events.attach(recorder)
        }
        return (phone, lives)
    }

    @Test func `a listener is told how things stand, then why the process runs`() async {
        let phone = SimulatedPhone()

        let app = await phone.opened()

        let kinds = app.events.map { event in
            switch event {
            case .capabilities: "capabilities"
            case .authorization: "authorization"
            case .network: "network"
            case .notificationPermission: "notifications"
            case .app(.launched(.user)): "launched"
            case .app(.becameActive): "active"
            default: "other"
            }
        }
        #expect(kinds == ["capabilities", "authorization", "network", "notifications", "launched", "active"])
    }

    @Test func `a dead process is not heard and hears nothing`() async {
        let phone = SimulatedPhone(at: Place.home)
        let app = await phone.opened()
        let dead = phone.device
        dead.wakeUps.arm(key: "k", after: 1000)
        phone.killApp()
        app.forget()

        let reborn = await phone.opened()
        dead.regions.register(Place.region("ghost"))
        dead.http.send(HTTPRequest(id: "h", method: "GET", url: "http://x.test/", headers: [:], body: [], timeout: 9))
        dead.wakeUps.arm(key: "ghost", after: 10)
        dead.events.attach(app)
        await phone.advance(by: 5000)

        #expect(app.events.isEmpty)
        #expect(phone.monitoredRegions.isEmpty)
        #expect(phone.requests.isEmpty)
        #expect(reborn.wakeUps == [])
    }

    @Test func `a process that is killed while it is told something hears no more of it`() async {
        let phone = SimulatedPhone()
        let app = PhoneRecorder { _ in phone.killApp() }

        _ = await phone.opened(app)

        #expect(app.events.count == 1)
        #expect(phone.appState == .notRunning)
    }

    @Test func `what one listener ends, the next one does not hear of`() async {
        let phone = SimulatedPhone(at: Place.at(1000, 0))
        let device = phone.device
        let killer = PhoneRecorder { event in if case .regionCrossed = event { phone.killApp() } }
        let leaver = PhoneRecorder()
        let remover = PhoneRecorder { event in if case .wakeUp = event { device.events.detach(leaver) } }
        for listener in [killer, remover, leaver] { _ = await phone.opened(listener) }
        await phone.register(Place.region("home"))

        device.wakeUps.arm(key: "k", after: 10)
        await phone.advance(by: 10)
        #expect(remover.wakeUps == ["k"])
        #expect(leaver.wakeUps == [])
        await phone.move(to: Place.home)

        #expect(killer.regionEvents == ["enter home"])
        #expect(remover.regionEvents == [])
    }

    @Test(arguments: [(true, ["k", "crossed"]), (false, ["crossed", "k"])])
    func `PLAT-074 overdue timers come before or after the event that wakes`(
        _ first: Bool, _ expected: [String]
    ) async {
        let (phone, lives) = phone { $0.overdueTimersFirst = first }
        await phone.launchApp()
        await phone.register(Place.region("home"))
        phone.device.wakeUps.arm(key: "k", after: 60_000)
        await phone.suspendApp()
        await phone.advance(by: 90_000)

        await phone.move(to: Place.home)

        let told = lives.withLock { $0[0].events }.compactMap { event -> String? in
            switch event {
            case .wakeUp(let key): key
            case .regionCrossed: "crossed"
            default: nil
            }
        }
        #expect(told == expected)
    }

    @Test func `PLAT-008 PLAT-070 regions outlive the process and a crossing starts it again`() async {
        let (phone, lives) = phone()
        await phone.launchApp()
        await phone.register(Place.region("home"))
        phone.killApp()

        await phone.move(to: Place.home)

        let last = lives.withLock { $0.last }
        #expect(lives.withLock { $0.count } == 2)
        #expect(last?.appEvents == [.launched(.region)])
        #expect(last?.regionEvents == ["enter home"])
        #expect(phone.monitoredRegions.map(\.id) == ["home"])
        #expect(phone.appState == .background)
    }

    @Test func `PLAT-070 an event is dropped when nobody listens in time`() async {
        let phone = SimulatedPhone(at: Place.at(1000, 0))
        _ = await phone.opened()
        await phone.register(Place.region("home"))
        phone.killApp()

        await phone.move(to: Place.home)
        await phone.advance(by: 30_000)
        let late = await phone.opened()

        #expect(late.regionEvents == [])
        #expect(phone.transcript.contains("nobody took: enter home"))
    }

    @Test func `PLAT-071 PLAT-072 a suspended process is resumed for the window and suspended again`() async {
        let (phone, lives) = phone()
        await phone.launchApp()
        await phone.register(Place.region("home"))
        await phone.suspendApp()
        #expect(phone.appState == .suspended)

        await phone.move(to: Place.home)
        #expect(phone.appState == .background)
        await phone.advance(by: 9999)
        #expect(phone.appState == .background)
        await phone.advance(by: 1)

        #expect(phone.appState == .suspended)
        #expect(lives.withLock { $0.count } == 1)
        #expect(lives.withLock { $0[0].appEvents.last } == .woken(.region))
    }

    @Test func `PLAT-073 held time keeps the process running up to the budget`() async {
        let (phone, _) = phone()
        await phone.launchApp()
        phone.device.backgroundTime.hold("upload")
        phone.device.backgroundTime.hold("upload")
        await phone.backgroundApp()

        await phone.advance(by: 29_999)
        #expect(phone.appState == .background)
        await phone.advance(by: 1)

        #expect(phone.appState == .suspended)
    }

    @Test func `PLAT-073 time given back ends it, but not before the grace`() async {
        let (phone, _) = phone()
        await phone.launchApp()
        phone.device.backgroundTime.hold("upload")
        await phone.backgroundApp()
        await phone.advance(by: 20_000)
        #expect(phone.appState == .background)

        phone.device.backgroundTime.release("upload")
        await phone.settle()

        #expect(phone.appState == .suspended)
    }

    @Test func `PLAT-073 overrunning the budget can end the process`() async {
        let (phone, _) = phone { $0.killsOnOverrun = true }
        await phone.launchApp()
        phone.device.backgroundTime.hold("upload")
        await phone.backgroundApp()

        await phone.advance(by: 60_000)

        #expect(phone.appState == .notRunning)
    }

    @Test func `PLAT-074 timers stand still while suspended and fire together on resuming`() async {
        let (phone, lives) = phone()
        await phone.launchApp()
        phone.device.wakeUps.arm(key: "b", after: 60_000)
        phone.device.wakeUps.arm(key: "a", after: 30_000)
        phone.device.wakeUps.arm(key: "later", after: 900_000)
        await phone.suspendApp()

        await phone.advance(by: 600_000)
        #expect(lives.withLock { $0[0].wakeUps } == [])
        await phone.resumeApp()

        #expect(lives.withLock { $0[0].wakeUps } == ["a", "b"])
    }

    @Test(arguments: [true, false])
    func `PLAT-075 whether a swiped-away app is started again is a knob`(_ relaunches: Bool) async {
        let (phone, lives) = phone { $0.relaunchAfterForceQuit = relaunches }
        await phone.launchApp()
        await phone.register(Place.region("home"))
        await phone.forceQuitApp()

        await phone.move(to: Place.home)

        #expect(lives.withLock { $0.count } == (relaunches ? 2 : 1))
    }

    @Test(arguments: [true, false])
    func `PLAT-076 whether a reboot loses the regions is a knob`(_ forgets: Bool) async {
        let (phone, _) = phone { $0.rebootForgets = forgets }
        await phone.launchApp()
        await phone.register(Place.region("home"))

        await phone.reboot()

        #expect(phone.monitoredRegions.isEmpty == forgets)
    }

    @Test func `PLAT-076 nothing is watched before the first unlock`() async {
        let (phone, lives) = phone { $0.bootEvaluationDelay = 180_000 }
        await phone.launchApp()
        await phone.register(Place.region("home"))
        await phone.reboot(unlocked: false)
        #expect(!phone.filesReadable)

        await phone.move(to: Place.home)
        await phone.advance(by: 600_000)
        #expect(lives.withLock { $0.count } == 1)
        await phone.unlock()
        await phone.advance(by: 179_999)
        #expect(lives.withLock { $0.count } == 1)
        await phone.advance(by: 1)

        #expect(lives.withLock { $0.last?.regionEvents } == ["enter home"])
    }

    @Test func `PLAT-078 a process can be started before the first unlock`() async {
        let (phone, lives) = phone()
        await phone.reboot(unlocked: false)

        await phone.launchApp(.prewarm)
        #expect(!phone.filesReadable)
        #expect(lives.withLock { $0[0].appEvents } == [.launched(.prewarm)])
        await phone.unlock()

        #expect(lives.withLock { $0[0].appEvents.last } == .protectedDataAvailable)
    }

    @Test func `PLAT-077 without background refresh an event waits for the person`() async {
        let (phone, lives) = phone()
        await phone.launchApp()
        await phone.register(Place.region("home"), Place.region("north", north: 1000))
        phone.killApp()
        await phone.setBackgroundRefresh(false)

        await phone.move(to: Place.home)
        #expect(lives.withLock { $0.count } == 1)
        await phone.launchApp()

        #expect(lives.withLock { $0.last?.regionEvents } == ["enter home", "exit north"])
    }

    @Test func `PLAT-077 only what is still true is delivered then`() async {
        let (phone, lives) = phone()
        await phone.launchApp()
        await phone.register(Place.region("home"))
        phone.killApp()
        await phone.setBackgroundRefresh(false)

        await phone.move(to: Place.home)
        await phone.move(to: Place.at(1000, 0))
        await phone.launchApp()

        #expect(lives.withLock { $0.last?.regionEvents } == ["exit home"])
    }

    @Test func `PLAT-101 a change made meanwhile is told before the event that wakes`() async {
        let (phone, lives) = phone()
        await phone.launchApp()
        await phone.register(Place.region("home"))
        await phone.suspendApp()
        let app = lives.withLock { $0[0] }
        app.forget()

        await phone.setNetwork(.none)
        await phone.setNetwork(.cellular)
        await phone.setPrecise(false)
        await phone.setPrecise(true)
        #expect(app.events.isEmpty)
        await phone.move(to: Place.home)

        let kinds = app.events.map { event in
            switch event {
            case .authorization: "authorization"
            case .network(.cellular): "cellular"
            case .app(.woken(.region)): "woken"
            case .regionCrossed: "crossed"
            default: "other"
            }
        }
        #expect(kinds == ["authorization", "cellular", "woken", "crossed"])
    }

    @Test func `PLAT-082 a process started for a region finds a remembered position`() async {
        let (phone, _) = phone()
        await phone.launchApp()
        await phone.register(Place.region("home"))
        phone.killApp()

        await phone.move(to: Place.home)

        #expect(phone.device.fixes.lastKnown?.coordinate == Place.home)
        #expect(phone.device.fixes.lastKnown?.source == .cached)
    }

    @Test func `PLAT-030 the remembered position may be stale on waking`() async {
        let (phone, _) = phone { $0.locationFreshOnWake = false }
        await phone.launchApp()
        await phone.register(Place.region("home"))
        await phone.suspendApp()
        await phone.advance(by: 60_000)

        await phone.move(to: Place.home)

        #expect(phone.device.fixes.lastKnown?.coordinate == Place.at(1000, 0))
    }

    @Test func `PLAT-115 a significant change starts the app and tells where it is`() async {
        let (phone, lives) = phone()

        await phone.significantChange()

        #expect(lives.withLock { $0.first?.appEvents } == [.launched(.significantChange)])
        #expect(lives.withLock { $0.first?.fixes.map(\.coordinate) } == [Place.at(1000, 0)])
    }

    @Test func `a process that ends politely is told`() async {
        let (phone, lives) = phone()
        await phone.launchApp()

        await phone.terminateApp()

        #expect(lives.withLock { $0[0].appEvents.last } == .terminating)
        #expect(phone.appState == .notRunning)
    }
}
