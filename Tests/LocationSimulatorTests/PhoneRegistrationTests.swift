import LocationCore
import LocationSimulator
import Testing

@Suite struct `Phone registrations` {
    private func regions(_ count: Int, from first: Int = 0) -> [Region] {
        (first..<first + count).map { Place.region("r\($0)", north: Double($0) * 1000) }
    }

    private func register(_ regions: [Region], on phone: SimulatedPhone) async {
        for region in regions { phone.device.regions.register(region) }
        await phone.settle()
    }

    @Test func `PLAT-001 PLAT-011 regions of others take slots and their crossings are heard`() async {
        let phone = SimulatedPhone(at: Place.at(-1000, 0))
        let app = await phone.opened()
        await phone.occupy(slots: 3, owner: "host")
        await phone.occupy(Place.region("theirs"), owner: "host")

        await register(regions(17, from: 5), on: phone)
        await phone.move(to: Place.home)

        #expect(app.losses == ["r21 overLimit"])
        #expect(app.regionEvents == ["enter theirs"])
        #expect(phone.peakRegionCount == 20)
        #expect(phone.monitoredRegions.count { $0.owner == .foreign("host") } == 4)
    }

    @Test func `PLAT-002 the region over the limit is refused and the others stay`() async {
        let phone = SimulatedPhone(at: Place.home)
        let app = await phone.opened()

        await register(regions(21), on: phone)

        #expect(app.taken == (0..<20).map { "r\($0)" })
        #expect(app.losses == ["r20 overLimit"])
        #expect(phone.monitoredRegions.map(\.id) == (0..<20).map { "r\($0)" })
    }

    @Test func `PLAT-003 a condition over the budget stays listed and comes back when a slot is free`() async {
        let phone = SimulatedPhone(profile: .iOSMonitor, at: Place.at(20_000, 0))
        let app = await phone.opened()
        await register(regions(21), on: phone)
        #expect(app.losses == ["r20 overLimit"])
        #expect(phone.monitoredRegions.count == 21)
        #expect(phone.monitoredRegions.last?.isWatched == false)

        phone.device.regions.unregister(id: "r3")
        await phone.settle()

        #expect(app.taken.last == "r20")
        #expect(app.regionEvents.last == "state r20 inside")
        #expect(!phone.monitoredRegions.contains { !$0.isWatched })
    }

    @Test func `PLAT-003 nineteen may be given up at once`() async {
        var knobs = PhoneKnobs.quick
        knobs.overBudgetVictims = .many
        let phone = SimulatedPhone(profile: .iOSMonitor, knobs: knobs, at: Place.home)
        let app = await phone.opened()

        await register(regions(21), on: phone)

        #expect(app.losses.count == 20)
        #expect(phone.monitoredRegions.count == 21)
        #expect(phone.monitoredRegions.filter(\.isWatched).count == 1)
    }

    @Test func `PLAT-006 the same name again replaces a classic region and forgets its side`() async {
        let phone = SimulatedPhone(at: Place.home)
        let app = await phone.opened()
        await phone.register(Place.region("home"))

        await phone.register(Place.region("home", radius: 300, north: 5000))

        #expect(phone.monitoredRegions.map(\.circle.radius) == [300])
        #expect(phone.monitoredRegions.map(\.side) == [.outside])
        #expect(app.taken == ["home", "home"])
        #expect(app.regionEvents == [])
    }

    @Test func `PLAT-007 a monitor can ignore an add under a name it has`() async {
        var knobs = PhoneKnobs.quick
        knobs.ignoresRepeatedAdd = true
        let phone = SimulatedPhone(profile: .iOSMonitor, knobs: knobs, at: Place.home)
        let app = await phone.opened()
        await phone.register(Place.region("home", radius: 150))

        await phone.register(Place.region("home", radius: 900))

        let radii = app.events.compactMap { if case .regionTaken(_, let radius) = $0 { radius } else { nil } }
        #expect(radii == [150, 150])
        #expect(phone.monitoredRegions.map(\.circle.radius) == [150])
    }

    @Test func `PLAT-009 an unknown name is unregistered without effect`() async {
        let phone = SimulatedPhone(at: Place.home)
        let app = await phone.opened()
        await phone.register(Place.region("home"))
        app.forget()

        phone.device.regions.unregister(id: "nobody")
        await phone.settle()

        #expect(app.events.isEmpty)
        #expect(phone.monitoredRegions.map(\.id) == ["home"])
    }

    @Test func `PLAT-009 a region of an earlier process can be unregistered`() async {
        let phone = SimulatedPhone(at: Place.home)
        _ = await phone.opened()
        await phone.register(Place.region("home"))
        phone.killApp()

        phone.device.regions.unregister(id: "home")
        await phone.settle()

        #expect(phone.monitoredRegions.isEmpty)
    }

    @Test func `PLAT-010 every listener hears every region event`() async {
        let phone = SimulatedPhone(at: Place.at(-1000, 0))
        let first = await phone.opened()
        let second = await phone.opened()
        await phone.register(Place.region("home"))

        await phone.move(to: Place.home)

        #expect(first.regionEvents == ["enter home"])
        #expect(second.regionEvents == ["enter home"])
    }

    @Test(arguments: [(1000.0, true), (1000.5, false)])
    func `PLAT-013 a radius above the largest is refused`(_ radius: Double, _ isTaken: Bool) async {
        var knobs = PhoneKnobs.quick
        knobs.maximumRadius = 1000
        let phone = SimulatedPhone(knobs: knobs, at: Place.home)
        let app = await phone.opened()

        await phone.register(Place.region("big", radius: radius))

        #expect(app.taken == (isTaken ? ["big"] : []))
        #expect(app.losses == (isTaken ? [] : ["big tooLarge"]))
    }

    @Test func `PLAT-018 a delayed setup is not a refusal`() async {
        var knobs = PhoneKnobs.quick
        knobs.setupDelay = 30_000
        let phone = SimulatedPhone(knobs: knobs, at: Place.at(-1000, 0))
        let app = await phone.opened()

        await phone.register(Place.region("home"))
        await phone.advance(by: 29_999)
        #expect(app.taken == [] && app.losses == [])
        await phone.advance(by: 1)
        await phone.move(to: Place.home)

        #expect(app.regionEvents == ["enter home"])
    }

    @Test func `commands of one instant are taken in the order in which they were given`() async {
        let phone = SimulatedPhone(at: Place.home)
        let app = await phone.opened()
        await register(regions(20), on: phone)
        let ports = phone.device.regions

        ports.register(Place.region("before"))
        ports.unregister(id: "r0")
        ports.register(Place.region("after"))
        ports.requestState(id: "after")
        await phone.settle()

        #expect(app.losses == ["before overLimit"])
        #expect(app.taken.last == "after")
        #expect(app.regionEvents == ["answer after inside"])
    }

    @Test func `a registration that is taken back before its delayed setup never comes`() async {
        var knobs = PhoneKnobs.quick
        knobs.setupDelay = 30_000
        let phone = SimulatedPhone(knobs: knobs, at: Place.home)
        let app = await phone.opened()
        await phone.register(Place.region("home"), Place.region("other"))
        await phone.advance(by: 1000)

        phone.device.regions.unregister(id: "home")
        await phone.advance(by: 60_000)

        #expect(app.taken == ["other"])
        #expect(phone.monitoredRegions.map(\.id) == ["other"])
    }

    @Test func `every call is counted, with what was held then`() async {
        let phone = SimulatedPhone(at: Place.home)
        _ = await phone.opened()
        await register(regions(2), on: phone)
        phone.device.regions.unregister(id: "r0")
        await phone.settle()

        let calls = phone.registrationLog.map { "\($0.kind.rawValue) \($0.id) \($0.held)" }
        #expect(calls == ["register r0 0", "register r1 0", "unregister r0 2"])
    }

    @Test func `the app is told once what is held after the changes of an instant`() async {
        let phone = SimulatedPhone(at: Place.home)
        let app = await phone.opened()
        app.forget()

        await register(regions(5), on: phone)

        let held = app.events.compactMap { if case .capabilities(let can) = $0 { can.held.map(\.id) } else { nil } }
        #expect(held == [["r0", "r1", "r2", "r3", "r4"]])
    }

    @Test func `a machine without region monitoring takes no region`() async {
        let phone = SimulatedPhone(profile: .software, at: Place.home)
        let app = await phone.opened()

        await phone.register(Place.region("home"))

        let can = app.events.compactMap { if case .capabilities(let can) = $0 { can } else { nil } }
        #expect(can.first?.limit == 0)
        #expect(can.first?.reports == .nothing)
        #expect(app.losses == ["home unavailable"])
    }
}
