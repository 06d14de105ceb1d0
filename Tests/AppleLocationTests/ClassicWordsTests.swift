import AppleStandIn
import CoreLocation
import Foundation
import HostDevice
import LocationCore
import LocationSimulator
import Testing

@testable import AppleLocation

/// Callbacks that no simulated phone makes, handed to the one who listens.
@MainActor @Suite struct `APPLE callbacks about regions` {
    private let told = Locked<[String]>([])
    private let bench: DeviceBench
    private let regions: ClassicRegions

    init() async {
        let bench = await DeviceBench()
        self.bench = bench
        let told = told
        let load = Workload(isHeldBack: false)
        let wire = Wire(
            options: AppleOptions(name: "words"),
            surroundings: Surroundings(system: AppleSystem(version: (18, 0), isApp: true)), power: SystemPower(),
            wakeUps: HostWakeUps { _ in }, load: load, regionCommands: Lane(load).mouth
        ) { event in told.withLock { $0 += [event.regionWord].compactMap { $0 } } }
        regions = StandIn.$current.withValue(bench.standIn) { ClassicRegions(CLLocationManager(), wire) }
    }

    private func register(_ id: String, radius: Double = 200) async {
        await StandIn.$current.withValue(bench.standIn) {
            await regions.register(DeviceBench.region(id, radius: radius))
        }
    }

    private func fail(_ id: String?, _ error: any Error, radius: Double = 200) {
        let region = id.map { HeldRegion(id: $0, circle: Circle(center: DeviceBench.home, checkedRadius: radius)) }
        StandIn.$current.withValue(bench.standIn) { regions.hear(.failed(region, error)) }
    }

    private var held: [String]? {
        StandIn.$current.withValue(bench.standIn) { regions.welcome()?.held.map(\.id) }
    }

    private var words: [String] { told.withLock { $0 } }

    @Test(arguments: [CLError.Code.regionMonitoringSetupDelayed, .regionMonitoringResponseDelayed])
    func `PLAT-018 a delay is no refusal`(_ code: CLError.Code) async {
        await register("a")
        fail("a", CLError(code))
        #expect(words.isEmpty)
        #expect(regions.isWatching)
    }

    @Test func `PLAT-013 a refusal for no known reason is told as one`() async {
        await register("a")
        fail("a", CLError(.regionMonitoringFailure))
        #expect(words == ["lost a failed"])
    }

    @Test func `PLAT-097 a refusal for want of permission is told as such`() async {
        await register("a")
        fail("a", CLError(.regionMonitoringDenied))
        #expect(words == ["lost a notAuthorized"])
    }

    @Test func `an error of another kind is a refusal`() async {
        struct Other: Error {}
        await register("a")
        fail("a", Other())
        #expect(words == ["lost a failed"])
    }

    @Test func `PLAT-005 what is taken after a late refusal of an earlier registration is told as taken`() async {
        await register("a")
        fail("a", CLError(.regionMonitoringFailure))
        StandIn.$current.withValue(bench.standIn) {
            regions.hear(
                .started(HeldRegion(id: "a", circle: Circle(center: DeviceBench.home, checkedRadius: 200))))
        }
        #expect(words == ["lost a failed", "taken a"])
    }

    @Test func `PLAT-005 what a late refusal concerns is given back though it is not listed yet`() async {
        await register("a")
        fail("a", CLError(.regionMonitoringFailure))

        await StandIn.$current.withValue(bench.standIn) { await regions.unregister("a") }
        await bench.settle()

        #expect(bench.phone.monitoredRegions.isEmpty)
    }

    @Test func `PLAT-005 PLAT-097 what was acknowledged and is never listed no longer counts as held`() async {
        await register("a")
        StandIn.$current.withValue(bench.standIn) {
            regions.hear(
                .started(HeldRegion(id: "a", circle: Circle(center: DeviceBench.home, checkedRadius: 200))))
        }
        #expect(held == ["a"])

        regions.wake("listing")

        #expect(held == [])
    }

    @Test func `a refusal without a region concerns the one that waits`() async {
        await register("a")
        fail(nil, CLError(.regionMonitoringFailure))
        #expect(words == ["lost a failed"])
    }

    @Test func `a refusal without a region says nothing about two, unless it is for want of permission`() async {
        await register("a")
        await register("b")
        fail(nil, CLError(.regionMonitoringFailure))
        #expect(words.isEmpty)
        fail(nil, CLError(.regionMonitoringDenied))
        #expect(words == ["lost a notAuthorized", "lost b notAuthorized"])
    }

    @Test func `PLAT-006 a late refusal of the circle before is not one of the present circle`() async {
        await register("a", radius: 200)
        await register("a", radius: 300)
        fail("a", CLError(.regionMonitoringFailure), radius: 200)
        #expect(words.isEmpty)
    }

    @Test func `PLAT-011 a refusal of another's region is not told`() async {
        await register("a")
        fail("host.home", CLError(.regionMonitoringFailure))
        #expect(words.isEmpty)
    }

    @Test func `of the late words about what was given back only a crossing is told, for the journal`() async {
        await register("a")
        let region = HeldRegion(id: "a", circle: DeviceBench.region("a").circle)
        await StandIn.$current.withValue(bench.standIn) {
            await regions.unregister("a")
            for word in [
                RegionWord.started(region), .crossed("a", .enter), .determined("a", .inside),
            ] { regions.hear(word) }
        }
        #expect(words == ["enter a"])
    }

    @Test(arguments: [(-1.0, false), (0, true), (65, true)])
    func `PLAT-110 a negative accuracy makes no position`(_ accuracy: Double, _ isPosition: Bool) {
        let location = CLLocation(
            coordinate: CLLocationCoordinate2D(DeviceBench.home), altitude: 10, horizontalAccuracy: accuracy,
            verticalAccuracy: -1, course: -1, speed: 3, timestamp: Date())
        let fix = Fix(location, .live)
        #expect((fix != nil) == isPosition)
        #expect(fix?.altitude == nil)
        #expect(fix?.course == nil)
    }

    @Test func `PLAT-110 an impossible coordinate makes no position`() {
        #expect(Fix(CLLocation(latitude: -180, longitude: -180), .live) == nil)
    }
}
