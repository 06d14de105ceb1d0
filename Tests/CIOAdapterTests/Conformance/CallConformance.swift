import CIOAdapter
import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import Testing

/// What is in the store when `identify`, `clearIdentify` and `reset` return. (CIO 1.2)
@Suite struct `CIO calls that the process does not live to carry out` {
    /// Calls whose turn never comes: no commit of the engine succeeds after them, and the process ends.
    private func lost(_ bench: CIOBench, _ calls: () -> Void) async {
        bench.fail(.crashBeforeCommit)
        await bench.app { calls() }
        bench.phone.killApp()
        bench.fail(.proceed)
        await bench.launch()
    }

    private func identities(_ bench: CIOBench) -> [JSONValue] {
        bench.batches.flatMap { $0["batch"]?.arrayValue ?? [] }.filter { $0["type"] == "identify" }
    }

    @Test func `CIO-038 a person is stored before the call returns`() async {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.launch()
        await lost(bench) { CustomerIO.shared.identify(userId: "u1", traits: ["plan": "free"] as [String: Any]) }
        #expect(await bench.app { CustomerIO.shared.userId } == "u1")
        #expect(await bench.engine.person == "u1")
        #expect(await bench.watched == ["a"])
        await bench.flush()
        #expect(identities(bench).map { $0["traits"]?.text } == [#"{"plan":"free"}"#])
        #expect(await bench.engine.values(beginning: "cio.call.").isEmpty)
    }

    @Test(arguments: [false, true])
    func `CIO-139 a person is signed out before the call returns`(_ resets: Bool) async {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.started()
        await lost(bench) { if resets { CustomerIO.shared.reset() } else { CustomerIO.shared.clearIdentify() } }
        #expect(await bench.app { CustomerIO.shared.userId } == nil)
        #expect(await bench.engine.person == nil)
        #expect(bench.regionCount == 0)
        #expect(await bench.engine.value("cio.sync") == nil)
        #expect(bench.downloads.count == 1)
    }

    @Test func `CIO-155 several calls are made up for in their order`() async {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.launch()
        await lost(bench) {
            CustomerIO.shared.identify(userId: "u1")
            CustomerIO.shared.clearIdentify()
            for number in 2...12 { CustomerIO.shared.identify(userId: "u\(number)") }
        }
        #expect(await bench.engine.person == "u12")
        await bench.flush()
        #expect(identities(bench).map { $0["userId"] } == (1...12).map { .string("u\($0)") })
    }

    @Test(arguments: 1...8, [StoreFaults.Verdict.crashBeforeCommit, .crashAfterCommit])
    func `CIO-101 a process that ends at any commit of a call tells the person once`(
        _ commit: Int, _ verdict: StoreFaults.Verdict
    ) async {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.launch()
        bench.phone.killApp()
        bench.crash(at: commit, verdict)
        await bench.launch()
        await bench.identify()
        bench.phone.killApp()
        bench.crash(at: nil)
        await bench.launch()
        await bench.flush()
        #expect(await bench.engine.person == "u1")
        #expect(Set(identities(bench).map { $0["messageId"]?.stringValue }).count == 1)
        #expect(await bench.watched == ["a"])
        #expect(await bench.engine.values(beginning: "cio.call.").isEmpty)
    }

    @Test func `CIO-100 a note that a full disk refuses costs the call nothing while the process lives`() async {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.launch()
        bench.fail(.fail(.full))
        await bench.identify()
        #expect(bench.says(.debug, "a call waits for its turn to be stored"))
        bench.fail(.proceed)
        await bench.wait(seconds: 60)
        await bench.move(100)
        await bench.relaunch()
        #expect(await bench.engine.person == "u1")
    }
}
