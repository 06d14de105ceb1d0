import CIOAdapter
import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import PhoneBench
import TestSupport
import Testing

@Suite struct `CIO payloads and visits on a phone` {
    private static let store =
        #"{"id":48122,"name":"Downtown flagship store","latitude":40.7506,"longitude":-73.9935,"radius":120,"geoset_ids":[25678],"metadata":{"region":"northeast","priority":2},"dwell_threshold_seconds":600}"#

    /// What a test compares: the event as the seed writes it, with its keys in order.
    private func seedForm(_ event: CIOEvent) -> JSONValue {
        [
            "name": event.json["event"] ?? .null, "timestamp": event.json["timestamp"] ?? .null,
            "properties": event.properties,
        ]
    }

    @Test(.enabled(if: Shared.isPresent, "needs the specification's fixtures"))
    func `CIO-064 CIO-065 CIO-066 CIO-080 the seed's three payloads come out byte for byte`() async throws {
        let bench = CIOBench(.iOSMonitor, fences: Self.store)
        await bench.started()
        bench.scripted()
        let id = try #require(await bench.engine.regionID(of: "48122"))
        bench.phone.answerFixRequests(.silence)
        await bench.phone.advance(to: try time("2026-07-06T17:42:10.482Z"))
        bench.make("e41c7a09-2b5d-4e8f-9c3a-6d1f0b8e2a54", "b3f1c2a4-8e7d-4c2b-9f10-2a6f1e0d5c33")
        await bench.phone.os.state(id, .inside, at: try time("2026-07-06T17:42:10.482Z"))
        await bench.settle()
        await bench.phone.advance(to: try time("2026-07-06T17:52:41.204Z"))
        await bench.phone.os.state(id, .inside, at: try time("2026-07-06T17:52:41.204Z"))
        await bench.settle()
        await bench.phone.advance(to: try time("2026-07-06T18:05:41.117Z"))
        bench.make("7d2e9b10-4c61-4f3a-a8e5-0b9c3f6d2e71")
        await bench.phone.os.state(id, .outside, at: try time("2026-07-06T18:05:41.117Z"))
        await bench.settle()

        #expect(bench.told == ["enter 48122", "dwell 48122", "exit 48122"])
        for (event, file) in zip(bench.events, ["event-enter", "event-dwell", "event-exit"]) {
            let wanted = try JSONValue(json: Fixture.bytes("\(file).json"))
            #expect(seedForm(event).text == wanted.text)
            #expect(event.person == "u1")
        }
    }

    @Test func `CIO-067 CIO-068 the three transitions of a visit and their identifiers`() async {
        let bench = CIOBench(fences: circle("a", 500, dwell: 300, geosets: "[1]"))
        await bench.started()
        await bench.move(500)
        await bench.wait(seconds: 301)
        await bench.move(0)
        #expect(bench.told == ["enter a", "dwell a", "exit a"])
        let (enter, dwell, exit) = (bench.events[0], bench.events[1], bench.events[2])
        #expect(enter.keys.isDisjoint(with: CIOEvent.visitKeys))
        #expect(dwell.transitionId == dwell.properties["visitId"]?.stringValue)
        #expect(exit.properties["visitId"] == dwell.properties["visitId"])
        #expect(Set([enter.transitionId, dwell.transitionId, exit.transitionId]).count == 3)
    }

    @Test func `CIO-069 CIO-070 CIO-071 what an event of a bare fence holds`() async {
        let bench = CIOBench(fences: #"{"id":4,"latitude":40.7545,"longitude":-73.99,"radius":100,"geoset_ids":[7]}"#)
        await bench.started()
        await bench.phone.move(to: Coordinate(checked: 40.7545, -73.99))
        await bench.settle()
        let event = bench.events[0]
        #expect(event.fence == "4")
        #expect(event.geoset == "7")
        #expect(event.properties["metadata"] == [:])
        #expect(event.keys == ["transition", "geofenceId", "geosetId", "transitionId", "metadata"])
    }

    @Test func `CIO-072 the types of metadata survive the disk and the way`() async {
        let bench = CIOBench(
            fences: circle("a", 500, extra: #","metadata":{"b":true,"i":2,"d":1.5,"s":"a"}"#))
        await bench.started()
        await bench.relaunch()
        await bench.move(500)
        #expect(bench.events.first?.properties["metadata"]?.text == #"{"b":true,"d":1.5,"i":2,"s":"a"}"#)
    }

    @Test func `CIO-073 a waiting event keeps its millisecond through the disk`() async throws {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.started()
        bench.scripted()
        await bench.phone.setNetwork(.none)
        await bench.phone.advance(to: try time("2026-07-06T17:52:41.204Z"))
        await bench.os(.enter, "a", at: try time("2026-07-06T17:52:41.204Z"))
        await bench.relaunch()
        await bench.phone.setNetwork(.unmetered)
        await bench.flush()
        #expect(bench.events.map(\.timestamp) == ["2026-07-06T17:52:41.204Z"])
    }

    @Test(arguments: [("[11,12]", ["11", "12"]), (#"["11","12","","11"]"#, ["11", "12"])])
    func `CIO-074 CIO-075 one event for each geoset under one transition id`(_ sets: String, _ wanted: [String]) async {
        let bench = CIOBench(fences: circle("a", 500, geosets: sets))
        await bench.started()
        await bench.move(500)
        #expect(bench.events.compactMap(\.geoset).sorted() == wanted)
        #expect(Set(bench.events.map(\.transitionId)).count == 1)
        #expect(Set(bench.events.map(\.timestamp)).count == 1)
    }

    @Test func `CIO-076 no sets, one event without a set`() async {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.started()
        await bench.move(500)
        #expect(bench.events.map(\.geoset) == [nil])
    }

    @Test func `CIO-077 both copies of a dwell carry the visit's id`() async {
        let bench = CIOBench(fences: circle("a", 500, types: #"["exit"]"#, dwell: 300, geosets: "[1,2]"))
        await bench.started()
        await bench.move(500)
        await bench.wait(seconds: 301)
        #expect(bench.told == ["dwell a", "dwell a"])
        #expect(
            Set(bench.events.map(\.transitionId) + bench.events.compactMap { $0.properties["visitId"]?.stringValue })
                .count == 1)
    }

    @Test func `CIO-078 a fence in five sets uses one place`() async {
        let bench = CIOBench()
        bench.serve((1...20).map { circle("f\($0)", 400 + Double($0) * 10, geosets: $0 == 1 ? "[1,2,3,4,5]" : nil) })
        await bench.started()
        #expect(await bench.watched.count == 19)
        #expect(await bench.watched.contains("f1"))
    }

    @Test(.enabled(if: Backend.current.datesReports, "\(Backend.needsDates)"))
    func `CIO-079 an unproven stay is all uncertain`() async throws {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.started()
        bench.scripted()
        let start = bench.phone.now.wall
        await bench.wait(seconds: 200)
        await bench.os(.enter, "a", at: start.adding(milliseconds: 100_900))
        await bench.os(.exit, "a", at: start.adding(milliseconds: 160_100))
        let exit = try #require(bench.events.last)
        #expect(exit.properties["visitDurationSeconds"] == 60)
        #expect(exit.properties["visitDurationUncertaintySeconds"] == 60)
    }

    /// A dwelling circle on a system that does not say on which side the device is.
    private func dwelling(_ threshold: Int = 600) async throws -> (CIOBench, String) {
        let bench = CIOBench(.iOSMonitor, fences: circle("a", 500, dwell: threshold))
        await bench.started()
        bench.scripted()
        bench.phone.answerFixRequests(.silence)
        let id = try #require(await bench.engine.regionID(of: "a"))
        await bench.move(500)
        await bench.wait(seconds: 60)
        await bench.phone.os.state(id, .inside, at: bench.phone.now.wall)
        await bench.settle()
        return (bench, id)
    }

    @Test(arguments: [(599_900, 0), (600_000, 1)])
    func `CIO-081 presence counts from the threshold on`(_ after: Int64, _ dwells: Int) async throws {
        let (bench, id) = try await dwelling()
        let entered = bench.phone.now.wall
        await bench.phone.advance(by: 600_000)
        await bench.phone.os.state(id, .inside, at: entered.adding(milliseconds: after))
        await bench.settle()
        #expect(bench.told.count { $0 == "dwell a" } == dwells)
    }

    @Test func `CIO-082 a visit dwells once`() async throws {
        let (bench, id) = try await dwelling()
        for seconds in [601, 99] {
            await bench.wait(seconds: Double(seconds))
            await bench.phone.os.state(id, .inside, at: bench.phone.now.wall)
            await bench.settle()
        }
        #expect(bench.told == ["enter a", "dwell a"])
    }

    @Test func `CIO-083 missing presence is asked for four times, and again in front`() async throws {
        let (bench, _) = try await dwelling()
        await bench.wait(seconds: 599)
        #expect(try await bench.engine.journal(about: "a").count { $0.text.contains("asked whether") } == 0)
        await bench.wait(seconds: 2)
        #expect(try await bench.engine.journal(about: "a").count { $0.text.contains("asked whether") } == 1)
        await bench.wait(seconds: 179)
        #expect(try await bench.engine.journal(about: "a").count { $0.text.contains("asked whether") } == 4)
        await bench.wait(seconds: 3600)
        #expect(try await bench.engine.journal(about: "a").count { $0.text.contains("asked whether") } == 4)
        #expect(bench.told == ["enter a"])
        await bench.phone.backgroundApp()
        await bench.phone.foregroundApp()
        await bench.settle()
        #expect(try await bench.engine.journal(about: "a").count { $0.text.contains("asked whether") } == 5)
    }

    @Test(.enabled(if: Backend.current.reportsCrossings, "\(Backend.needsCrossings)"))
    func `CIO-084 an exit without a known visit has the base fields`() async {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.started()
        bench.scripted()
        await bench.os(.enter, "a")
        await bench.signOut()
        await bench.identify("u2")
        await bench.os(.exit, "a")
        #expect(bench.told.last == "exit a")
        #expect(bench.events.last?.keys.isDisjoint(with: CIOEvent.visitKeys) == true)
    }

    @Test(.enabled(if: Backend.current.datesReports, "\(Backend.needsDates)"))
    func `CIO-085 an exit dated before the entry changes nothing`() async {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.started()
        bench.scripted()
        let start = bench.phone.now.wall
        await bench.wait(seconds: 2000)
        await bench.os(.enter, "a", at: start.adding(milliseconds: 1_000_000))
        await bench.os(.exit, "a", at: start.adding(milliseconds: 990_000))
        #expect(bench.told == ["enter a"])
        await bench.os(.exit, "a", at: start.adding(milliseconds: 1_100_000))
        #expect(bench.told == ["enter a", "exit a"])
        #expect(bench.events.last?.properties["visitDurationSeconds"] == 100)
    }

    @Test(.enabled(if: Backend.current.reportsCrossings, "\(Backend.needsCrossings)"))
    func `CIO-086 a redelivered enter is the same visit`() async {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.started()
        bench.scripted()
        await bench.os(.enter, "a", at: bench.phone.now.wall)
        let entered = bench.phone.now.wall
        await bench.wait(seconds: 60)
        await bench.os(.enter, "a", at: bench.phone.now.wall)
        await bench.wait(seconds: 60)
        await bench.os(.exit, "a", at: bench.phone.now.wall)
        #expect(bench.told == ["enter a", "exit a"])
        #expect(bench.events.last?.properties["enteredAt"] == .integer(entered.milliseconds / 1000))
        #expect(bench.events.last?.properties["visitDurationUncertaintySeconds"] == 60)
    }

    @Test(arguments: [(100.0, 2), (150.0, 1)])
    func `CIO-087 another name keeps a visit, another radius ends it`(_ radius: Double, _ told: Int) async throws {
        let (bench, _) = try await dwelling()
        await bench.wait(seconds: 300)
        bench.serve([circle("a", 500, radius: radius, dwell: 600, name: "New")])
        bench.phone.answerFixRequests(.truth)
        await bench.refresh()
        bench.phone.answerFixRequests(.silence)
        let id = try #require(await bench.engine.regionID(of: "a"))
        await bench.wait(seconds: 301)
        await bench.phone.os.state(id, .inside, at: bench.phone.now.wall)
        await bench.settle()
        #expect(bench.told == Array(["enter a", "dwell a"].prefix(told)))
        if told == 2 { #expect(bench.events.last?.properties["geofenceName"] == "New") }
    }

    @Test func `CIO-088 a restart after the deadline asks at once and keeps the entry`() async {
        let bench = CIOBench(fences: circle("a", 500, dwell: 600))
        await bench.started()
        await bench.move(500)
        let entered = bench.phone.now.wall
        bench.phone.killApp()
        await bench.phone.advance(by: 700_000)
        await bench.launch()
        #expect(bench.told == ["enter a", "dwell a"])
        #expect(bench.events.last?.properties["enteredAt"] == .integer(entered.milliseconds / 1000))
        #expect(bench.events.last?.properties["dwellDurationSeconds"] == 700)
    }

    @Test func `CIO-089 a circle that only exits and dwells has both edges and one visit`() async throws {
        let bench = CIOBench(fences: circle("a", 500, types: #"["exit"]"#, dwell: 600))
        await bench.started()
        #expect(await bench.region(of: "a")?.edges == [.enter, .exit])
        await bench.move(500)
        #expect(bench.told.isEmpty)
        await bench.wait(seconds: 601)
        await bench.move(0)
        #expect(bench.told == ["dwell a", "exit a"])
        #expect(bench.events[0].properties["visitId"] == bench.events[1].properties["visitId"])
    }

    @Test func `CIO-090 a visit whose entry was not seen says so`() async {
        let bench = CIOBench(fences: circle("a", 0, dwell: 600))
        await bench.started()
        #expect(bench.told == ["enter a"])
        await bench.wait(seconds: 601)
        await bench.move(900)
        #expect(bench.told == ["enter a", "dwell a", "exit a"])
        #expect(bench.events[1].keys.isSuperset(of: ["visitId", "dwellThresholdSeconds", "detectionSource"]))
        #expect(bench.events[1].keys.isDisjoint(with: ["enteredAt", "dwellDurationSeconds"]))
        #expect(bench.events[2].keys.isDisjoint(with: CIOEvent.visitKeys))
    }

    @Test(arguments: [(20.0, 2), (80.0, 1)])
    func `CIO-091 a fix within the circle proves presence where the system cannot`(
        _ accuracy: Double, _ told: Int
    ) async throws {
        let (bench, _) = try await dwelling()
        bench.phone.answerFixRequests(.delivered)
        await bench.wait(seconds: 601)
        await bench.phone.deliver(at: CIOBench.north(530), accuracy: accuracy)
        await bench.settle()
        #expect(bench.told == Array(["enter a", "dwell a"].prefix(told)))
        if told == 2 {
            #expect(bench.events.last?.properties["detectionSource"] == "location_evidence")
        }
    }

    @Test func `CIO-092 a sign-out ends the visit`() async {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.started()
        await bench.move(500)
        await bench.signOut()
        await bench.identify("u2")
        await bench.wait(seconds: 10)
        await bench.move(0)
        #expect(bench.events.last?.person == "u2")
        #expect(bench.told.last == "exit a")
        #expect(bench.events.last?.keys.isDisjoint(with: CIOEvent.visitKeys) == true)
    }

    @Test(.enabled(if: Backend.current.datesReports, "\(Backend.needsDates)"))
    func `CIO-141 the duration is what the printed seconds say`() async throws {
        let bench = CIOBench(fences: circle("a", 500), wall: Timestamp(milliseconds: 1_783_339_200_000))
        await bench.started()
        bench.scripted()
        let start = Timestamp(milliseconds: 1_783_339_200_000)
        await bench.wait(seconds: 200)
        await bench.os(.enter, "a", at: start.adding(milliseconds: 10_200))
        await bench.os(.exit, "a", at: Timestamp(seconds: 1_783_339_300.9996))
        #expect(bench.events.last?.timestamp == "2026-07-06T12:01:41.000Z")
        #expect(bench.events.last?.properties["visitDurationSeconds"] == 91)
    }

    @Test func `CIO-143 a circle that only dwells tells no enter, and dwells once presence is confirmed`() async {
        let bench = CIOBench(fences: circle("a", 0, types: #"["dwell"]"#, dwell: 600))
        await bench.started()
        #expect(bench.told.isEmpty)
        await bench.wait(seconds: 601)
        #expect(bench.told == ["dwell a"])
    }
}
