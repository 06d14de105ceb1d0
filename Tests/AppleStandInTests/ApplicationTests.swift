import AppleStandIn
import LocationCore
import LocationSimulator
import Testing

@Suite @MainActor struct `PLAT the app` {
    @Test func `A12 the one app of a process posts what it goes through`() async {
        let app = await App()
        let signs = await app.run { Signs() }

        await app.phone.backgroundApp()
        #expect(signs.state == "background")
        await app.phone.setBackgroundRefresh(false)
        await app.phone.foregroundApp()
        await app.phone.terminateApp()

        #expect(signs.names == ["background", "foreground", "refresh", "active", "terminate"])
        #expect(signs.refresh == "denied")
    }

    @Test func `A12 processes do not hear of one another`() async {
        let first = await App()
        let second = await App()
        let signs = await first.run { Signs() }
        let others = await second.run { Signs() }

        await second.phone.backgroundApp()

        #expect(signs.names.isEmpty)
        #expect(others.names == ["background"])
    }

    @Test func `PLAT-053 the first unlock is posted`() async {
        let app = await App()
        await app.phone.reboot(unlocked: false)
        await app.phone.launchApp()
        let signs = await app.run { Signs() }
        #expect(!signs.canRead)

        await app.phone.unlock()

        #expect(signs.names == ["readable"])
    }

    @Test func `PLAT-073 a task keeps the app running until shortly before its time is up`() async {
        let app = await App()
        let signs = await app.run { Signs() }
        #expect(signs.secondsLeft > 1_000_000)
        #expect(signs.beginTask())
        await app.phone.backgroundApp()
        #expect(signs.secondsLeft == 30)

        await app.phone.advance(by: 28_999)
        #expect(app.phone.appState == .background)
        #expect(!signs.names.contains("expired"))
        await app.phone.advance(by: 1)

        #expect(signs.names.contains("expired"))
        #expect(app.phone.appState == .suspended)
        #expect(app.standIn.violations.isEmpty)
    }

    @Test func `PLAT-073 a task that does not end in time ends the process`() async {
        var knobs = PhoneKnobs.quick
        knobs.killsOnOverrun = true
        let app = await App(knobs: knobs)
        let signs = await app.run { Signs() }
        #expect(signs.beginTask(ends: false))
        await app.phone.backgroundApp()

        await app.phone.advance(by: 30_000)

        #expect(app.phone.appState == .notRunning)
        #expect(app.standIn.violations == ["1 background tasks were not ended in time"])
    }

    @Test func `PLAT-073 a task may be refused`() async {
        var knobs = PhoneKnobs.quick
        knobs.backgroundTaskRefusals = 1
        let app = await App(knobs: knobs)

        let signs = await app.run { Signs() }

        let isBegun = await app.run { signs.beginTask() }

        #expect(!isBegun)
    }
}
