import CIOAdapter
import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import PhoneBench
import Testing

@Suite struct `CIO suppression, queue and delivery on a phone` {
    private func bench(_ fences: String..., setup: CIOBench.Setup = .init()) async -> CIOBench {
        let bench = CIOBench(setup: setup)
        bench.serve(fences)
        await bench.started()
        bench.scripted()
        return bench
    }

    @Test(.enabled(if: Backend.current.reportsCrossings, "\(Backend.needsCrossings)"))
    func `CIO-093 the seed's example of suppression`() async {
        let bench = await bench(circle("a", 500))
        for kind in [TransitionKind.enter, .exit, .enter, .exit] {
            await bench.os(kind, "a")
            await bench.wait(seconds: kind == .enter ? 600 : 1200)
        }
        #expect(bench.told == ["enter a", "exit a"])
        await bench.os(.enter, "a")
        #expect(bench.told == ["enter a", "exit a", "enter a"])
        #expect(
            bench.events.map(\.timestamp) == [
                "2026-07-06T12:00:00.000Z", "2026-07-06T12:10:00.000Z", "2026-07-06T13:00:00.000Z",
            ])
    }

    @Test(arguments: [(3599.9, 1), (3600, 2)])
    func `CIO-094 the window is an hour to the millisecond`(_ seconds: Double, _ enters: Int) async {
        let bench = await bench(circle("a", 500))
        await bench.os(.enter, "a")
        await bench.wait(seconds: 10)
        await bench.os(.exit, "a")
        await bench.wait(seconds: seconds - 10)
        await bench.os(.enter, "a")
        #expect(bench.told.count { $0 == "enter a" } == enters)
    }

    @Test(arguments: [(1799.0, 1), (1800, 2)])
    func `CIO-095 the server says how long the window is`(_ seconds: Double, _ enters: Int) async {
        let bench = CIOBench()
        bench.serve([circle("a", 500)], config: #"{"duplicate_events_expiry_time":1800000}"#)
        await bench.started()
        bench.scripted()
        await bench.os(.enter, "a")
        await bench.os(.exit, "a")
        await bench.wait(seconds: seconds)
        await bench.os(.enter, "a")
        #expect(bench.told.count { $0 == "enter a" } == enters)
    }

    @Test(arguments: [-7_200_000, 7_200_000])
    func `CIO-094 a clock that is set neither prolongs nor cuts the window`(_ step: Int64) async {
        let bench = await bench(circle("a", 500))
        await bench.os(.enter, "a")
        await bench.os(.exit, "a")
        await bench.phone.setWallClock(by: step)
        await bench.wait(seconds: 3000)
        await bench.os(.enter, "a")
        await bench.os(.exit, "a")
        #expect(bench.told.count { $0 == "enter a" } == 1)
        await bench.wait(seconds: 600)
        await bench.os(.enter, "a")
        #expect(bench.told.count { $0 == "enter a" } == 2)
    }

    @Test func `CIO-096 another person has a window of their own`() async {
        let bench = await bench(circle("a", 500))
        await bench.os(.enter, "a")
        await bench.signOut()
        await bench.identify("u2")
        await bench.wait(seconds: 30)
        await bench.os(.enter, "a")
        #expect(bench.told == ["enter a", "enter a"])
        #expect(bench.events.map(\.person) == ["u1", "u2"])
    }

    @Test func `CIO-097 a dwell ignores the window`() async {
        let bench = await bench(circle("a", 500, dwell: 300))
        await bench.os(.enter, "a")
        await bench.os(.exit, "a")
        await bench.wait(seconds: 60)
        await bench.phone.move(to: CIOBench.north(500))
        await bench.os(.enter, "a")
        await bench.wait(seconds: 301)
        #expect(bench.told == ["enter a", "exit a", "dwell a"])
    }

    @Test func `CIO-098 the window survives a relaunch`() async {
        let bench = await bench(circle("a", 500))
        await bench.os(.enter, "a")
        await bench.os(.exit, "a")
        await bench.relaunch()
        await bench.wait(seconds: 600)
        await bench.os(.enter, "a")
        #expect(bench.told.count { $0 == "enter a" } == 1)
    }

    @Test func `CIO-099 what an anonymous person crosses is never told`() async {
        let bench = await bench(circle("a", 500))
        let id = await bench.engine.regionID(of: "a") ?? ""
        await bench.signOut()
        bench.forgetLog()
        await bench.phone.os.enter(id)
        await bench.settle()
        // A monitor tells nothing more about what was given back.
        let isTold = !Backend.current.renewsAfterLaunch
        #expect(bench.says(.debug, "dropped: a report for \(id): nobody is identified") == isTold)
        await bench.identify()
        await bench.flush()
        #expect(bench.told.isEmpty)
    }

    @Test func `CIO-094 a repeat is dropped with a line at debug, and nothing else is said of it`() async {
        let bench = await bench(circle("a", 500), circle("b", 900, types: #"["exit"]"#))
        await bench.os(.enter, "a")
        await bench.os(.exit, "a")
        await bench.wait(seconds: 600)
        bench.forgetLog()
        await bench.os(.enter, "b")
        #expect(bench.log.isEmpty)
        await bench.os(.enter, "a")
        #expect(
            bench.log == [
                CIOLogLine(
                    .debug, .geofence,
                    "a crossing is dropped: fence a: enter is a repeat; suppressed for another 3000 s")
            ])
    }

    @Test func `CIO-100 a crossing that cannot be stored is not sent and spends no window`() async {
        let bench = await bench(circle("a", 500))
        bench.fail(.fail(.full))
        await bench.os(.enter, "a")
        #expect(bench.told.isEmpty)
        #expect(bench.log.contains { $0.level == .error })
        bench.fail(.proceed)
        await bench.wait(seconds: 1)
        await bench.os(.enter, "a")
        #expect(bench.told == ["enter a"])
    }

    @Test(arguments: [(StoreFaults.Verdict.crashBeforeCommit, 0), (.crashAfterCommit, 2)])
    func `CIO-101 the rows of a transition are stored together or not at all`(
        _ verdict: StoreFaults.Verdict, _ rows: Int
    ) async throws {
        let bench = await bench(circle("a", 500, geosets: "[1,2]"))
        await bench.phone.setNetwork(.none)
        let id = try #require(await bench.engine.regionID(of: "a"))
        await bench.phone.letDoubtsPass()
        bench.fail(verdict)
        await bench.phone.os.enter(id, isLie: true)
        bench.phone.killApp()
        bench.fail(.proceed)
        await bench.launch()
        let stored = try await bench.engine.records(kind: .transition)
        #expect(stored.count { $0.body["transition"] == "enter" } == rows)
    }

    @Test func `CIO-102 of 101 rows the oldest is gone`() async throws {
        let bench = CIOBench()
        bench.serve([circle("a", 500)], config: #"{"duplicate_events_expiry_time":60000}"#)
        await bench.started()
        bench.scripted()
        await bench.phone.setNetwork(.none)
        for index in 0..<101 {
            await bench.os(index.isMultiple(of: 2) ? .enter : .exit, "a")
            await bench.phone.advance(by: 61_000)
        }
        let rows = try await bench.engine.records(kind: .transition)
        #expect(rows.count == 100)
        #expect(rows.first?.body["transition"] == "exit")
    }

    @Test(.enabled(if: Backend.current.reportsCrossings, "\(Backend.needsCrossings)"))
    func `CIO-103 an offline enter arrives with its own time when the network returns`() async {
        let bench = await bench(circle("a", 500))
        await bench.phone.setNetwork(.none)
        await bench.os(.enter, "a")
        await bench.wait(seconds: 5400)
        #expect(bench.told.isEmpty)
        await bench.phone.setNetwork(.unmetered)
        await bench.settle()
        #expect(bench.told == ["enter a"])
        #expect(bench.events.first?.timestamp == "2026-07-06T12:00:00.000Z")
    }

    @Test func `CIO-104 a row belongs to who was identified at the crossing`() async {
        let bench = await bench(circle("a", 500))
        await bench.phone.setNetwork(.none)
        await bench.os(.enter, "a")
        await bench.identify("u2")
        await bench.phone.setNetwork(.unmetered)
        await bench.settle()
        #expect(bench.events.map(\.person) == ["u1"])
    }

    @Test(arguments: [true, false])
    func `CIO-105 a waiting row tells the fence's present name, if the fence is still there`(_ isThere: Bool) async {
        let bench = await bench(circle("a", 500, name: "Old"))
        bench.answer("/track", with: .status(503))
        bench.answer("/b", with: .status(503))
        await bench.os(.enter, "a")
        bench.serve(isThere ? [circle("a", 500, name: "New")] : [])
        await bench.refresh()
        bench.answer("/track", with: nil)
        bench.answer("/b", with: nil)
        await bench.flush()
        #expect(bench.events.last?.properties["geofenceName"]?.stringValue == (isThere ? "New" : "Old"))
    }

    @Test func `CIO-106 CIO-112 a failed row waits for the next reason and keeps its identifier`() async {
        let bench = await bench(circle("a", 500))
        bench.answer("/track", with: .status(500))
        await bench.os(.enter, "a")
        await bench.wait(seconds: 3600)
        #expect(bench.trackRequests.count == 1)
        #expect(bench.batches.allSatisfy { !$0.text.contains("Geofence Transition") })
        bench.answer("/track", with: nil)
        await bench.identify("u1")
        await bench.app { CustomerIO.shared.identify(userId: "u1", traits: [:]) }
        #expect(bench.events.count == 2)
        #expect(Set(bench.events.map(\.transitionId)).count == 1)
    }

    @Test func `CIO-107 new rows are stored before older ones are replayed, and not in the same round`() async throws {
        let bench = await bench(circle("a", 500), circle("b", 700), circle("c", 900))
        bench.answer("/track", with: .status(500))
        bench.answer("/b", with: .status(500))
        await bench.os(.enter, "a")
        await bench.os(.enter, "b")
        bench.answer("/track", with: nil)
        bench.answer("/b", with: nil)
        await bench.os(.enter, "c")
        let last = bench.phone.requests.suffix(2).map(\.request)
        #expect(last.map { String($0.url.suffix(2)) } == ["ck", "/b"])
        let replayed = try JSONValue(json: last[1].body)["batch"]?.arrayValue ?? []
        #expect(replayed.compactMap { $0["properties"]?["geofenceId"]?.stringValue } == ["a", "b"])
        #expect(try await bench.engine.recordCount() == 0)
    }

    @Test func `CIO-109 rows outlive a sign-out`() async throws {
        let bench = await bench(circle("a", 500))
        await bench.phone.setNetwork(.none)
        await bench.os(.enter, "a")
        await bench.signOut()
        #expect(try await bench.engine.recordCount() == 1)
        await bench.phone.setNetwork(.unmetered)
        await bench.settle()
        #expect(bench.events.map(\.person) == ["u1"])
    }

    @Test(.enabled(if: Backend.current.reportsCrossings, "\(Backend.needsCrossings)"))
    func `CIO-110 a direct call has four members`() async throws {
        let bench = await bench(circle("a", 500))
        await bench.os(.enter, "a")
        let body = try JSONValue(json: #require(bench.trackRequests.first).body)
        #expect(body.objectValue?.keys == ["event", "properties", "timestamp", "userId"])
        #expect(body["timestamp"]?.stringValue == "2026-07-06T12:00:00.000Z")
    }

    @Test(arguments: [
        (SimulatedResponse.status(200), 0), (.status(299), 0), (.status(300), 1), (.status(400), 1), (.status(429), 1),
        (.status(500), 1), (.silence, 1),
    ])
    func `CIO-111 a row goes only when the server has it`(_ response: SimulatedResponse, _ left: Int) async throws {
        let bench = await bench(circle("a", 500))
        bench.answer("/track", with: response)
        await bench.os(.enter, "a")
        await bench.phone.advance(by: 20_000)
        #expect(try await bench.engine.recordCount() == left)
        #expect(bench.trackRequests.count == 1)
    }

    @Test func `A row that is refused three times is parked, and sent again when the host asks`() async throws {
        let bench = await bench(circle("a", 500))
        bench.answer("/track", with: .status(422))
        bench.answer("/b", with: .status(400))
        await bench.os(.enter, "a")
        for _ in 0..<3 { await bench.app { CustomerIO.shared.identify(userId: "u1", traits: [:]) } }
        #expect(try await bench.engine.records().map(\.isParked) == [true])
        let count = bench.trackRequests.count
        await bench.app { CustomerIO.shared.identify(userId: "u1", traits: [:]) }
        #expect(bench.trackRequests.count == count)
        bench.answer("/track", with: nil)
        await bench.flush()
        #expect(try await bench.engine.recordCount() == 0)
    }

    @Test func `CIO-113 rows go directly with a stored key, together with a live pipeline, else they stay`()
        async throws
    {
        for (allows, initializes, wanted) in [(true, false, "/track"), (false, true, "/b"), (false, false, "")] {
            let bench = await bench(circle("a", 500), setup: .init(allowsBackgroundDelivery: allows))
            await bench.phone.setNetwork(.none)
            await bench.os(.enter, "a")
            bench.phone.killApp()
            bench.change { $0.initializes = initializes }
            await bench.phone.setNetwork(.unmetered)
            let before = bench.phone.requests.count
            await bench.launch()
            let sent = bench.phone.requests.dropFirst(before).map(\.request.url)
            #expect(sent.allSatisfy { $0.hasSuffix(wanted) } && sent.isEmpty == wanted.isEmpty)
            #expect(try await bench.engine.recordCount() == (wanted.isEmpty ? 1 : 0))
        }
    }

    @Test func `CIO-114 a batch answered by 400 is dropped, and one answered by 500 kept`() async {
        let bench = await bench()
        bench.answer("/b", with: .status(500))
        await bench.flush()
        #expect(await bench.app { CustomerIO.shared.hasUnsentEvents })
        bench.answer("/b", with: .status(400))
        await bench.flush()
        #expect(await bench.app { !CustomerIO.shared.hasUnsentEvents })
    }

    @Test func `CIO-114 rows in a batch answered by 400 are sent singly`() async throws {
        let bench = await bench(circle("a", 500), circle("b", 700))
        bench.answer("/track", with: .status(500))
        await bench.os(.enter, "a")
        bench.answer("/b", with: .status(500))
        await bench.os(.enter, "b")
        bench.answer("/b", with: .status(400))
        bench.answer("/track", with: nil)
        await bench.app { CustomerIO.shared.identify(userId: "u1", traits: [:]) }
        #expect(try await bench.engine.recordCount() == 0)
        #expect(bench.trackRequests.suffix(2).count == 2)
    }

    @Test func `CIO-145 a boundary is told from the background and from a new process, without a fix`() async {
        let bench = CIOBench(fences: circle("a", 500), circle("b", 900))
        await bench.started()
        let asked = bench.phone.transcript.components(separatedBy: "asked of").count
        await bench.phone.backgroundApp()
        await bench.phone.advance(by: 60_000)
        await bench.phone.move(to: CIOBench.north(500))
        await bench.settle()
        #expect(bench.told == ["enter a"])
        bench.phone.killApp()
        await bench.phone.move(to: CIOBench.north(900))
        await bench.settle()
        #expect(bench.told.sorted() == ["enter a", "enter b", "exit a"])
        // Where the system answers no questions about states, a new process asks once where the device is. (AMD-05)
        let isAsked = bench.phone.profile == .iOSMonitor
        #expect(bench.phone.transcript.components(separatedBy: "asked of").count == asked + (isAsked ? 1 : 0))
    }

    @Test func `CIO-147 with location off nothing is told, and afterwards the next crossing is`() async throws {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.started()
        await bench.phone.setNetwork(.none)
        await bench.move(500)
        await bench.phone.setLocationServices(false)
        await bench.move(0)
        #expect(try await bench.engine.recordCount() == 1)
        await bench.phone.setNetwork(.unmetered)
        await bench.phone.setLocationServices(true)
        await bench.settle()
        await bench.wait(seconds: 3600)
        await bench.move(500)
        #expect(bench.told.count { $0 == "enter a" } == 2)
    }

    @Test(.enabled(if: Backend.current.reportsCrossings, "\(Backend.needsCrossings)"))
    func `CIO-153 an exit may overtake an enter, each with its own time`() async {
        let bench = await bench(circle("a", 500))
        bench.answer("/track", with: .lostBeforeReceipt())
        bench.answer("/b", with: .status(503))
        await bench.os(.enter, "a")
        await bench.wait(seconds: 60)
        bench.answer("/track", with: nil)
        await bench.os(.exit, "a")
        bench.answer("/b", with: nil)
        await bench.flush()
        let delivered = bench.events.filter { _ in true }.map {
            "\($0.transition) \($0.timestamp.dropFirst(11).prefix(8))"
        }
        #expect(delivered.first == "exit 12:01:00")
        #expect(delivered.last == "enter 12:00:00")
    }

    @Test func `CIO-154 the window is per fence`() async {
        let bench = await bench(circle("a", 500, geosets: "[11,12]"), circle("b", 700, geosets: "[11,12]"))
        await bench.os(.enter, "a")
        await bench.wait(seconds: 300)
        await bench.os(.enter, "b")
        #expect(bench.told == ["enter a", "enter a", "enter b", "enter b"])
    }
}
