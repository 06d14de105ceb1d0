import CIOAdapter
import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import PhoneBench
import Testing

#if os(iOS) || os(macOS)
    import CoreLocation
#endif

@Suite struct `CIO refresh on a phone` {
    @Test func `CIO-036 the kill switch takes every region away and keeps the fences`() async throws {
        let bench = CIOBench(fences: circle("a", 500), circle("b", 700), circle("c", 900))
        await bench.started()
        #expect(bench.regionCount == 4)
        bench.serve([circle("48122", 500)], config: #"{"ios":{"max_business_geofence":0}}"#)
        await bench.refresh()
        #expect(bench.regionCount == 0)
        #expect(try await bench.engine.fence("48122") != nil)
        #expect(bench.says(.info, "disabled"))
    }

    @Test func `CIO-037 a forced refresh brings watching back`() async {
        let bench = CIOBench()
        bench.serve([circle("a", 500)], config: #"{"ios":{"max_business_geofence":0}}"#)
        await bench.started()
        #expect(bench.regionCount == 0)
        bench.serve([circle("a", 500)], config: #"{"ios":{"max_business_geofence":19}}"#)
        await bench.refresh()
        #expect(await bench.watched == ["a"])
        #expect(bench.triggerRegion != nil)
    }

    @Test func `CIO-038 nothing is asked before someone is identified`() async {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.launch()
        #expect(bench.downloads.isEmpty)
        #expect(!bench.phone.transcript.contains("asked"))
        await bench.identify()
        #expect(bench.downloads.count == 1)
    }

    @Test(arguments: [(86_399, 1), (86_400, 2)])
    func `CIO-039 a launch downloads a day after the last download`(_ seconds: Int64, _ downloads: Int) async {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.started()
        bench.phone.killApp()
        await bench.phone.advance(by: seconds * 1000)
        await bench.launch()
        #expect(bench.downloads.count == downloads)
    }

    @Test func `CIO-040 identifying again with traits downloads nothing`() async {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.started()
        await bench.app { CustomerIO.shared.identify(userId: "u1", traits: ["a": 1] as [String: Any]) }
        #expect(bench.downloads.count == 1)
    }

    @Test(arguments: [(4900.0, 1), (5100, 2)])
    func `CIO-041 beyond 5 km from the last download a pass downloads`(_ metres: Double, _ downloads: Int) async {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.started()
        await bench.wait(seconds: 3600)
        await bench.move(metres)
        #expect(bench.downloads.count == downloads)
        #expect(
            bench.triggerRegion.map { Geodesic.distance(from: $0.circle.center, to: CIOBench.north(metres)) < 1 }
                == true)
    }

    @Test func `CIO-043 a forced refresh downloads a second after the last download`() async {
        for mode in [GeofenceLocationMode.automatic, .manual] {
            let bench = CIOBench(setup: .init(mode: mode), fences: circle("a", 500))
            await bench.started()
            await bench.refresh()
            let before = bench.downloads.count
            await bench.wait(seconds: 1)
            await bench.refresh()
            #expect(bench.downloads.count == before + 1)
        }
    }

    @Test func `CIO-044 with tracking off a refresh downloads and tells no position`() async {
        let bench = CIOBench(setup: .init(tracking: .off), fences: circle("a", 500))
        await bench.started()
        await bench.refresh()
        await bench.app { CustomerIO.shared.identify(userId: "u1", traits: ["a": 1] as [String: Any]) }
        await bench.flush()
        #expect(bench.downloads.count == 2)
        #expect(bench.pipelineNames == ["identify", "identify"])
        #expect(!bench.batches.map(\.text).joined().contains("location_latitude"))
        #expect(await bench.engine.value("cio.location")?["cachedLocation"] == nil)
    }

    @Test func `CIO-045 a refresh before someone is identified is not made up for`() async {
        let bench = CIOBench(setup: .init(mode: .manual), fences: circle("a", 500))
        await bench.launch()
        await bench.refresh()
        await bench.wait(seconds: 60)
        await bench.identify()
        #expect(bench.downloads.isEmpty)
        await bench.refresh()
        #expect(bench.downloads.count == 1)
    }

    @Test func `CIO-046 a launch without a place asks for one fix and downloads once`() async {
        let bench = CIOBench(at: nil, fences: circle("a", 500))
        await bench.started()
        bench.phone.killApp()
        await bench.phone.advance(by: 60_000)
        await bench.phone.move(to: CIOBench.origin)
        await bench.launch()
        #expect(bench.downloads.count == 1)
        await bench.app { CustomerIO.location.requestLocationUpdate() }
        await bench.phone.deliver(at: CIOBench.origin)
        await bench.settle()
        #expect(bench.downloads.count == 1)
    }

    @Test func `CIO-047 where the host decides its own fix runs the pass`() async {
        let bench = CIOBench(setup: .init(tracking: .manual, mode: .manual), fences: circle("a", 500))
        await bench.started()
        #expect(bench.downloads.isEmpty)
        #expect(!bench.phone.transcript.contains("asked"))
        await bench.app {
            CustomerIO.location.setLastKnownLocation(CLLocation(latitude: 40.75, longitude: -73.99))
        }
        #expect(bench.downloads.count == 1)
    }

    @Test func `CIO-048 a launch goes by where the regions were ranked from`() async throws {
        let bench = CIOBench(setup: .init(tracking: .manual), fences: circle("a", 500))
        await bench.started()
        await bench.app {
            CustomerIO.location.setLastKnownLocation(CLLocation(latitude: 10, longitude: 20))
        }
        bench.phone.killApp()
        await bench.phone.advance(by: 90_000_000)
        await bench.launch()
        #expect(bench.downloads.count == 2)
        let body = try JSONValue(json: #require(bench.downloads.last).body)
        #expect(body["latitude"]?.doubleValue == 40.75)
    }

    @Test func `CIO-049 a movement of 2 km ranks anew without a download`() async {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.started()
        await bench.wait(seconds: 60)
        await bench.move(2000)
        #expect(bench.downloads.count == 1)
        #expect(
            bench.triggerRegion.map { Geodesic.distance(from: $0.circle.center, to: CIOBench.north(2000)) < 1 } == true)
    }

    @Test func `CIO-050 a movement of 5 km downloads`() async {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.started()
        await bench.wait(seconds: 60)
        await bench.move(5100)
        #expect(bench.downloads.count == 2)
    }

    @Test func `CIO-051 a movement whose download fails moves the trigger and reports the failure`() async {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.started()
        await bench.wait(seconds: 60)
        let sync = await bench.engine.value("cio.sync")
        bench.answer("/nearest", with: .status(503))
        await bench.move(5100)
        #expect(
            bench.triggerRegion.map { Geodesic.distance(from: $0.circle.center, to: CIOBench.north(5100)) < 1 } == true)
        #expect(await bench.engine.value("cio.sync") == sync)
        #expect(bench.says(.error, "http(503)"))
        #expect(bench.says(.debug, "failed"))
    }

    /// The exit is told so many seconds late. (AMD-05 replaces the 30 s of the statement)
    @Test(arguments: [(9, true), (10, false), (11, false)])
    func `CIO-052 a movement takes a cached fix that is not older than the exit, else asks`(
        _ late: Int64, _ asks: Bool
    ) async {
        // Without a date of the system's the exit is as old as its report.
        let asks = asks || !Backend.current.datesReports
        let bench = CIOBench(fences: circle("a", 500))
        await bench.started()
        await bench.wait(seconds: 60)
        bench.scripted()
        bench.phone.adjust { $0.locationFreshOnWake = false }
        bench.phone.remember(
            Fix(
                coordinate: CIOBench.north(1500), accuracy: 10,
                timestamp: bench.phone.now.wall.adding(milliseconds: -10_000), source: .cached))
        bench.phone.answerFixRequests(.silence)
        await bench.phone.os.exit(
            CIOBench.trigger, at: bench.phone.now.wall.adding(milliseconds: -late * 1000))
        await bench.settle()
        let isMoved = {
            bench.triggerRegion.map { Geodesic.distance(from: $0.circle.center, to: CIOBench.north(1500)) < 1 } == true
        }
        #expect(isMoved() == !asks)
        await bench.wait(seconds: 10)
        #expect(isMoved() == !asks)
        guard asks else { return }
        // Nothing that is older than the exit says where the device is. It is asked again after ten seconds.
        bench.phone.answerFixRequests(.truth)
        await bench.phone.move(to: CIOBench.north(1500))
        await bench.wait(seconds: 10)
        #expect(isMoved())
    }

    @Test func `CIO-053 the age of the last download plays no part in a movement`() async {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.started()
        await bench.wait(seconds: 30 * 3600)
        await bench.move(1500)
        #expect(bench.downloads.count == 1)
    }

    @Test func `CIO-054 an enter of the movement trigger means nothing`() async {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.started()
        let (calls, lines) = (bench.phone.registrationLog.count, bench.log.count)
        await bench.phone.os.enter(CIOBench.trigger)
        await bench.settle()
        #expect(bench.phone.registrationLog.count == calls)
        #expect(bench.log.count == lines)
        #expect(bench.told.isEmpty)
    }

    @Test func `CIO-055 a pass that meets another is dropped, and a refresh of the host runs afterwards`() async {
        let bench = CIOBench(fences: circle("a", 500))
        bench.answer("/nearest", with: .status(200, body: Array(#"{"geofences":[]}"#.utf8), after: 5000))
        await bench.started()
        #expect(bench.downloads.count == 1)
        await bench.app { CustomerIO.shared.identify(userId: "u1", traits: ["a": 1] as [String: Any]) }
        #expect(bench.says(.debug, "alreadyInProgress"))
        await bench.refresh()
        #expect(bench.downloads.count == 1)
        await bench.wait(seconds: 5)
        #expect(bench.downloads.count == 2)
    }

    @Test func `CIO-056 a sign-out during a download leaves nothing behind`() async {
        let bench = CIOBench()
        bench.answer(
            "/nearest", with: .status(200, body: Array(#"{"geofences":[\#(circle("a", 500))]}"#.utf8), after: 5000))
        await bench.started()
        await bench.signOut()
        await bench.wait(seconds: 5)
        #expect(await bench.engine.fenceCount() == 0)
        #expect(bench.regionCount == 0)
        #expect(await bench.engine.value("cio.sync") == nil)
        #expect(bench.says(.info, "discarded"))
    }

    @Test func `CIO-057 another person during a download gets a pass of their own at the same place`() async {
        let bench = CIOBench(fences: circle("a", 500))
        bench.answer("/nearest", with: .status(200, body: Array(#"{"geofences":[]}"#.utf8), after: 5000))
        await bench.started()
        await bench.identify("u2")
        bench.answer("/nearest", with: nil)
        await bench.wait(seconds: 5)
        #expect(bench.downloads.count == 2)
        #expect(bench.downloads.first?.body == bench.downloads.last?.body)
        #expect(await bench.watched == ["a"])
        #expect(await bench.engine.person == "u2")
    }

    @Test func `CIO-058 an empty response leaves the movement trigger alone`() async {
        let bench = CIOBench()
        await bench.started()
        #expect(bench.phone.monitoredRegions.map(\.id) == [CIOBench.trigger])
    }

    @Test func `CIO-059 a sign-out takes a refresh back`() async {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.started()
        bench.phone.answerFixRequests(.delivered)
        await bench.refresh()
        await bench.signOut()
        await bench.phone.deliver(at: CIOBench.origin)
        await bench.settle()
        #expect(bench.downloads.count == 1)
    }

    @Test func `CIO-060 permission that comes registers the kept fences`() async {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.started()
        await bench.phone.setAuthorization(.denied)
        await bench.settle()
        #expect(bench.regionCount == 0)
        await bench.phone.setAuthorization(.always)
        await bench.settle()
        #expect(await bench.watched == ["a"])
        #expect(bench.triggerRegion != nil)
        #expect(bench.downloads.count == 1)
    }

    @Test func `CIO-061 permission that comes on a first run asks for a fix and downloads`() async {
        let bench = CIOBench(fences: circle("a", 500), authorization: Authorization(tier: .notDetermined))
        await bench.started()
        #expect(bench.downloads.isEmpty)
        await bench.phone.setAuthorization(.always)
        await bench.settle()
        #expect(bench.downloads.count == 1)
        #expect(await bench.watched == ["a"])
    }

    @Test func `CIO-062 while in use crossings are told in front alone`() async {
        let bench = CIOBench(fences: circle("a", 500), circle("b", 900), authorization: Authorization(tier: .whenInUse))
        await bench.started()
        #expect(await bench.watched == ["a", "b"])
        await bench.move(500)
        #expect(bench.told == ["enter a"])
        await bench.phone.backgroundApp()
        await bench.wait(seconds: 60)
        await bench.move(900)
        #expect(bench.told == ["enter a"])
        bench.phone.killApp()
        await bench.phone.move(to: CIOBench.origin)
        await bench.phone.advance(by: 60_000)
        #expect(bench.told == ["enter a"])
    }

    @Test func `CIO-063 without permission a pass registers nothing and tells no enter`() async {
        let bench = CIOBench(
            setup: .init(tracking: .manual), fences: circle("a", 0), authorization: Authorization(tier: .denied))
        await bench.started()
        await bench.app {
            CustomerIO.location.setLastKnownLocation(CLLocation(latitude: 40.75, longitude: -73.99))
        }
        #expect(bench.downloads.count == 1)
        #expect(bench.regionCount == 0)
        #expect(bench.told.isEmpty)
        #expect(bench.says(.info, "permission"))
    }

    @Test func `CIO-140 two launches 25 hours apart download once each`() async {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.started()
        bench.phone.killApp()
        await bench.phone.advance(by: 90_000_000)
        await bench.launch()
        #expect(bench.downloads.count == 2)
        bench.phone.killApp()
        await bench.phone.advance(by: 90_000_000)
        await bench.launch()
        #expect(bench.downloads.count == 3)
    }

    @Test func `CIO-142 the launch and the republished person ask for one fix`() async {
        let bench = CIOBench(at: nil)
        await bench.started()
        bench.phone.killApp()
        await bench.phone.advance(by: 60_000)
        await bench.phone.move(to: CIOBench.origin)
        let before = bench.phone.transcript.components(separatedBy: "asked of").count
        await bench.launch()
        #expect(bench.phone.transcript.components(separatedBy: "asked of").count == before + 1)
        #expect(bench.downloads.count == 1)
    }

    @Test func `CIO-149 a first identify with tracking off asks for one fix and downloads`() async {
        let bench = CIOBench(setup: .init(tracking: .off), fences: circle("a", 500))
        await bench.launch()
        await bench.identify()
        #expect(bench.phone.transcript.components(separatedBy: "asked of").count == 2)
        #expect(bench.downloads.count == 1)
    }

    @Test func `CIO-155 another person downloads nothing within the day, and after a sign-out does`() async {
        let bench = CIOBench(fences: circle("a", 500))
        await bench.started()
        await bench.wait(seconds: 3600)
        let calls = bench.phone.registrationLog.count
        await bench.identify("u2")
        #expect(bench.downloads.count == 1)
        #expect(bench.phone.registrationLog.count == calls)
        await bench.signOut()
        await bench.identify("u3")
        #expect(bench.downloads.count == 2)
    }
}
