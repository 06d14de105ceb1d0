import CIOAdapter
import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import Testing

/// Public cases of storing and sending.
@Suite struct `CASE delivery of Customer.io` {
    @Test func `CASE-049 crash between two related writes`() async throws {
        for commit in 2...30 {
            let bench = CIOBench(fences: circle("a", 0))
            bench.crash(at: commit, .crashAfterCommit)
            await bench.launch()
            let steps: [(CIOBench) async -> Void] = [
                { await $0.identify("A") }, { await $0.wait(seconds: 10) }, { await $0.signOut() },
                { await $0.wait(seconds: 1) }, { await $0.identify("B") }, { await $0.wait(seconds: 1) },
                // An app that was ended says at its next start who uses it.
                { await $0.app { CustomerIO.shared.identify(userId: "B", traits: [:]) } },
                { await $0.flush() },
            ]
            for step in steps {
                await step(bench)
                guard bench.log.contains(where: { $0.message.contains("simulated crash") }) else { continue }
                bench.crash(at: nil)
                bench.forgetLog()
                await bench.relaunch()
            }
            var ids: [String: String] = [:]
            for event in bench.events { ids[event.transitionId] = event.person }
            let enters = Dictionary(grouping: ids.values) { $0 }.mapValues(\.count)
            #expect(enters["B"] == 1, "crash at commit \(commit)")
            #expect((enters["A"] ?? 0) <= 1, "crash at commit \(commit)")
        }
    }

    @Test(arguments: ["read", "send", "answer", "delete"])
    func `CASE-112 killed between 200 and delete`(_ point: String) async throws {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.started()
        bench.scripted()
        let phone = bench.phone
        let isArmed = Locked(true)
        bench.breakRequests {
            guard
                isArmed.withLock({ isArmed in
                    defer { isArmed = false }; return isArmed
                })
            else { return nil }
            switch point {
            case "read": return .lostBeforeReceipt()
            case "send":
                phone.killApp()
                return .lostAfterReceipt()
            case "answer":
                phone.killApp()
                return .status(200)
            default:
                bench.fail(.crashBeforeCommit)
                return .status(200)
            }
        }
        await bench.os(.enter, "a")
        phone.killApp()
        bench.fail(.proceed)
        await bench.launch()
        await bench.flush()
        #expect(!bench.events.isEmpty)
        #expect(Set(bench.events.map(\.transitionId)).count == 1)
        #expect(try await bench.engine.recordCount() == 0)
    }

    @Test func `CASE-113 backlog waits for the next launch`() async {
        let bench = CIOBench(fences: circle("a", 500), circle("b", 3500))
        await bench.started()
        bench.scripted()
        await bench.phone.setNetwork(.none)
        await bench.wait(seconds: 1)
        await bench.os(.enter, "a")
        await bench.wait(seconds: 599)
        await bench.phone.setNetwork(.unmetered)
        await bench.settle()
        #expect(bench.told == ["enter a"])
        await bench.wait(seconds: 600)
        await bench.os(.exit, "a")
        #expect(bench.told == ["enter a", "exit a"])
    }

    @Test func `CASE-114 crossing is part of the queue`() async throws {
        let bench = CIOBench(fences: circle("a", 500, geosets: "[1,2,3]"))
        await bench.started()
        bench.scripted()
        await bench.phone.setNetwork(.none)
        await bench.os(.enter, "a")
        let rows = try await bench.engine.records(kind: .transition)
        #expect(rows.compactMap { $0.body["geoset_id"]?.stringValue } == ["1", "2", "3"])
        #expect(Set(rows.compactMap(\.transition)).count == 1)
    }

    @Test func `CASE-122 queued as A, delivered as B`() async {
        let bench = CIOBench(fences: circle("a", 0))
        bench.answer("/track", with: .unreachable)
        bench.answer("/b", with: .unreachable)
        await bench.started("A")
        await bench.wait(seconds: 60)
        await bench.signOut()
        await bench.identify("B")
        bench.answer("/track", with: nil)
        bench.answer("/b", with: nil)
        await bench.wait(seconds: 60)
        await bench.flush()
        var persons: [String: Set<String>] = [:]
        for event in bench.events { persons[event.transitionId, default: []].insert(event.person) }
        #expect(persons.values.allSatisfy { $0.count == 1 })
        #expect(Set(persons.values.flatMap(\.self)) == ["A", "B"])
        #expect(persons.count == 2)
    }
}
