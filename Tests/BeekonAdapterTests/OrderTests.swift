import BeekonAdapter
import Foundation
import LocationCore
import LocationSimulator
import Testing

/// Calls made from one actor take effect in their order.
@MainActor @Suite(.timeLimit(.minutes(1))) struct `Beekon order of calls` {
    @Test func `AMD-09 a fence added and removed in two tasks is gone`() async throws {
        let bench = await BeekonBench()
        let beekon = try bench.beekon

        for round in 0..<30 {
            let fence = home.with { $0.id = "f\(round)" }
            let added = Task { try await beekon.addGeofences([fence]) }
            let removed = Task { try await beekon.removeGeofences(ids: [fence.id]) }
            try await added.value
            try await removed.value
        }

        #expect(await beekon.listGeofences().isEmpty)
    }

    @Test func `AMD-09 removed and added in two tasks, it is there, and a read between them sees what was before it`()
        async throws
    {
        let bench = await BeekonBench()
        let beekon = try bench.beekon

        for round in 0..<50 {
            let id = "f\(round)"
            try await beekon.addGeofences([home.with { $0.id = id }])
            let removed = Task { try await beekon.removeGeofences(ids: [id]) }
            let between = Task { await beekon.listGeofences().contains { $0.id == id } }
            let added = Task { try await beekon.addGeofences([home.with { $0.id = id }]) }
            try await removed.value
            try await added.value
            #expect(await between.value == false, "round \(round)")
        }

        #expect(await beekon.listGeofences().count == 50)
    }

    @Test func `AMD-09 the last configuration counts, also before the first call has opened the store`() async throws {
        let engine = MemoryEngine()
        let beekon = makeBeekon(engine)

        let calls = (1...30).map { seconds in
            Task { try await beekon.configure(.selfManaged(minTimeBetweenLocationsSeconds: seconds)) }
        }
        for call in calls { try await call.value }

        #expect(await engine.uses.last?.config == .selfManaged(minTimeBetweenLocationsSeconds: 30))
    }

    @Test func `AMD-09 a call that waits for a position holds up nobody`() async throws {
        let bench = await BeekonBench(knobs: .scripted, at: BeekonBench.outside)
        let beekon = try bench.beekon

        let position = Task { try await beekon.getCurrentLocation(timeout: 30) }
        try await beekon.addGeofences([home])

        #expect(await beekon.listGeofences().map(\.id) == ["home"])
        await bench.phone.deliver(at: BeekonBench.outside)
        await bench.phone.advance(by: 31_000)
        _ = try? await position.value
    }
}

/// What is known of fences, beside the vendor's API.
@MainActor @Suite struct `Beekon asked why` {
    @Test func `state, insideNow and monitored know fences that have no region`() async throws {
        let bench = await BeekonBench(.software, at: BeekonBench.inside)
        let beekon = try bench.beekon
        let silent = home.with {
            $0.id = "silent"
            $0.notifyOnEntry = false
            $0.notifyOnExit = false
        }
        let away = home.with {
            $0.id = "away"
            $0.latitude += 0.1
        }

        try await beekon.addGeofences([home, silent, away])
        await bench.phone.deliver(at: BeekonBench.inside)

        #expect(await beekon.insideNow() == ["home", "silent"])
        #expect(await beekon.state(of: "home")?.isInside == true)
        #expect(await beekon.state(of: "silent")?.isInside == true)
        #expect(await beekon.state(of: "silent")?.evidence == "fix")
        #expect(await beekon.state(of: "away")?.isInside == false)
        #expect(await beekon.state(of: "nobody") == nil)
        let monitored = await beekon.monitored()
        #expect(monitored.map(\.id) == ["home", "silent", "away"])
        #expect(monitored.map { $0.monitoredRadiusMeters != nil } == [true, false, true])
        #expect(monitored[1].absence == "it reports no transitions, so nothing is watched for it")
    }
}
