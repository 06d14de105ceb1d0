import AppleStandIn
import CoreLocation
import Foundation
import LocationCore
import LocationSimulator
import Testing

@Suite @MainActor struct `PLAT conditions of a monitor` {
    @Test(arguments: [
        (StandIn.Version(17, 0), [String]()), (.init(17, 2), ["b unmonitored"]), (.init(18), ["b unmonitored"]),
    ])
    func `PLAT-003 a condition too many is listed and not watched`(
        _ version: StandIn.Version, _ told: [String]
    ) async {
        let watched = await Watched(version)
        await watched.app.phone.occupy(slots: 19, owner: "host")
        await watched.now.add("a", assuming: .unsatisfied)
        await watched.now.add("b", assuming: .unsatisfied)
        await watched.app.phone.settle()

        #expect(watched.now.events.map { "\($0.identifier) \($0.state)" } == told)
        #expect(watched.now.events.allSatisfy { $0.conditionLimitExceeded == (version.major == 18) })
        #expect(await watched.now.monitor.identifiers == ["a", "b"])
    }

    @Test func `PLAT-003 it comes back by itself when a slot is free`() async {
        let watched = await Watched()
        await watched.app.phone.occupy(slots: 20, owner: "host")
        await watched.now.add("a")
        await watched.app.phone.settle()
        _ = watched.now.take()

        await watched.app.phone.vacate(owner: "host")

        #expect(watched.now.take() == ["a unsatisfied"])
    }

    @Test(arguments: [(true, ["a unmonitored"]), (false, ["a unsatisfied"])])
    func `PLAT-004 whether the pool is shared is a knob`(_ isShared: Bool, _ told: [String]) async {
        var knobs = PhoneKnobs.quick
        knobs.sharedPool = isShared
        let watched = await Watched(knobs: knobs)
        await watched.app.phone.occupy(slots: 20, owner: "host")

        await watched.now.add("a")
        await watched.app.phone.settle()

        #expect(watched.now.take() == told)
    }

    @Test func `PLAT-007 an add over a live name is ignored`() async {
        let watched = await Watched()
        await watched.now.add("a")
        await watched.app.phone.settle()

        await watched.now.monitor.add(
            CLMonitor.CircularGeographicCondition(center: .home, radius: 500), identifier: "a")
        await watched.app.phone.settle()

        let circle = await watched.now.monitor.record(for: "a")?.condition as? CLMonitor.CircularGeographicCondition
        #expect(circle?.radius == 150)
        #expect(watched.app.phone.monitoredRegions.map(\.circle.radius) == [150])
    }

    @Test func `PLAT-015 a circle that is none is listed and never judged`() async {
        let watched = await Watched()

        await watched.now.monitor.add(
            CLMonitor.CircularGeographicCondition(center: .home, radius: -1), identifier: "a")
        await watched.app.phone.settle()

        #expect(await watched.now.monitor.identifiers == ["a"])
        #expect(watched.now.take().isEmpty)
    }

    @Test func `PLAT-029 a device delivers the same event again, with the same date`() async {
        var knobs = PhoneKnobs.quick
        knobs.duplicateDeliveries = 3
        let watched = await Watched(knobs: knobs)

        await watched.now.add("a")
        await watched.app.phone.settle()

        #expect(watched.now.events.count == 3)
        #expect(Set(watched.now.events.map(\.date)).count == 1)
    }

    @Test(arguments: ["two words", "a_b", "", "käse"])
    func `PLAT-040 a name that is none is a violation`(_ name: String) async {
        let app = await App(.iOSMonitor)

        _ = await app.run { await CLMonitor(name) }

        #expect(app.standIn.violations == ["the monitor name \"\(name)\" is not valid"])
    }

    @Test func `PLAT-041 a name is open once at a time`() async {
        let watched = await Watched()
        #expect(watched.app.standIn.violations.isEmpty)

        _ = await watched.app.run { await CLMonitor("places") }

        #expect(watched.app.standIn.violations == ["the monitor name \"places\" is already in use"])
    }

    @Test func `PLAT-042 conditions are kept by name, over processes`() async {
        let watched = await Watched()
        await watched.now.add("a")
        await watched.app.phone.settle()
        watched.app.phone.killApp()

        await watched.app.phone.move(to: .home)

        #expect(watched.launches == 2)
        #expect(await watched.now.monitor.identifiers == ["a"])
        #expect(watched.now.take() == ["a satisfied"])
        #expect(await watched.app.run { await CLMonitor("others").identifiers }.isEmpty)
    }

    @Test func `PLAT-043 PLAT-085 a condition whose event nobody takes goes silent and stays listed`() async {
        let watched = await Watched()
        await watched.now.add("a", assuming: .unsatisfied)
        await watched.app.phone.settle()
        watched.app.phone.killApp()
        watched.listens = false
        await watched.app.phone.move(to: .home)
        await watched.app.phone.advance(by: 10_000)
        await watched.now.listen()
        await watched.app.phone.launchApp()
        await watched.app.phone.move(to: .away)
        await watched.app.phone.move(to: .home)
        #expect(watched.now.take().isEmpty)
        #expect(await watched.now.monitor.identifiers == ["a"])

        await watched.now.monitor.remove("a")
        await watched.now.add("a")
        await watched.app.phone.settle()

        #expect(watched.now.take() == ["a satisfied"])
    }

    @Test(arguments: [
        (CLMonitor.Event.State.unknown, ["a unsatisfied"]), (.satisfied, ["a unsatisfied"]), (.unsatisfied, []),
    ])
    func `PLAT-044 the first event tells what differs from what was assumed`(
        _ assumed: CLMonitor.Event.State, _ told: [String]
    ) async {
        let watched = await Watched()

        await watched.now.add("a", assuming: assumed)
        await watched.app.phone.settle()

        #expect(watched.now.take() == told)
    }

    @Test func `PLAT-046 a daemon tells first what it believed before`() async {
        var knobs = PhoneKnobs.quick
        knobs.replayBelief = true
        let watched = await Watched(knobs: knobs)
        await watched.now.add("a")
        await watched.app.phone.settle()
        await watched.now.monitor.remove("a")
        await watched.app.phone.move(to: .home)
        _ = watched.now.take()

        await watched.now.add("a")
        await watched.app.phone.settle()

        #expect(watched.now.take() == ["a unsatisfied", "a satisfied"])
    }

    @Test func `PLAT-047 a record shows the event before while an event is dealt with`() async {
        let watched = await Watched()
        await watched.now.add("a")
        await watched.app.phone.move(to: .home)

        #expect(watched.now.events.map(\.state) == [.unsatisfied, .satisfied])
        #expect(watched.now.records == [.unknown, .unsatisfied])
        #expect(await watched.now.monitor.record(for: "a")?.lastEvent.state == .satisfied)
    }

    @Test func `PLAT-049 two who await compete`() async {
        let watched = await Watched()
        await watched.now.listen()
        await watched.now.add("a")

        await watched.app.phone.move(to: .home)

        #expect(watched.now.events.count == 2)
    }

    @Test func `PLAT-050 the events end or throw, and come again for who asks again`() async {
        struct Break: Error {}
        let watched = await Watched()
        await watched.app.phone.settle()

        watched.app.standIn.endEvents(of: "places", throwing: Break())
        await watched.app.standIn.quiet()
        #expect(watched.now.end == "broke")
        await watched.now.listen()
        await watched.app.phone.settle()
        watched.app.standIn.endEvents(of: "places")
        await watched.app.standIn.quiet()
        #expect(watched.now.end == "finished")
        await watched.now.listen()
        await watched.now.add("a")
        await watched.app.phone.settle()

        #expect(watched.now.take() == ["a unsatisfied"])
    }

    @Test func `PLAT-053 before the first unlock nothing is listed, and nothing is lost`() async {
        let watched = await Watched()
        await watched.now.add("a")
        await watched.app.phone.settle()
        await watched.app.phone.reboot(unlocked: false)
        await watched.app.phone.launchApp()

        #expect(await watched.now.monitor.identifiers.isEmpty)
        await watched.now.add("b")
        await watched.app.phone.unlock()

        #expect(await watched.now.monitor.identifiers == ["a", "b"])
    }

    @Test func `PLAT-054 conditions are no regions of a manager`() async {
        let watched = await Watched()
        await watched.app.phone.occupy(.home("shop"), owner: "host")

        await watched.now.add("a")
        await watched.app.phone.settle()

        #expect(watched.app.manager.monitoredRegions.map(\.identifier) == ["shop"])
        #expect(await watched.now.monitor.identifiers == ["a"])
        #expect(watched.now.take() == ["a unsatisfied"])
    }

    @Test func `PLAT-062 the date is that of the event`() async {
        let watched = await Watched()
        await watched.now.add("a", assuming: .unsatisfied)
        await watched.app.phone.starve(for: 60_000)
        let date = watched.app.phone.now.wall.date
        await watched.app.phone.move(to: .home)

        await watched.app.phone.advance(by: 60_000)

        #expect(watched.now.events.map(\.date) == [date])
    }
}
