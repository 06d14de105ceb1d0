import CIOAdapter
import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import PhoneBench
import TestSupport
import Testing

@Suite struct `CIO monitoring on a phone` {
    private func many(_ count: Int) -> [String] { (1...count).map { circle("f\($0)", 400 + Double($0) * 20) } }

    @Test func `CIO-115 of 30 fences 19 are watched, and the trigger is asked for first`() async {
        let bench = CIOBench()
        bench.serve(many(30))
        await bench.started()
        #expect(await bench.watched == (1...19).map { "f\($0)" }.sorted())
        #expect(bench.triggerRegion != nil)
        #expect(bench.phone.registrationLog.first?.id == CIOBench.trigger)
    }

    @Test func `CIO-116 a fence that the device stands in comes first, however large it is`() async {
        let bench = CIOBench()
        bench.serve([circle("big", 4000, radius: 5000)] + many(19))
        await bench.started()
        #expect(await bench.watched.contains("big"))
        #expect(await !bench.watched.contains("f19"))
    }

    @Test func `CIO-117 between equals the identifier's text decides`() async {
        let bench = CIOBench()
        bench.serve([circle("9", 500), circle("10", 500)], config: #"{"ios":{"max_business_geofence":1}}"#)
        await bench.started()
        #expect(await bench.watched == ["10"])
    }

    @Test func `CIO-118 ranking the same set anew touches no fence`() async {
        let bench = CIOBench(fences: circle("a", 500), circle("b", 900))
        await bench.started()
        let before = bench.phone.registrationLog.count
        await bench.wait(seconds: 60)
        await bench.move(1500)
        let calls = bench.phone.registrationLog.dropFirst(before)
        #expect(!calls.isEmpty && calls.allSatisfy { $0.id == CIOBench.trigger })
    }

    @Test func `CIO-119 the system's largest radius is registered, and not again`() async {
        let bench = CIOBench(fences: circle("a", 9000, radius: 5000))
        bench.phone.adjust { $0.maximumRadius = 1000 }
        await bench.started()
        #expect(await bench.region(of: "a")?.circle.radius == 1000)
        let calls = bench.phone.registrationLog.count
        await bench.refresh()
        await bench.refresh()
        #expect(bench.phone.registrationLog.count == calls)
    }

    @Test func `CIO-120 a region of someone else is left alone`() async throws {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.launch()
        await bench.phone.occupy(
            Region(id: "theirs", circle: try Circle(center: CIOBench.north(500), radius: 100)), owner: "host")
        await bench.identify()
        await bench.relaunch()
        await bench.phone.os.enter("theirs")
        await bench.settle()
        await bench.signOut()
        #expect(bench.phone.monitoredRegions.map(\.id) == ["theirs"])
        #expect(bench.told.isEmpty)
    }

    @Test func `CIO-121 a fence that contains the pass's fix is entered once`() async {
        let bench = CIOBench(fences: circle("a", 0))
        await bench.started()
        #expect(bench.told == ["enter a"])
        await bench.refresh()
        #expect(bench.told == ["enter a"])
    }

    @Test func `CIO-121 a place kept from yesterday proves nothing`() async {
        let bench = CIOBench(fences: circle("b", 900))
        await bench.started()
        bench.phone.killApp()
        bench.serve([circle("a", 0)])
        await bench.phone.move(to: CIOBench.north(-3000))
        bench.phone.killApp()
        await bench.phone.advance(by: 86_400_000)
        await bench.launch()
        #expect(bench.downloads.count == 2)
        #expect(bench.told.isEmpty)
    }

    @Test func `CIO-122 a repeated state says nothing, a new one is an enter`() async throws {
        let bench = CIOBench(.iOSMonitor, fences: circle("a", 500))
        await bench.started()
        let id = try #require(await bench.engine.regionID(of: "a"))
        await bench.wait(seconds: 60)
        await bench.relaunch()
        await bench.phone.os.state(id, .inside, at: bench.phone.now.wall)
        await bench.settle()
        #expect(bench.told == ["enter a"])
        await bench.relaunch()
        await bench.phone.os.state(id, .inside, at: bench.phone.now.wall)
        await bench.settle()
        #expect(bench.told == ["enter a"])
    }

    @Test(.enabled(if: Backend.current.reportsCrossings, "\(Backend.needsCrossings)"))
    func `CIO-123 what the system still holds is adopted, what it lost is registered`() async throws {
        let bench = CIOBench(fences: circle("a", 500), circle("b", 900))
        await bench.started()
        var calls = bench.phone.registrationLog.count
        await bench.relaunch()
        #expect(bench.phone.registrationLog.count == calls)
        #expect(bench.told.isEmpty)
        let id = try #require(await bench.engine.regionID(of: "b"))
        bench.phone.killApp()
        await bench.phone.os.lose(id)
        bench.phone.killApp()
        calls = bench.phone.registrationLog.count
        await bench.launch()
        #expect(bench.phone.registrationLog.dropFirst(calls).map(\.id) == [id])
        #expect(await bench.watched == ["a", "b"])
    }

    @Test func `a monitor of states is given its regions anew in front, six hours after the last time`() async {
        let bench = CIOBench(.iOSMonitor, fences: circle("a", 0), circle("b", 500))
        await bench.started()
        await bench.wait(seconds: 60)
        #expect(bench.told == ["enter a"])
        await bench.phone.backgroundApp()
        for (seconds, renewed) in [(21_539.0, 0), (1, 3), (3600, 0), (17_999, 0), (1, 3)] {
            await bench.wait(seconds: seconds)
            let calls = bench.phone.registrationLog.count
            await bench.phone.foregroundApp()
            await bench.settle()
            let new = bench.phone.registrationLog.dropFirst(calls)
            #expect(new.count { $0.kind == .register } == renewed)
            #expect(new.first { $0.kind == .register }?.id == (renewed > 0 ? CIOBench.trigger : nil))
            await bench.wait(seconds: 0)
            await bench.phone.backgroundApp()
        }
        await bench.wait(seconds: 60)
        #expect(bench.told == ["enter a"], "it is silent when nothing changed")
        #expect(bench.regionCount == 3)
        await bench.move(500)
        #expect(bench.told.contains("exit a"))
        #expect(bench.told.contains("enter b"))
    }

    @Test func `a system that reports crossings is left alone for days`() async {
        let bench = CIOBench(.iOSClassic, fences: circle("a", 500))
        await bench.started()
        await bench.phone.backgroundApp()
        await bench.wait(seconds: 200_000)
        let calls = bench.phone.registrationLog.count
        await bench.phone.foregroundApp()
        await bench.settle()
        #expect(bench.phone.registrationLog.count == calls)
    }

    @Test func `CIO-125 beyond the cap nothing is watched, and all stays kept`() async throws {
        let bench = CIOBench(fences: circle("near", 980_100), circle("far", 1_020_100))
        await bench.started()
        #expect(await bench.watched == ["near"])
        #expect(try await bench.engine.fences().count == 2)
    }

    @Test func `CIO-146 the system is asked for single fixes only`() async {
        let bench = CIOBench(setup: .init(tracking: .onAppStart), fences: circle("a", 500, dwell: 300))
        await bench.started()
        await bench.refresh()
        await bench.wait(seconds: 60)
        await bench.move(500)
        await bench.wait(seconds: 400)
        await bench.move(3000)
        await bench.relaunch()
        #expect(bench.phone.watches.isEmpty)
        #expect(!bench.phone.transcript.contains("follows fixes"))
    }

    @Test func `CIO-148 a refresh takes over what was added, changed and removed`() async throws {
        let bench = CIOBench(fences: circle("a", 500), circle("b", 700), circle("c", 900, geosets: "[11]"))
        await bench.started()
        let kept = try #require(await bench.engine.regionID(of: "c"))
        let calls = bench.phone.registrationLog.count
        bench.serve([circle("b", 700, radius: 150), circle("c", 900, geosets: "[12]"), circle("d", 1200)])
        await bench.refresh()
        #expect(await bench.watched == ["b", "c", "d"])
        #expect(bench.regionCount == 4)
        #expect(await bench.region(of: "b")?.circle.radius == 150)
        #expect(!bench.phone.registrationLog.dropFirst(calls).map(\.id).contains(kept))
        #expect(bench.told.isEmpty)
        await bench.move(900)
        #expect(bench.events.map(\.geoset) == ["12"])
    }

    @Test func `CIO-152 five places of others cost the five farthest fences`() async {
        let bench = CIOBench()
        bench.serve(many(30))
        await bench.launch()
        await bench.phone.occupy(slots: 5, owner: "host")
        await bench.identify()
        #expect(await bench.watched == (1...14).map { "f\($0)" }.sorted())
        #expect(bench.triggerRegion != nil)
        #expect(bench.phone.monitoredRegions.count { $0.owner == .foreign("host") } == 5)
        await bench.phone.vacate(owner: "host")
        await bench.refresh()
        #expect(await bench.watched.count == 19)
    }
}

@Suite struct `CIO polygons on a phone` {
    private static let square =
        #"{"id":60001,"shape":"polygon","geometry":{"type":"Polygon","coordinates":[[[0.0,0.0],[0.002,0.0],[0.002,0.002],[0.0,0.002],[0.0,0.0]]]},"enclosing_circle":{"latitude":0.001,"longitude":0.001,"base_radius_m":160},"geoset_ids":[71],"metadata":{"kind":"campus"},"dwell_threshold_seconds":300}"#

    private func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
        Coordinate(checked: latitude, longitude)
    }

    /// The square of the specification, with the device 2 km east of it.
    private func bench(_ profile: PhoneProfile = .iOSClassic) async -> CIOBench {
        let bench = CIOBench(profile, at: place(0.001, 0.02), fences: Self.square)
        await bench.started()
        bench.scripted()
        await bench.wait(seconds: 60)
        return bench
    }

    /// The phone is somewhere else and answers questions for its position so.
    private func stand(_ bench: CIOBench, _ latitude: Double, _ longitude: Double, accuracy: Double) async {
        bench.phone.adjust { $0.fixAccuracy = accuracy }
        await bench.phone.move(to: place(latitude, longitude))
        await bench.settle()
    }

    /// The app comes to the front, which is a reason to look.
    private func look(_ bench: CIOBench) async {
        await bench.phone.backgroundApp()
        await bench.phone.advance(by: 1000)
        await bench.phone.foregroundApp()
        await bench.settle()
    }

    @Test
    func `CIO-126 CIO-127 CIO-128 the covering circle tells nothing, a fix does, and leaving the circle is an exit`()
        async throws
    {
        let bench = await bench()
        await stand(bench, 0.001, -0.0002, accuracy: 10)
        await bench.os(.enter, "60001", at: bench.phone.now.wall)
        #expect(bench.told.isEmpty)
        await bench.wait(seconds: 31)
        await stand(bench, 0.001, 0.001, accuracy: 20)
        await look(bench)
        #expect(bench.told == ["enter 60001"])
        let enter = try #require(bench.events.first)
        #expect(enter.keys == ["transition", "geofenceId", "geosetId", "transitionId", "metadata"])
        bench.phone.answerFixRequests(.silence)
        await bench.wait(seconds: 60)
        await bench.os(.exit, "60001", at: bench.phone.now.wall)
        #expect(bench.told == ["enter 60001", "exit 60001"])
        #expect(bench.events.last?.properties["detectionSource"] == "location_evidence")
        #expect(bench.events.last?.properties["visitId"] != nil)
    }

    /// A fix of the specification's table, and what it proves.
    enum Proof: Sendable { case inside, insideAfterSecond, outside, nothing }

    @Test(arguments: [
        (0.001, 20.0, Proof.inside), (0.0001, 20, .insideAfterSecond), (-0.0003, 20, .outside),
        (-0.0003, 50, .nothing), (0.001, 120, .nothing), (-0.0002, 10, .outside),
    ])
    func `CIO-129 the verdict on a fix`(_ longitude: Double, _ accuracy: Double, _ proof: Proof) async {
        for isInside in [false, true] {
            let bench = await bench()
            if isInside {
                await stand(bench, 0.001, 0.001, accuracy: 20)
                await look(bench)
                await bench.wait(seconds: 60)
            }
            let before = bench.told
            bench.phone.answerFixRequests(.silence)
            await bench.phone.deliver(at: place(0.001, longitude), accuracy: accuracy)
            await bench.settle()
            let told = bench.told.dropFirst(before.count)
            switch proof {
            case .inside: #expect(Array(told) == (isInside ? [] : ["enter 60001"]))
            case .outside: #expect(Array(told) == (isInside ? ["exit 60001"] : []))
            case .nothing, .insideAfterSecond: #expect(told.isEmpty)
            }
            await bench.wait(seconds: 11)
            if proof == .insideAfterSecond, !isInside { #expect(bench.told == ["enter 60001"]) }
        }
    }

    @Test(arguments: [(0.0001, false), (-0.0003, true)])
    func `CIO-130 a marginal fix counts unless a second one contradicts it`(
        _ second: Double, _ contradicts: Bool
    ) async {
        let bench = await bench()
        bench.phone.answerFixRequests(.delivered)
        await look(bench)
        await bench.phone.deliver(at: place(0.001, 0.0001), accuracy: 20)
        await bench.settle()
        #expect(bench.told.isEmpty)
        await bench.wait(seconds: 1)
        await bench.phone.deliver(at: place(0.001, second), accuracy: contradicts ? 50 : 20)
        await bench.settle()
        #expect(bench.told == (contradicts ? [] : ["enter 60001"]))
    }

    @Test func `CIO-130 a marginal fix counts when no second one comes`() async {
        let bench = await bench()
        bench.phone.answerFixRequests(.delivered)
        await look(bench)
        await bench.phone.deliver(at: place(0.001, 0.0001), accuracy: 20)
        await bench.wait(seconds: 11)
        #expect(bench.told == ["enter 60001"])
    }

    @Test func `CIO-131 evidence older than what is known changes nothing`() async {
        let bench = await bench()
        await stand(bench, 0.001, 0.001, accuracy: 20)
        await look(bench)
        #expect(bench.told == ["enter 60001"])
        bench.phone.answerFixRequests(.silence)
        await bench.wait(seconds: 5)
        await bench.phone.deliver(
            Fix(
                coordinate: place(0.001, -0.0003), accuracy: 10,
                timestamp: bench.phone.now.wall.adding(milliseconds: -10_000), source: .live))
        await bench.settle()
        #expect(bench.told == ["enter 60001"])
    }

    @Test func `CIO-132 a device that stands in a new polygon has entered it once`() async {
        let bench = CIOBench(at: place(0.001, 0.001), fences: Self.square)
        await bench.started()
        #expect(bench.told == ["enter 60001"])
        await look(bench)
        #expect(bench.told == ["enter 60001"])
    }

    @Test(
        .enabled(if: Shared.isPresent, "needs the specification's fixtures"),
        arguments: [(-179.9995, ["enter 60002", "enter 60002"]), (-179.99, [])])
    func `CIO-133 a polygon across the antimeridian`(_ longitude: Double, _ told: [String]) async throws {
        let bench = CIOBench(at: place(0, longitude))
        bench.serve(bytes: try Fixture.bytes("fetch-polygon-dwell.json"))
        bench.phone.adjust { $0.fixAccuracy = 10 }
        await bench.started()
        #expect(bench.told == told)
    }

    @Test(arguments: [(150.0, 150.0), (20, 100), (4000, 1000)])
    func `CIO-134 the movement trigger reaches to the nearest polygon`(_ metres: Double, _ radius: Double) async throws
    {
        let position = Geodesic.destination(from: place(0.001, 0.002), bearing: 90, distance: metres)
        let bench = CIOBench(at: position, fences: Self.square)
        await bench.started()
        let found = try #require(bench.triggerRegion?.circle.radius)
        #expect(abs(found - radius) <= 2)
    }

    @Test func `CIO-150 coming to the front and a restart look round by themselves`() async {
        let bench = await bench()
        await stand(bench, 0.001, 0.001, accuracy: 20)
        await look(bench)
        #expect(bench.told == ["enter 60001"])
        await bench.wait(seconds: 60)
        await stand(bench, 0.001, -0.0003, accuracy: 10)
        await bench.relaunch()
        #expect(bench.told == ["enter 60001", "exit 60001"])
    }

    @Test func `CIO-151 what the system watches for a polygon is one circle`() async throws {
        let bench = await bench()
        let region = try #require(await bench.region(of: "60001"))
        #expect(region.circle.center == place(0.001, 0.001))
        #expect(region.circle.radius == 160)
        #expect(region.edges == [.enter, .exit])
        #expect(bench.regionCount == 2)
    }
}
