import AppleStandIn
import CoreLocation
import Foundation
import LocationCore
import LocationSimulator
import Testing

@testable import AppleLocation

/// What is made of a position that the system brings.
@Suite struct `APPLE readings of a position` {
    /// One number of a reading that is out of order.
    enum Flaw: CaseIterable {
        case none, vertical, speed, speedAccuracy, course, courseAccuracy, allButPosition

        func location(accuracy: Double = 5) -> CLLocation {
            func value(_ flaws: Flaw..., else good: Double) -> Double {
                flaws.contains(self) || self == .allButPosition ? -1 : good
            }
            return CLLocation(
                coordinate: CLLocationCoordinate2D(DeviceBench.home), altitude: 100, horizontalAccuracy: accuracy,
                verticalAccuracy: value(.vertical, else: 4), course: value(.course, else: 0),
                courseAccuracy: value(.courseAccuracy, else: 3), speed: value(.speed, else: 2),
                speedAccuracy: value(.speedAccuracy, else: 1), timestamp: Date(timeIntervalSince1970: 1))
        }
    }

    @Test(arguments: Flaw.allCases)
    func `PLAT-110 a negative number takes away what it is about, and nothing else`(_ flaw: Flaw) throws {
        let fix = try #require(Fix(flaw.location(), .live))

        #expect(fix.coordinate == DeviceBench.home)
        #expect(fix.altitude == ([.vertical, .allButPosition].contains(flaw) ? nil : 100))
        #expect(fix.speed == ([.speed, .speedAccuracy, .allButPosition].contains(flaw) ? nil : 2))
        // North is a course.
        #expect(fix.course == ([.course, .courseAccuracy, .allButPosition].contains(flaw) ? nil : 0))
    }

    @Test(arguments: Flaw.allCases)
    func `PLAT-110 without a position the rest is worth nothing`(_ flaw: Flaw) {
        #expect(Fix(flaw.location(accuracy: -1), .live) == nil)
        #expect(Fix(flaw.location(accuracy: .nan), .live) == nil)
    }

    @Test func `PLAT-110 a position of negative accuracy answers no question and is told to nobody`() async {
        var knobs = PhoneKnobs.quick
        knobs.fixInterval = nil
        knobs.fixLatency = 1000
        let bench = await DeviceBench(knobs: knobs)
        bench.device.fixes.watch(owner: "way", rate: FixRate(accuracy: 10, distance: 0))
        bench.device.fixes.request(FixRequest(id: "one", accuracy: 50, timeout: 500))
        await bench.settle()
        _ = bench.heard()

        await bench.standIn.deliver([Flaw.none.location(accuracy: -1), Flaw.allButPosition.location(accuracy: -5)])
        await bench.settle()
        #expect(bench.heard().compactMap(\.fixWord).isEmpty)
        await bench.phone.advance(by: 500)

        #expect(bench.heard().compactMap(\.fixWord) == ["one timedOut"])
    }

    @Test(arguments: [(false, false), (true, false), (false, true)])
    func `PLAT-120 what software made up is marked, what an accessory measured is not`(
        _ isSoftware: Bool, _ isAccessory: Bool
    ) throws {
        let location = CLLocation(
            coordinate: CLLocationCoordinate2D(DeviceBench.home), altitude: 0, horizontalAccuracy: 5,
            verticalAccuracy: -1, course: -1, courseAccuracy: -1, speed: -1, speedAccuracy: -1, timestamp: Date(),
            sourceInfo: CLLocationSourceInformation(
                softwareSimulationState: isSoftware, andExternalAccessoryState: isAccessory))

        #expect(try #require(Fix(location, .live)).isSimulated == isSoftware)
    }

    @Test func `PLAT-082 PLAT-030 a process that a crossing started knows the remembered position, with its own date`()
        async
    {
        var knobs = PhoneKnobs.quick
        knobs.locationFreshOnWake = false
        let bench = await DeviceBench(knobs: knobs)
        await bench.register("a")
        await bench.phone.deliver(at: DeviceBench.away)
        let then = bench.phone.now.wall
        bench.phone.killApp()
        await bench.phone.advance(by: 3_600_000)

        await bench.phone.move(to: DeviceBench.home)

        #expect(bench.device.fixes.lastKnown?.coordinate == DeviceBench.away)
        #expect(bench.device.fixes.lastKnown?.timestamp == then)
        #expect(bench.device.fixes.lastKnown?.source == .cached)
    }

    @Test func `PLAT-114 updates may not be paused by the system, and go on if they are all the same`() async {
        let bench = await DeviceBench()
        bench.device.fixes.watch(owner: "way", rate: FixRate(accuracy: 10, distance: 0))
        await bench.settle()
        let mayPause = Locked<[Bool]>([])
        await bench.standIn.callDelegates { _, manager in
            mayPause.withLock { $0.append(manager.pausesLocationUpdatesAutomatically) }
        }
        // The manager of the subscriptions was made first.
        #expect(mayPause.withLock { $0 }.first == false)

        await bench.standIn.callDelegates { $1.pausesLocationUpdatesAutomatically = true }
        await bench.standIn.pauseUpdates()
        await bench.settle()
        _ = bench.heard()
        await bench.phone.advance(by: 1000)

        #expect(bench.phone.watches.count == 1)
        #expect(bench.heard().compactMap(\.fixWord) == ["live for all"])
    }

    @Test func `PLAT-119 in airplane mode a request goes on being put until its time is over`() async {
        let bench = await DeviceBench()
        await bench.phone.setAirplaneMode(true)
        bench.phone.answerFixRequests(.failure(.timedOut))
        _ = bench.heard()
        bench.device.fixes.request(FixRequest(id: "one", accuracy: 50, timeout: 30_000))
        await bench.phone.advance(by: 20_000)
        #expect(bench.heard().compactMap(\.fixWord).isEmpty)

        bench.phone.answerFixRequests(.truth)
        await bench.phone.setAirplaneMode(false)
        await bench.phone.advance(by: 3000)

        #expect(bench.heard().compactMap(\.fixWord) == ["asked for one"])
    }
}
