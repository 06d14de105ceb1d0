import AppleBench
import AppleStandIn
import CoreLocation
import Foundation
import LocationCore
import LocationSimulator
import Testing

@testable import AppleLocation

/// What a monitor of conditions may do at its worst.
@Suite struct `APPLE a monitor that misbehaves` {
    @Test(arguments: ["", "with space", "under_score", "dotted.name", "ümlaut", "name\n"])
    func `PLAT-040 only letters and digits make a name`(_ name: String) {
        #expect(AppleOptions.isName("Fences2"))
        #expect(!AppleOptions.isName(name))
    }

    @Test func `PLAT-040 another name ends the process before the system does`() async {
        await #expect(processExitsWith: .failure) { _ = AppleOptions(name: "under_score") }
    }

    @MainActor private final class Ear: OpenMonitor.Hearer {
        var heard: [String] = []
        func hear(_ event: CLMonitor.Event) { heard.append(event.identifier) }
        func eventsEnded(forTheTime count: Int) {}
    }

    @Test @MainActor func `PLAT-049 of two devices under one name each hears every event, taken once`() async throws {
        let bench = await DeviceBench(.iOSMonitor)
        let (first, second) = (Ear(), Ear())
        let open = await bench.apple.monitors.monitor(named: "bench")
        for ear in [first, second] {
            open.add(ear)
            open.listen {}
        }
        _ = bench.heard()

        for id in ["x", "y"] { open.monitor.deliver(.init(identifier: id, state: .satisfied, date: Date())) }
        await bench.settle()

        #expect(first.heard == ["x", "y"])
        #expect(second.heard == ["x", "y"])
        #expect(bench.words() == ["inside x", "inside y"])
    }

    @Test func `PLAT-050 events that break off again and again are taken up after ever longer pauses`() async throws {
        struct Break: Error {}
        let bench = await DeviceBench(.iOSMonitor)
        await bench.register("a")
        let monitor = try #require(await bench.monitor)
        _ = bench.heard()

        for pause: Int64 in [0, 1000, 5000, 30_000, 60_000, 60_000] {
            monitor.breakEvents(Break())
            await bench.settle()
            if pause > 0 {
                await bench.phone.advance(by: pause - 1)
                #expect(!monitor.isAwaited, "before \(pause) ms")
                await bench.phone.advance(by: 1)
            }
            #expect(monitor.isAwaited, "after \(pause) ms")
        }
        await bench.phone.move(to: DeviceBench.home)

        #expect(bench.words() == ["inside a"])
    }

    @Test func `PLAT-050 a monitor whose events break off at once is listened to all the same`() async throws {
        struct Break: Error {}
        let bench = await DeviceBench(.iOSMonitor) { $0.traits.breaksFirstEvents = true }
        await bench.register("a")
        _ = bench.heard()

        await bench.phone.move(to: DeviceBench.home)

        #expect(bench.words() == ["inside a"])
    }
}
