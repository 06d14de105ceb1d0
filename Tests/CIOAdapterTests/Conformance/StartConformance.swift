import CIOAdapter
import GeofenceEngine
import LocationCore
import LocationSimulator
import Testing

@Suite struct `CIO start on a phone` {
    @Test func `CIO-005 off the main thread no fix is asked for and an error is logged`() async {
        let bench = CIOBench(setup: .init(onMainThread: false))
        await bench.started()
        await bench.refresh()
        #expect(bench.downloads.isEmpty)
        #expect(!bench.phone.transcript.contains("asked"))
        #expect(bench.log.contains { $0.level == .error && $0.tag == .location })
    }

    @Test func `CIO-006 a second initialize runs no second pass and registers nothing twice`() async {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.started()
        await bench.relaunch()
        bench.forgetLog()
        let registered = bench.phone.registrationLog.count
        await bench.initialize()
        await bench.settle()
        #expect(bench.downloads.count == 1)
        #expect(bench.phone.registrationLog.count == registered)
        #expect(!bench.log.contains { $0.message.contains("pass ended") })
    }

    @Test func `CIO-007 the launch's silent fix reaches a Location module that was added later`() async {
        let bench = CIOBench(setup: .init(geofenceFirst: true), fences: circle("a", 500))
        await bench.phone.setLocationServices(false)
        await bench.started()
        await bench.phone.setLocationServices(true)
        await bench.relaunch()
        #expect(bench.downloads.count == 1)
        #expect(!bench.says(.error, "not initialized"))
    }

    @Test func `CIO-008 without Location a refresh downloads nothing and logs one error`() async {
        let bench = CIOBench(setup: .init(tracking: nil))
        await bench.started()
        bench.forgetLog()
        await bench.refresh()
        #expect(bench.downloads.isEmpty)
        #expect(bench.log.count { $0.level == .error } == 1)
    }

    @Test func `CIO-009 a blank person is neither stored nor published`() async {
        let bench = CIOBench()
        await bench.launch()
        await bench.identify("  ")
        #expect(await bench.app({ CustomerIO.shared.userId }) == nil)
        await bench.flush()
        #expect(bench.pipelineNames.isEmpty)
        #expect(bench.downloads.isEmpty)
        #expect(bench.log.contains { $0.level == .error })
    }

    @Test func `CIO-010 the same person is published once, and again with traits`() async {
        let bench = CIOBench()
        await bench.started()
        await bench.identify()
        await bench.flush()
        #expect(bench.pipelineNames == ["identify"])
        await bench.app { CustomerIO.shared.identify(userId: "u1", traits: [:]) }
        await bench.flush()
        #expect(bench.pipelineNames == ["identify", "identify"])
    }

    @Test(arguments: [AuthorizationTier.notDetermined, .whenInUse, .always])
    func `CIO-011 the person is never asked for permission`(_ tier: AuthorizationTier) async {
        let bench = CIOBench(
            setup: .init(tracking: .onAppStart), fences: circle("a", 500), authorization: Authorization(tier: tier))
        await bench.started()
        await bench.refresh()
        await bench.relaunch()
        await bench.phone.backgroundApp()
        await bench.phone.foregroundApp()
        #expect(bench.phone.promptCount == 0)
    }

    @Test func `CIO-012 a stored key is erased when background delivery is no longer allowed`() async {
        let bench = CIOBench(setup: .init(allowsBackgroundDelivery: true))
        await bench.started()
        #expect(await bench.engine.value("cio.context")?["cdpApiKey"] == "sk_test_abc")
        bench.change { $0.allowsBackgroundDelivery = false }
        await bench.relaunch()
        #expect(await bench.engine.value("cio.context")?["cdpApiKey"] == nil)
    }

    @Test func `CIO-013 a download asks from where the fix was`() async throws {
        let bench = CIOBench(at: Coordinate(checked: 37.7749295, -122.4194155))
        await bench.started()
        let request = try #require(bench.downloads.first)
        #expect(request.method == "POST")
        #expect(request.headers["Authorization"] == "Basic c2tfdGVzdF9hYmM6")
        #expect(try JSONValue(json: request.body) == ["latitude": 37.7749295, "longitude": -122.4194155])
    }

    @Test func `CIO-015 a server's failure changes nothing`() async {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.started()
        let (held, sync) = (bench.phone.monitoredRegions, await bench.engine.value("cio.sync"))
        bench.answer("/nearest", with: .status(500))
        await bench.wait(seconds: 5)
        await bench.refresh()
        #expect(bench.downloads.count == 2)
        #expect(bench.says(.error, "http(500)"))
        #expect(bench.phone.monitoredRegions == held)
        #expect(await bench.engine.value("cio.sync") == sync)
        #expect(await bench.engine.fenceCount() == 1)
    }

    @Test(arguments: [
        (SimulatedResponse.lostBeforeReceipt(), "transport"), (.text(200, "{"), "decoding"),
    ])
    func `CIO-016 a lost or a broken answer changes nothing`(_ response: SimulatedResponse, _ kind: String) async {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.started()
        let sync = await bench.engine.value("cio.sync")
        bench.answer("/nearest", with: response)
        await bench.wait(seconds: 5)
        await bench.refresh()
        #expect(bench.says(.error, kind))
        #expect(await bench.watched == ["a"])
        #expect(await bench.engine.value("cio.sync") == sync)
    }

    @Test func `CIO-017 without a key nothing is asked and each attempt says so`() async {
        let bench = CIOBench(setup: .init(key: ""))
        await bench.started()
        await bench.refresh()
        #expect(bench.downloads.isEmpty)
        #expect(bench.log.count { $0.level == .error && $0.message.contains("missingCdpApiKey") } >= 2)
    }

    @Test func `CIO-022 a response without options keeps those that are kept`() async {
        let bench = CIOBench()
        bench.serve([circle("a", 500)], config: #"{"local_refresh_trigger_radius":1500}"#)
        await bench.started()
        bench.serve(body: #"{"geofences":[]}"#)
        await bench.refresh()
        #expect(bench.triggerRegion?.circle.radius == 1500)
        #expect(await bench.engine.fenceCount() == 0)
    }

    @Test func `CIO-025 what is left out of a response is logged, and the rest is used`() async {
        let bench = CIOBench(fences: circle("a", 500), #"{"id":"bad","latitude":91,"longitude":0,"radius":5}"#)
        await bench.started()
        #expect(await bench.watched == ["a"])
        #expect(bench.says(.error, "fence bad"))
    }

    @Test func `CIO-032 a response of which nothing can be used keeps what is kept`() async {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.started()
        bench.serve(body: #"{"geofences":[{"id":"x","latitude":91,"longitude":0,"radius":50}]}"#)
        await bench.refresh()
        #expect(bench.says(.error, "decoding"))
        #expect(await bench.watched == ["a"])
        bench.serve(body: #"{"geofences":[{"id":"x","shape":"hexagon"}]}"#)
        await bench.refresh()
        #expect(await bench.engine.fenceCount() == 0)
    }
}
