import LocationCore
import LocationSimulator
import Testing

/// Two who share a simulated phone.
@Suite struct `SHARE a device for two` {
    private func attach(_ name: String, to shared: SharedDevice, _ phone: SimulatedPhone) async -> PhoneRecorder {
        let recorder = PhoneRecorder()
        shared.device(for: name).events.attach(recorder)
        await phone.settle()
        return recorder
    }

    @Test func `SHARE-040 an event that started the process waits for an owner that comes second`() async {
        let phone = SimulatedPhone(profile: .iOSClassic, seed: 3, at: Place.at(1000, 0))
        _ = await phone.opened()
        await phone.register(Place.region("a.f1"), Place.region("b.f1", radius: 200))
        await phone.advance(by: 60_000)
        let second = PhoneRecorder()
        let made = Locked<SharedDevice?>(nil)
        let first = PhoneRecorder { event in
            if case .regionCrossed = event { made.withLock { $0 }?.device(for: "b").events.attach(second) }
        }
        phone.onLaunch { process, _ in
            let shared = SharedDevice(process.device)
            made.withLock { $0 = shared }
            shared.device(for: "a").events.attach(first)
        }
        phone.killApp()
        await phone.move(to: Place.home)
        await phone.advance(by: 60_000)

        #expect(first.regionEvents == ["enter a.f1"])
        #expect(second.regionEvents == ["enter b.f1"])
        #expect(first.appEvents == [.launched(.region)])
        #expect(second.appEvents == [.launched(.region)])
    }

    @Test func `SHARE-041 events, answers and timers reach the one they are meant for`() async {
        let phone = SimulatedPhone(profile: .iOSClassic, seed: 3, at: Place.home)
        phone.serve { _ in .status(204) }
        let shared = SharedDevice(phone.device)
        let first = await attach("a", to: shared, phone)
        let second = await attach("b", to: shared, phone)
        let device = shared.device(for: "a")
        first.forget()
        second.forget()

        device.wakeUps.arm(key: "same", after: 1_000)
        shared.device(for: "b").wakeUps.arm(key: "same", after: 2_000)
        device.http.send(
            HTTPRequest(id: "up", method: "GET", url: "https://example.com", headers: [:], body: [], timeout: 5_000))
        device.regions.register(Place.region("a.f1"))
        device.fixes.request(FixRequest(id: "one", accuracy: 10, timeout: 10_000))
        shared.device(for: "b").fixes.request(FixRequest(id: "two", accuracy: 100, timeout: 10_000))
        await phone.advance(by: 1_500)

        #expect(first.wakeUps == ["same"])
        #expect(second.wakeUps.isEmpty)
        await phone.advance(by: 60_000)
        #expect(first.wakeUps == ["same"])
        #expect(second.wakeUps == ["same"])
        #expect(first.answers == ["up 204"])
        #expect(second.answers.isEmpty)
        #expect(first.taken == ["a.f1"])
        #expect(second.taken.isEmpty)
        #expect(first.fixes.count == 1)
        #expect(second.fixes == first.fixes)
    }

    @Test func `SHARE-042 a foreign region is counted, and heard by nobody`() async {
        let phone = SimulatedPhone(profile: .iOSClassic, seed: 3, at: Place.at(1000, 0))
        let shared = SharedDevice(phone.device)
        let first = await attach("a", to: shared, phone)
        await phone.occupy(Place.region("shop"), owner: "other")
        await phone.move(to: Place.home)
        await phone.advance(by: 60_000)

        #expect(first.regionEvents.isEmpty)
        #expect(shared.shares().map(\.places) == [19])
        shared.release("a")
        await phone.settle()
        #expect(phone.monitoredRegions.map(\.id) == ["shop"])
    }

    @Test func `SHARE-043 one that stops hears nothing more, and release gives its regions back`() async {
        let phone = SimulatedPhone(profile: .iOSClassic, seed: 3, at: Place.at(1000, 0))
        let shared = SharedDevice(phone.device)
        let first = await attach("a", to: shared, phone)
        let second = await attach("b", to: shared, phone)
        shared.device(for: "a").regions.register(Place.region("a.f1"))
        await phone.advance(by: 60_000)
        shared.release("a")
        await phone.settle()
        #expect(phone.monitoredRegions.map(\.id) == ["a.f1"])

        shared.device(for: "a").events.detach(first)
        first.forget()
        await phone.move(to: Place.home)
        await phone.advance(by: 60_000)

        #expect(first.events.isEmpty)
        #expect(shared.shares().map(\.places) == [1, 19])
        shared.release("a")
        await phone.settle()
        #expect(phone.monitoredRegions.isEmpty)
        #expect(shared.shares().map(\.places) == [0, 20])
        #expect(second.events.compactMap { if case .capabilities(let can) = $0 { can.limit } else { nil } }.last == 20)
    }

    // iOS starts no other process, so there are no exit tests there.
    #if !os(iOS)
        @Test func `SHARE-044 a region that bears another's name is a programmer's mistake`() async {
            await #expect(processExitsWith: .failure) {
                let shared = SharedDevice(SimulatedPhone(profile: .iOSClassic).device)
                shared.device(for: "a").regions.register(Place.region("ab.f1"))
            }
        }

        @Test func `SHARE-045 so is a name that could be the beginning of another's regions`() async {
            await #expect(processExitsWith: .failure) {
                _ = SharedDevice(SimulatedPhone(profile: .iOSClassic).device).device(for: "a.b")
            }
        }
    #endif
}
