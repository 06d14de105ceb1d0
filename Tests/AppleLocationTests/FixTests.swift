import AppleStandIn
import LocationCore
import LocationSimulator
import Testing

@Suite struct `APPLE positions` {
    private func bench(_ turn: (inout PhoneKnobs) -> Void = { _ in }, tier: AuthorizationTier = .always) async
        -> DeviceBench
    {
        var knobs = PhoneKnobs.quick
        knobs.fixInterval = nil
        turn(&knobs)
        let bench = await DeviceBench(knobs: knobs, tier: tier)
        _ = bench.heard()
        return bench
    }

    private func request(_ id: String, timeout: Int64 = 5000, oldest: Int64 = 0) -> FixRequest {
        FixRequest(id: id, accuracy: 50, timeout: timeout, oldestAcceptable: oldest)
    }

    @Test func `PLAT-112 requests that wait are answered together`() async {
        let bench = await bench()

        bench.device.fixes.request(request("one"))
        bench.device.fixes.request(request("two"))
        await bench.settle()

        #expect(bench.heard().compactMap(\.fixWord) == ["asked for one", "asked for two"])
    }

    @Test func `PLAT-112 a request without an answer ends at its own time`() async {
        let bench = await bench()
        bench.phone.answerFixRequests(.silence)

        bench.device.fixes.request(request("one"))
        await bench.phone.advance(by: 4999)
        #expect(bench.heard().compactMap(\.fixWord).isEmpty)
        await bench.phone.advance(by: 1)

        #expect(bench.heard().compactMap(\.fixWord) == ["one timedOut"])
    }

    @Test func `PLAT-112 where the system knows no position it is asked again until the time is over`() async {
        let bench = await bench()
        bench.phone.answerFixRequests(.failure(.timedOut))
        bench.device.fixes.request(request("one", timeout: 60_000))
        await bench.settle()
        #expect(bench.heard().compactMap(\.fixWord).isEmpty)

        bench.phone.answerFixRequests(.truth)
        await bench.phone.advance(by: 2000)

        #expect(bench.heard().compactMap(\.fixWord) == ["asked for one"])
    }

    @Test func `PLAT-112 a request is answered while a subscription runs and says nothing`() async {
        let bench = await bench()
        bench.device.fixes.watch(owner: "way", rate: FixRate(accuracy: 10, distance: 100))
        await bench.settle()

        bench.device.fixes.request(request("one"))
        await bench.settle()

        #expect(bench.heard().compactMap(\.fixWord) == ["asked for one"])
    }

    @Test func `a request that was given up is not answered`() async {
        let bench = await bench { $0.fixLatency = 1000 }
        bench.device.fixes.request(request("one"))
        await bench.settle()

        bench.device.fixes.cancel(request: "one")
        await bench.phone.advance(by: 10_000)

        #expect(bench.heard().compactMap(\.fixWord).isEmpty)
    }

    @Test(arguments: [(AuthorizationTier.denied, "one notAuthorized"), (.notDetermined, "one notAuthorized")])
    func `without a permission a request fails at once`(_ tier: AuthorizationTier, _ word: String) async {
        let bench = await bench(tier: tier)

        bench.device.fixes.request(request("one"))
        await bench.settle()

        #expect(bench.heard().compactMap(\.fixWord) == [word])
    }

    @Test func `PLAT-098 with location services off a request fails, and why`() async {
        let bench = await bench()
        await bench.phone.setLocationServices(false)
        _ = bench.heard()

        bench.device.fixes.request(request("one"))
        await bench.settle()

        #expect(bench.heard().compactMap(\.fixWord) == ["one unavailable"])
    }

    @Test func `a remembered reading answers who is content with one`() async {
        let bench = await bench()
        await bench.phone.deliver(at: DeviceBench.home)
        await bench.phone.advance(by: 20_000)
        _ = bench.heard()

        bench.device.fixes.request(request("content", oldest: 20_000))
        await bench.settle()

        #expect(bench.heard().compactMap(\.fixWord) == ["cached for content"])
        #expect(bench.device.fixes.lastKnown?.coordinate == DeviceBench.home)
    }

    @Test func `PLAT-111 an old reading of a subscription is told as remembered`() async {
        let bench = await bench()
        bench.device.fixes.watch(owner: "way", rate: FixRate(accuracy: 10, distance: 0))
        await bench.settle()
        let now = bench.phone.now.wall

        await bench.phone.deliver(
            Fix(coordinate: DeviceBench.home, accuracy: 5, timestamp: now.adding(milliseconds: -5001)))
        await bench.phone.deliver(
            Fix(coordinate: DeviceBench.home, accuracy: 5, timestamp: now.adding(milliseconds: -5000)))

        #expect(bench.heard().compactMap(\.fixWord) == ["cached for all", "live for all"])
    }

    @Test func `PLAT-099 where only old readings are to be had, whoever asked is to judge them`() async {
        let bench = await bench()
        await bench.phone.setPrecise(false)
        _ = bench.heard()

        bench.device.fixes.request(request("one"))
        await bench.settle()

        #expect(bench.heard().compactMap(\.fixWord) == ["cached for one"])
    }

    @Test func `the finest and densest of all subscriptions is asked for`() async {
        let bench = await bench()
        bench.device.fixes.watch(owner: "a", rate: FixRate(accuracy: 100, distance: 50))
        bench.device.fixes.watch(owner: "b", rate: FixRate(accuracy: 30, distance: 500))
        await bench.settle()
        #expect(bench.phone.watches.values.map { $0 } == [FixRate(accuracy: 30, distance: 50)])

        bench.device.fixes.stopWatching(owner: "b")
        await bench.settle()
        #expect(bench.phone.watches.values.map { $0 } == [FixRate(accuracy: 100, distance: 50)])

        bench.device.fixes.stopWatching(owner: "a")
        await bench.settle()
        #expect(bench.phone.watches.isEmpty)
    }

    @Test func `PLAT-113 without the background mode background updates are never allowed`() async {
        let bench = await DeviceBench { $0.infoKeys = [] }

        bench.device.fixes.watch(owner: "a", rate: FixRate(accuracy: 100, distance: 50))
        await bench.settle()

        #expect(bench.standIn.violations.isEmpty)
    }

    @Test func `PLAT-060 a permission for use only is held in the background by a session begun in the front`() async {
        let bench = await bench(tier: .whenInUse)
        bench.device.fixes.watch(owner: "a", rate: FixRate(accuracy: 100, distance: 50))
        await bench.settle()
        #expect(bench.standIn.hasBackgroundActivity)

        bench.device.fixes.stopWatching(owner: "a")
        await bench.settle()
        #expect(!bench.standIn.hasBackgroundActivity)
    }
}
