import AppleStandIn
import CoreLocation
import Foundation
import LocationCore
import LocationSimulator
import Testing

@Suite("A phone is not kind") @MainActor struct UnkindnessTests {
    /// One kind of unkindness alone.
    private func unkind(_ change: (inout Unkindness) -> Void) -> Unkindness {
        var unkindness = Unkindness.kind
        change(&unkindness)
        return unkindness
    }

    private func state(of app: App) async -> String { await app.run { Signs().state } }

    @Test(arguments: [(0.0, "inactive"), (1, "background")])
    func `A12 PLAT-083 an app that a person starts is not active at first, and one with scenes is behind`(
        _ scenes: Double, _ first: String
    ) async {
        let app = await App(
            unkindness: unkind {
                $0.activation = 100...100
                $0.sceneLaunches = scenes
            })
        #expect(await state(of: app) == first)

        await app.phone.advance(by: 99)
        #expect(await state(of: app) == first)
        await app.phone.advance(by: 1)

        #expect(await state(of: app) == "active")
    }

    @Test func `PLAT-005 a list shows what was started and stopped only after a while`() async {
        let app = await App(unkindness: unkind { $0.listLag = 100...100 })
        await app.run { app.manager.startMonitoring(for: homeRegion("a")) }
        await app.phone.advance(by: 99)
        #expect(app.phone.monitoredRegions.map(\.id) == ["a"])
        #expect(await app.run { app.manager.monitoredRegions.isEmpty })

        await app.phone.advance(by: 1)
        #expect(await app.run { app.manager.monitoredRegions.map(\.identifier) } == ["a"])
        await app.run { app.manager.stopMonitoring(for: homeRegion("a")) }
        await app.phone.advance(by: 99)
        #expect(app.phone.monitoredRegions.isEmpty)

        #expect(await app.run { app.manager.monitoredRegions.map(\.identifier) } == ["a"])
    }

    @Test func `PLAT-005 PLAT-025 what a call leads to is told later, and in order`() async {
        let app = await App(unkindness: unkind { $0.answers = 100...100 })
        _ = app.ear.take()
        await app.run {
            app.manager.startMonitoring(for: homeRegion("a"))
            app.manager.requestState(for: homeRegion("a"))
        }
        await app.phone.move(to: .home)
        await app.phone.advance(by: 99)
        #expect(app.ear.take() == [])

        await app.phone.advance(by: 1)

        #expect(app.ear.take() == ["started a", "outside a", "enter a"])
    }

    @Test func `PLAT-070 PLAT-085 an event does not wait for a delegate longer than the system's patience`() async {
        let app = await App()
        await app.run { app.manager.startMonitoring(for: homeRegion("a")) }
        await app.phone.settle()
        app.phone.killApp()
        let made = Locked<StandIn?>(nil)
        let unkindness = unkind { $0.patience = 2000 }
        app.phone.onLaunch { process, _ in
            let standIn = StandIn(process, version: .init(18), unkindness: unkindness)
            standIn.attach(passing: { _ in })
            made.withLock { $0 = standIn }
        }

        await app.phone.move(to: .home)
        await app.phone.advance(by: 2000)
        let ear = Ear()
        guard let standIn = made.withLock({ $0 }) else { return #expect(Bool(false), "not launched") }
        let manager = StandIn.$current.withValue(standIn) { CLLocationManager() }
        manager.delegate = ear
        await app.phone.settle()

        #expect(!ear.lines.contains("enter a"))
        #expect(app.phone.log.contains { $0.text == "nobody took: enter a" })
    }
}
