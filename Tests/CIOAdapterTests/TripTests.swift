import CIOAdapter
import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import Testing

/// A long way with everything that goes wrong on it: no event is lost, and after the de-duplication that the vendor's
/// documents name none is double.
@Suite struct `A trip of Customer.io` {
    /// What identifies an event however often it was sent, and what it says.
    private struct Arrival: Hashable, Comparable, CustomStringConvertible {
        let time: String
        let what: String

        var description: String { "\(time) \(what)" }
        static func < (left: Arrival, right: Arrival) -> Bool { left.description < right.description }
    }

    /// Fails every tenth request, on average, in one of the ways in which requests fail.
    private final class BadServer: Sendable {
        private let state: Locked<(bits: UInt64, failures: Int)>

        init(seed: UInt64) { state = Locked((seed, 0)) }

        var failures: Int { state.withLock { $0.failures } }

        func next() -> SimulatedResponse? {
            state.withLock { state in
                state.bits = state.bits &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                guard (state.bits >> 33) % 10 < 1 else { return nil }
                state.failures += 1
                switch (state.bits >> 48) % 6 {
                case 0: return .status(500)
                case 1: return .status(429, headers: ["Retry-After": "30"])
                case 2: return .lostBeforeReceipt()
                case 3: return .lostAfterReceipt()
                case 4: return .silence
                default: return .status(503, after: 3000)
                }
            }
        }
    }

    private func drive(isBad: Bool, seed: UInt64 = 0) async -> (arrivals: [Arrival], doubles: Int, failures: Int) {
        let fences = (0..<40).map { index in
            circle(
                "f\(index)", 600 + Double(index) * 500, dwell: index.isMultiple(of: 5) ? 20 : nil,
                geosets: index == 7 ? "[11,12]" : index.isMultiple(of: 2) ? "[11]" : "[12]")
        }
        let bench = CIOBench()
        bench.serve(fences)
        let server = BadServer(seed: seed)
        await bench.started()
        if isBad { bench.breakRequests { server.next() } }
        let start = bench.phone.now.wall
        // 20 km in 8000 s, an hour of them offline.
        await bench.phone.follow(
            (0...40).map {
                TimedPosition(
                    at: start.adding(milliseconds: Int64($0) * 200_000), coordinate: CIOBench.north(Double($0) * 500))
            })
        for minute in 0..<140 {
            if isBad, minute == 31 || minute == 80 { await bench.relaunch() }
            if isBad, minute == 50 { await bench.phone.setNetwork(.none) }
            if isBad, minute == 110 { await bench.phone.setNetwork(.unmetered) }
            await bench.phone.advance(by: 60_000)
        }
        bench.breakRequests { nil }
        await bench.launch()
        await bench.flush()
        await bench.flush()
        var seen: Set<[String]> = []
        var arrivals: [Arrival] = []
        let events = bench.events
        for event in events where seen.insert([event.transitionId, event.geoset ?? ""]).inserted {
            arrivals.append(
                Arrival(
                    time: event.timestamp,
                    what: "\(event.transition) \(event.fence) \(event.geoset ?? "") \(event.person)"))
        }
        return (arrivals.sorted(), events.count - arrivals.count, server.failures)
    }

    @Test(arguments: [2026, 1, 7, 42, 99, 1234] as [UInt64])
    func `With failures, two kills and an hour offline exactly the same arrives as without`(_ seed: UInt64) async {
        let good = await drive(isBad: false)
        let bad = await drive(isBad: true, seed: seed)
        #expect(good.arrivals.count > 80)
        #expect(good.doubles == 0)
        #expect(bad.failures > 0)
        #expect(bad.arrivals == good.arrivals)
        #expect(Set(bad.arrivals).count == bad.arrivals.count)
    }
}
