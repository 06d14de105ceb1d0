import BenchSupport
import GeofenceEngine
import LocationCore

/// What one fix costs through the whole engine: the actor, the step, the commit to a file in memory, and the effects.
enum EnginePath {
    private struct Deaf: EngineListener {
        func hear(_ news: EngineNews) async {}
    }

    @Sendable static func run(_ bench: Bench) async throws(BenchError) {
        let still = StillDevice()
        let scratch = try Scratch(inMemory: true)
        let location = StoreLocation(path: scratch.file("engine.db"), survivesPowerLoss: false)
        let engine = GeofenceEngine(name: "bgeo", device: still.device, store: location, listener: Deaf()) { _ in
            Bench.bgeo
        }
        try await BenchError.wrap("starting an engine") {
            try await engine.start()
            try await engine.put(try bench.fences.fences())
            try await engine.setTracking(true)
        }
        for event in Bench.facts(reports: .crossings) { await engine.receive(event) }

        var clock = Bench.start
        func send(_ coordinate: Coordinate, after milliseconds: Int64) async -> Duration {
            clock = Moment(
                wall: clock.wall.adding(milliseconds: milliseconds), continuous: clock.continuous + milliseconds,
                boot: clock.boot)
            still.set(clock)
            let event = DeviceEvent.fix(Fix(coordinate: coordinate, accuracy: 5, timestamp: clock.wall), request: nil)
            let begin = ContinuousClock.now
            await engine.receive(event)
            let passed = begin.duration(to: .now)
            for region in still.takeAsked() {
                await engine.receive(.regionTaken(id: region.id, radius: region.circle.radius))
            }
            return passed
        }

        let home = bench.fences.places[bench.fences.places.count / 2].coordinate
        _ = await send(home, after: FixPlaces.pause)
        var unchanged = Samples()
        for number in 0..<(200 * bench.options.rounds) {
            let position = Geodesic.destination(from: home, bearing: Double(number % 360), distance: 0.5)
            unchanged.add(await send(position, after: 1000))
        }
        var rotating = Samples()
        var path = FixPlaces(bench)
        for _ in 0..<(50 * bench.options.rounds) { rotating.add(await send(path.next(), after: FixPlaces.pause)) }
        await engine.stop()
        emit(unchanged, rotating, bench)
    }

    private static func emit(_ unchanged: Samples, _ rotating: Samples, _ bench: Bench) {
        var report = Report(
            "engine", "one fix through the whole engine, all fences stored, slice unchanged, file in memory, BGeo",
            unit: "us")
        report.set("data", bench.fences.source)
        report.value(unchanged, per: 1e3)
        report.reference(
            "a fix that changes the whole slice, the same way", rotating.median / 1e3, of: unchanged.median / 1e3)
        report.emit()
    }
}
