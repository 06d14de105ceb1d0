import LocationCore
import LocationSimulator
import Testing

@Suite struct `Phone scripted events` {
    private func phone() async -> (SimulatedPhone, PhoneRecorder) {
        var knobs = PhoneKnobs.quick
        knobs.detectsCrossings = false
        knobs.answersStateFromTruth = true
        let phone = SimulatedPhone(knobs: knobs, at: Place.at(-1000, 0))
        let app = await phone.opened()
        await phone.register(Place.region("home"))
        return (phone, app)
    }

    @Test func `only the script makes crossings, and questions are answered from where the phone is`() async {
        let (phone, app) = await phone()

        await phone.move(to: Place.home)
        #expect(app.regionEvents == [])
        await phone.os.enter("home")
        await phone.os.enter("home")
        phone.device.regions.requestState(id: "home")
        await phone.settle()

        #expect(app.regionEvents == ["enter home", "enter home", "answer home inside"])
    }

    @Test func `an event can be dated in the past and carry a position`() async throws {
        let (phone, app) = await phone()
        let date = SimulatedPhone.standardStart.adding(milliseconds: -3_600_000)
        let fix = Fix(coordinate: Place.home, accuracy: 20, timestamp: date)

        await phone.os.exit("home", at: date, position: fix)

        let crossing = try #require(
            app.events.compactMap { if case .regionCrossed(let crossing) = $0 { crossing } else { nil } }.first)
        #expect(crossing == RegionCrossing(id: "home", direction: .exit, at: date, position: fix))
    }

    @Test func `an untrue event leaves what the system believes`() async {
        let (phone, app) = await phone()

        await phone.os.enter("home", isLie: true)
        #expect(phone.monitoredRegions[0].side == .unknown)
        await phone.os.enter("home")

        #expect(phone.monitoredRegions[0].side == .inside)
        #expect(app.regionEvents == ["enter home", "enter home"])
    }

    @Test func `a scripted event starts the app`() async {
        let (phone, _) = await phone()
        phone.killApp()
        let causes = Locked<[WakeCause]>([])
        phone.onLaunch { _, cause in causes.withLock { $0.append(cause) } }

        await phone.os.dwell("home")

        #expect(causes.withLock { $0 } == [.region])
    }

    @Test func `a region can be lost and confirmed`() async {
        let (phone, app) = await phone()

        await phone.os.confirm("home")
        await phone.os.lose("home", .failed)
        await phone.os.confirm("home")

        #expect(app.taken == ["home", "home"])
        #expect(app.losses == ["home failed"])
        #expect(phone.monitoredRegions.isEmpty)
    }

    @Test func `a registration can get lost on the way`() async {
        let (phone, app) = await phone()
        phone.os.swallow("lost")

        await phone.register(Place.region("lost"))
        #expect(app.taken == ["home"] && app.losses == [])
        await phone.register(Place.region("lost"))

        #expect(app.taken == ["home", "lost"])
    }

    @Test func `any event can be handed over raw`() async {
        let (phone, app) = await phone()

        await phone.os.raw(.wakeUp(key: "out of the blue"))

        #expect(app.wakeUps == ["out of the blue"])
    }

    @Test func `PLAT-080 deleting the app drops its regions but not a monitor's belief`() async {
        var knobs = PhoneKnobs.quick
        knobs.replayBelief = true
        knobs.evaluationDelay = 3000
        let phone = SimulatedPhone(profile: .iOSMonitor, knobs: knobs, at: Place.home)
        _ = await phone.opened()
        await phone.register(Place.region("home"))
        await phone.advance(by: 3000)

        await phone.uninstallApp()
        #expect(phone.monitoredRegions.isEmpty)
        let app = await phone.opened()
        await phone.register(Place.region("home"))

        #expect(app.regionEvents == ["state home inside"])
    }

    @Test func `PLAT-081 a Mac does not start the app for an event`() async {
        var knobs = PhoneKnobs.quick
        knobs.eventsStartApp = false
        let phone = SimulatedPhone(knobs: knobs, at: Place.at(-1000, 0))
        _ = await phone.opened()
        await phone.register(Place.region("home"))
        phone.killApp()

        await phone.move(to: Place.home)

        #expect(phone.appState == .notRunning)
    }

    @Test func `code that starts up can settle the device and go on`() async {
        let phone = SimulatedPhone(at: Place.home)
        let order = Locked<[String]>([])
        phone.onLaunch { process, _ in
            let app = PhoneRecorder()
            process.device.events.attach(app)
            process.device.regions.register(Place.region("home"))
            await process.device.events.settle()
            order.withLock { $0 += app.taken + ["built"] }
        }

        await phone.launchApp()

        #expect(order.withLock { $0 } == ["home", "built"])
    }

    @Test func `a slow network delays every answer`() async {
        let phone = SimulatedPhone()
        let app = await phone.opened()
        phone.adjust { $0.networkDelay = 4000 }

        phone.device.http.send(
            HTTPRequest(id: "a", method: "GET", url: "https://x.test/", headers: [:], body: [], timeout: 9000))
        await phone.advance(by: 3999)
        #expect(app.answers == [])
        await phone.advance(by: 1)

        #expect(app.answers == ["a 200"])
    }
}

@Suite struct `Phone knobs` {
    struct Row: Sendable {
        let documented, device, quick, android: String
        let read: @Sendable (PhoneKnobs) -> String
    }

    /// The table of the platform page, section C1. `nil` there means that the knob does not apply.
    static let rows: [Row] = [
        Row(documented: "20", device: "20", quick: "20", android: "100") { "\($0.limit)" },
        Row(documented: "newest", device: "many", quick: "newest", android: "newest") { "\($0.overBudgetVictims)" },
        Row(documented: "200.0", device: "200.0", quick: "0.0", android: "0.0") { "\($0.edgeDistance)" },
        Row(documented: "20000", device: "20000", quick: "0", android: "0") { "\($0.holdTime)" },
        Row(documented: "240000", device: "240000", quick: "0", android: "150000") { "\($0.deliveryLatency)" },
        Row(documented: "0", device: "3000", quick: "0", android: "0") { "\($0.evaluationDelay)" },
        Row(documented: "false", device: "true", quick: "false", android: "false") { "\($0.reemitOnStart)" },
        Row(documented: "false", device: "true", quick: "false", android: "false") { "\($0.replayBelief)" },
        Row(documented: "1", device: "3", quick: "1", android: "1") { "\($0.duplicateDeliveries)" },
        Row(documented: "10000", device: "0", quick: "10000", android: "10000") { "\($0.wakeWindow)" },
        Row(documented: "30000", device: "30000", quick: "30000", android: "30000") { "\($0.backgroundTaskBudget)" },
        Row(documented: "true", device: "false", quick: "true", android: "false") { "\($0.relaunchAfterForceQuit)" },
        Row(documented: "false", device: "true", quick: "false", android: "true") { "\($0.rebootForgets)" },
        Row(documented: "false", device: "true", quick: "true", android: "true") { "\($0.revokeClearsRegions)" },
        Row(documented: "true", device: "false", quick: "true", android: "true") { "\($0.locationFreshOnWake)" },
    ]

    // iOS starts no other process, so there are no exit tests there.
    #if !os(iOS)
        @Test func `a knob cannot be turned to where it makes no sense`() async {
            await #expect(processExitsWith: .failure) { SimulatedPhone().adjust { $0.duplicateDeliveries = 0 } }
            await #expect(processExitsWith: .failure) { SimulatedPhone().adjust { $0.radioQuality = 0 } }
            await #expect(processExitsWith: .failure) { SimulatedPhone().adjust { $0.fixInterval = 0 } }
        }
    #endif

    @Test(arguments: rows.indices)
    func `the presets are those of the table`(_ index: Int) {
        let row = Self.rows[index]

        #expect(row.read(.documented) == row.documented)
        #expect(row.read(.device) == row.device)
        #expect(row.read(.quick) == row.quick)
        #expect(row.read(.android) == row.android)
    }
}
