import BeekonAdapter
import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import TestSupport
import Testing

@MainActor @Suite(.enabled(if: Shared.isPresent, "\(present)")) struct `Cloud mode on a phone` {
    private static let project = BeekonConfig.cloud(projectKey: "bkproj_1")

    private func bench(
        _ fixtureName: String, _ profile: PhoneProfile = .iOSClassic, at position: Coordinate = BeekonBench.outside,
        knobs: PhoneKnobs? = nil
    ) async throws -> BeekonBench {
        let bench = await BeekonBench(profile, knobs: knobs, at: position)
        try bench.serve(fixture: fixtureName)
        try await bench.beekon.configure(Self.project)
        await bench.phone.advance(by: 20_000)
        return bench
    }

    private func at(_ latitude: Double, _ longitude: Double) -> Coordinate {
        Coordinate(checkedLatitude: latitude, longitude: longitude)
    }

    @Test func `BKN-039 BKN-040 BKN-041 the server owns the fences`() async throws {
        let bench = try await bench("sync_response_circle.json")
        let beekon = try bench.beekon
        for list in [[home], [home.with { $0.radiusMeters = 0 }], []] {
            await #expect(throws: BeekonError.geofencesManagedByServer) { try await beekon.addGeofences(list) }
        }
        for ids in [["gf_home"], ["nowhere"], []] {
            await #expect(throws: BeekonError.geofencesManagedByServer) { try await beekon.removeGeofences(ids: ids) }
        }

        #expect(await beekon.listGeofences().map(\.id) == ["gf_home"])
        await bench.enter()
        #expect(await bench.told == ["enter gf_home"])
    }

    @Test func `BKN-042 BKN-043 before the first answer nothing, after it the slice`() async throws {
        let bench = await BeekonBench()
        await bench.phone.setNetwork(.none)
        try await bench.beekon.configure(Self.project)
        #expect(try await bench.beekon.listGeofences().isEmpty)

        try bench.serve(fixture: "sync_response_circle.json")
        await bench.phone.setNetwork(.unmetered)
        await bench.phone.advance(by: 1000)

        let expected: [BeekonGeofence] = try fixture("sync_response_circle.json").member("expected_list").decoded()
        #expect(try await bench.beekon.listGeofences() == expected)
        #expect(bench.phone.requests.last?.request.headers["Authorization"] == "Bearer bkproj_1")
        #expect(bench.phone.requests.last?.request.url == BeekonBench.cloudURL?.absoluteString)
    }

    @Test func `BKN-044 BKN-164 a polygon is listed as its circle, with its own notification`() async throws {
        let bench = try await bench("sync_response_polygon_with_hole.json")

        let listed = try #require(await bench.beekon.listGeofences().first)
        let center = at(listed.latitude, listed.longitude)
        #expect(Geodesic.distance(from: center, to: at(12.9740, 77.5950)) <= 2)
        #expect(abs(listed.radiusMeters - 700.1) <= 2)
        #expect(listed.notification?.onEnter?.title == "On campus")
        #expect(listed.notifyOnEntry && listed.notifyOnExit)
    }

    @Test func `BKN-045 BKN-046 each mode has its own set, and switching is no exit`() async throws {
        let bench = await BeekonBench()
        try bench.serve(fixture: "sync_response_circle.json")
        try await bench.beekon.addGeofences([home])
        await bench.enter()

        try await bench.beekon.configure(Self.project)
        #expect(try await bench.beekon.listGeofences().map(\.id) == ["gf_home"])
        #expect(bench.fenceRegions.count == 1)

        try await bench.beekon.configure(.selfManaged())
        #expect(try await bench.beekon.listGeofences() == [home])
        #expect(bench.fenceRegions.count == 1)
        #expect(await bench.told == ["enter home"])

        await bench.phone.setNetwork(.none)
        try await bench.beekon.configure(Self.project)
        #expect(try await bench.beekon.listGeofences().map(\.id) == ["gf_home"])
    }

    @Test func `BKN-047 another project key empties the slice`() async throws {
        let bench = try await bench("sync_response_circle.json")
        bench.phone.serve { _ in .status(204) }
        try await bench.beekon.configure(Self.project)
        #expect(try await bench.beekon.listGeofences().count == 1)

        try await bench.beekon.configure(.cloud(projectKey: "bkproj_2"))

        #expect(try await bench.beekon.listGeofences().isEmpty)
        #expect(bench.fenceRegions.isEmpty)
        #expect(bench.bodies.last?["geofences_revision"] == .null)
    }

    @Test func `BKN-089 BKN-145 BKN-162 the slice works killed, offline and rebooted`() async throws {
        let bench = try await bench("sync_response_circle.json")
        await bench.phone.setNetwork(.none)
        await bench.kill()
        await bench.enter()
        #expect(bench.shown.map(\.title) == ["Welcome home"])
        #expect(await bench.told == ["enter gf_home"])
        #expect(try await bench.beekon.listGeofences().map(\.id) == ["gf_home"])

        await bench.kill()
        await bench.phone.reboot()
        await bench.leave()
        await bench.phone.advance(by: 10_000)

        #expect(bench.shown.map(\.title) == ["Welcome home", "Heading out"])
        #expect(await bench.told == ["enter gf_home", "exit gf_home"])
    }

    @Test func `BKN-091 BKN-146 BKN-147 BKN-148 BKN-149 BKN-150 BKN-151 the polygon counts, not its circle`()
        async throws
    {
        let bench = try await bench("sync_response_polygon_with_hole.json", at: at(12.9850, 77.5950))
        let regions = bench.fenceRegions
        #expect(regions.count == 1)
        for vertex in [at(12.97, 77.59), at(12.97, 77.6), at(12.978, 77.6), at(12.978, 77.59)] {
            let circle = try #require(regions.first?.circle)
            #expect(Geodesic.distance(from: circle.center, to: vertex) <= circle.radius + 2)
        }

        await bench.move(at(12.9790, 77.5950))
        #expect(await bench.told == [])
        #expect(bench.shown.isEmpty)

        await bench.move(at(12.9715, 77.5920))
        #expect(await bench.told == ["enter gf_campus"])
        #expect(bench.shown.map(\.title) == ["On campus"])

        await bench.move(at(12.9742, 77.5955))
        await bench.move(at(12.9765, 77.5955))
        #expect(await bench.told == ["enter gf_campus", "exit gf_campus", "enter gf_campus"])

        bench.phone.answerFixRequests(.silence)
        bench.phone.adjust { $0.fixInterval = nil }
        await bench.move(at(12.9850, 77.5950))
        #expect(await bench.told.suffix(1) == ["exit gf_campus"])
        #expect(bench.phone.watches.isEmpty)
    }

    @Test func `BKN-152 through the circle without the polygon is nothing`() async throws {
        let bench = try await bench("sync_response_polygon_with_hole.json", at: at(12.9850, 77.5950))

        await bench.move(at(12.9790, 77.5950))
        await bench.phone.advance(by: 60_000)
        await bench.move(at(12.9850, 77.5950))

        #expect(await bench.told == [])
    }

    @Test func `BKN-153 two areas, one fence`() async throws {
        let bench = try await bench("sync_response_multipolygon.json", at: at(12.9200, 77.6242))
        let circle = try #require(bench.fenceRegions.first?.circle)
        #expect(Geodesic.distance(from: circle.center, to: at(12.9200, 77.6242)) > circle.radius)

        for place in [at(12.9310, 77.6212), at(12.9335, 77.6242), at(12.9360, 77.6280)] { await bench.move(place) }

        #expect(await bench.told == ["enter gf_depots", "exit gf_depots", "enter gf_depots"])
    }

    @Test func `BKN-154 over the 180th meridian`() async throws {
        let bench = try await bench("sync_response_antimeridian.json", at: at(-16.75, 180))

        let listed = try #require(await bench.beekon.listGeofences().first)
        #expect(Geodesic.distance(from: at(listed.latitude, listed.longitude), to: at(-16.8, 180)) <= 2)
        #expect(abs(listed.radiusMeters - 768.3) <= 2)
        await bench.move(at(-16.8, 179.999))
        await bench.move(at(-16.8, -179.999))
        #expect(await bench.told == ["enter gf_dateline"])
        await bench.move(at(-16.75, 180))
        #expect(await bench.told == ["enter gf_dateline", "exit gf_dateline"])
    }

    @Test func `BKN-156 without a fix nothing, with one in the polygon an enter`() async throws {
        let bench = try await bench(
            "sync_response_polygon_with_hole.json", at: at(12.9850, 77.5950), knobs: .scripted)
        bench.phone.answerFixRequests(.failure(.timedOut))
        await bench.move(at(12.9765, 77.5955))
        #expect(await bench.told == [])

        await bench.phone.advance(by: 30_000)
        await bench.phone.deliver(at: at(12.9765, 77.5955))

        #expect(await bench.told == ["enter gf_campus"])
    }

    @Test func `BKN-156 the check is made again after 60 s at the latest`() async throws {
        let bench = try await bench(
            "sync_response_polygon_with_hole.json", at: at(12.9850, 77.5950), knobs: .scripted)
        bench.phone.answerFixRequests(.failure(.timedOut))
        await bench.move(at(12.9765, 77.5955))
        bench.phone.answerFixRequests(.truth)

        await bench.phone.advance(by: 60_000)

        #expect(await bench.told == ["enter gf_campus"])
    }

    @Test func `BKN-157 an answer without geofences keeps the slice, an empty list ends it`() async throws {
        let bench = try await bench("sync_response_circle.json")
        bench.serve(body: ["schema_version": 1])
        try await bench.beekon.sync()
        #expect(try await bench.beekon.listGeofences().map(\.id) == ["gf_home"])
        #expect(bench.bodies.last?["geofences_revision"] == "r-1")

        bench.serve(body: ["geofences": ["revision": "r-9", "items": []]])
        try await bench.beekon.sync()
        #expect(try await bench.beekon.listGeofences().isEmpty)
        #expect(bench.fenceRegions.isEmpty)

        try await bench.beekon.sync()
        #expect(bench.bodies.last?["geofences_revision"] == "r-9")
    }

    @Test func `BKN-158 a fence that leaves the slice is no exit`() async throws {
        let bench = try await bench("sync_response_circle.json")
        await bench.enter()
        try bench.serve([home.with { ($0.id, $0.latitude) = ("other", 13) }])

        try await bench.beekon.sync()
        await bench.leave()

        #expect(await bench.told == ["enter gf_home"])
        #expect(bench.fenceRegions.count == 1)
    }

    @Test func `BKN-159 one that stays the same goes on`() async throws {
        let bench = try await bench("sync_response_circle.json")
        await bench.enter()

        try await bench.beekon.sync()
        #expect(await bench.told == ["enter gf_home"])
        await bench.leave()

        #expect(await bench.told == ["enter gf_home", "exit gf_home"])
    }

    @Test func `BKN-160 BKN-161 BKN-182 every case of the fixture leaves the named ids`() async throws {
        for row in try fixture("sync_response_slice_rules.json").list("cases") {
            let bench = try await bench("sync_response_circle.json")
            if let body = row["body"], body.objectValue != nil {
                bench.serve(body: body)
            } else {
                let text = row["body"]?.stringValue ?? row["raw_body"]?.stringValue ?? ""
                bench.phone.serve { _ in .text(200, text) }
            }

            try await bench.beekon.sync()

            let expected = row["expected_ids"]?.arrayValue?.compactMap(\.stringValue)
            #expect(try await bench.beekon.listGeofences().map(\.id) == expected, "\(row["name"] ?? .null)")
        }
    }

    @Test func `BKN-163 5 km from the last sync another is made, without records`() async throws {
        let bench = try await bench("sync_response_circle.json")
        let before = bench.phone.requests.count
        bench.phone.adjust { $0.detectsCrossings = false }
        await bench.phone.move(to: bench.north(4000))
        await bench.phone.significantChange()
        #expect(bench.phone.requests.count == before)

        // A system tells of a significant change at most every five minutes. (PLAT-115)
        await bench.phone.advance(by: 300_000)
        #expect(bench.phone.requests.count == before)
        await bench.phone.move(to: bench.north(6000))
        await bench.phone.significantChange()

        #expect(bench.phone.requests.count == before + 1)
        let body = try #require(bench.bodies.last)
        #expect(body["locations"] == [])
        #expect(body["geofence_events"] == [])
        #expect(abs((body["position"]?["latitude"]?.doubleValue ?? 0) - bench.north(6000).latitude) < 1e-6)
    }

    @Test func `BKN 8 a launch syncs when the last success is older than the interval`() async throws {
        let bench = try await bench("sync_response_circle.json")
        let before = bench.phone.requests.count
        await bench.relaunch()
        #expect(bench.phone.requests.count == before)

        await bench.phone.advance(by: 301_000)
        await bench.relaunch()

        #expect(bench.phone.requests.count == before + 1)
    }

    @Test func `BKN-185 a slice of 60 circles is paged`() async throws {
        let bench = await BeekonBench()
        try bench.serve(Line.fences)
        try await bench.beekon.configure(Self.project)
        #expect(try await bench.beekon.listGeofences().map(\.id) == Line.fences.map(\.id))

        try await Line.drive(bench)

        #expect(bench.phone.peakRegionCount <= 20)
    }
}
