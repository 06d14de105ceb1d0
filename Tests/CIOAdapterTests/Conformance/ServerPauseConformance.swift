import CIOAdapter
import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import TestSupport
import Testing

@Suite struct `CIO and a server that wants to be left alone` {
    private func answer(_ pause: ServerPause, _ bench: CIOBench) -> SimulatedResponse {
        .status(pause.status, headers: pause.headers(at: bench.phone.now.wall))
    }

    private func flap(_ bench: CIOBench, times: Int) async {
        for _ in 0..<times {
            await bench.phone.setNetwork(.none)
            await bench.wait(seconds: 10)
            await bench.phone.setNetwork(.unmetered)
            await bench.wait(seconds: 10)
        }
    }

    @Test(arguments: ServerPause.all)
    func `CASE-149 AMD-02 the network's return cuts no pause, and the row arrives`(_ pause: ServerPause) async throws {
        let bench = CIOBench(setup: CIOBench.Setup(allowsBackgroundDelivery: true), fences: circle("a", 500))
        await bench.started()
        bench.scripted()
        let refusal = answer(pause, bench)
        bench.answer("/track", with: refusal)
        bench.answer("/b", with: refusal)
        func rows() -> Int {
            bench.phone.requests.count { record in
                guard let body = try? JSONValue(json: record.request.body) else { return false }
                return body.text.contains("Geofence Transition")
            }
        }
        await bench.os(.enter, "a")
        let first = rows()
        #expect(first == 1)

        await flap(bench, times: 29)
        // At most one a minute where nothing was asked for.
        #expect(pause.asksForPause ? rows() == first : rows() <= first + 10)
        let before = rows()
        await bench.flush()
        #expect(rows() > before)

        bench.answer("/track", with: nil)
        bench.answer("/b", with: nil)
        await bench.wait(seconds: 700)
        await flap(bench, times: 2)
        // A repeat is known by its id.
        #expect(Set(bench.events.map(\.transitionId)).count == 1)
        #expect(try await bench.engine.recordCount() == 0)
    }

    @Test(arguments: ServerPause.all.filter(\.asksForPause))
    func `CASE-149 AMD-02 fences are not asked for before the time that the server wants, and then by themselves`(
        _ pause: ServerPause
    ) async throws {
        let bench = CIOBench(fences: circle("a", 500))
        bench.answer("/nearest", with: answer(pause, bench))
        await bench.started()
        #expect(bench.downloads.count == 1)

        // Another start, another person and the network's return are reasons to ask.
        await bench.wait(seconds: 100)
        await bench.relaunch()
        await bench.identify("u2")
        await flap(bench, times: 10)
        #expect(bench.downloads.count == 1)

        // The host may ask earlier.
        await bench.refresh()
        #expect(bench.downloads.count == 2)
        bench.answer("/nearest", with: nil)
        await bench.wait(seconds: 250)
        #expect(bench.downloads.count == 2)
        await bench.wait(seconds: 600)

        #expect(bench.downloads.count == 3)
        #expect(await bench.watched == ["a"])
    }

    @Test func `AMD-02 no more than an hour is believed of a download's pause`() async throws {
        let bench = CIOBench(fences: circle("a", 500))
        bench.answer("/nearest", with: .status(429, headers: ["Retry-After": "864000"]))
        await bench.started()
        bench.answer("/nearest", with: nil)

        await bench.wait(seconds: 3599)
        #expect(bench.downloads.count == 1)
        await bench.wait(seconds: 2)

        #expect(bench.downloads.count == 2)
    }

    @Test func `AMD-02 AMD-05 while the server wants a pause, the movement trigger goes along`() async throws {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.started()
        bench.answer("/nearest", with: .status(503, headers: ["Retry-After": "3600"]))
        let before = bench.downloads.count
        bench.scripted()
        for kilometers in [60.0, 120, 180] {
            await bench.wait(seconds: 600)
            await bench.move(kilometers * 1000)
            await bench.phone.os.exit(CIOBench.trigger)
            await bench.wait(seconds: 30)
        }

        // The first movement has asked and was told to wait.
        #expect(bench.downloads.count == before + 1)
        let trigger = try #require(bench.triggerRegion)
        #expect(Geodesic.distance(from: trigger.circle.center, to: CIOBench.north(180_000)) <= trigger.circle.radius)
    }
}
