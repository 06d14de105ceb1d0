import AppleStandIn
import CoreLocation
import Foundation
import LocationCore
import LocationSimulator
import Testing

@testable import AppleLocation

/// Callbacks as no phone makes them, through the delegates of all managers.
@Suite struct `APPLE callbacks that nobody expects` {
    /// A region as a callback may name it, made where it is used since regions are not Sendable.
    enum Stranger: String, CaseIterable {
        case circle, abstract, nowhere, negative, infinite, unnamed

        var region: CLRegion {
            switch self {
            case .circle: CLCircularRegion(Circle(center: DeviceBench.home, checkedRadius: 300), id: rawValue)
            case .abstract: CLRegion(name: rawValue)
            case .nowhere:
                CLCircularRegion(center: kCLLocationCoordinate2DInvalid, radius: 100, identifier: rawValue)
            case .negative:
                CLCircularRegion(center: .init(DeviceBench.home), radius: -1, identifier: rawValue)
            case .infinite:
                CLCircularRegion(center: .init(DeviceBench.home), radius: .infinity, identifier: rawValue)
            case .unnamed: CLCircularRegion(center: .init(DeviceBench.home), radius: 100, identifier: "")
            }
        }

        /// What the classic calls hand on, for the engine to ignore: it alone knows its own.
        var handedOn: [String] { ["enter \(region.identifier)", "exit \(region.identifier)"] }
    }

    @Test(arguments: Stranger.allCases, [PhoneProfile.iOSClassic, .iOSMonitor])
    func `PLAT-011 PLAT-015 callbacks about another's region, whatever it is, change nothing of ours`(
        _ stranger: Stranger, _ profile: PhoneProfile
    ) async {
        let bench = await DeviceBench(profile)
        await bench.register("a")
        let calls = bench.phone.registrationLog.count
        _ = bench.heard()

        await bench.standIn.callDelegates { delegate, manager in
            let region = stranger.region
            delegate.locationManager(manager, didStartMonitoringFor: region)
            delegate.locationManager(manager, didEnterRegion: region)
            delegate.locationManager(manager, didExitRegion: region)
            delegate.locationManager(manager, didDetermineState: .inside, for: region)
            delegate.locationManager(
                manager, monitoringDidFailFor: region, withError: CLError(.regionMonitoringFailure))
            delegate.locationManager(manager, monitoringDidFailFor: region, withError: CLError(.regionMonitoringDenied))
        }
        await bench.settle()

        #expect(bench.words() == (profile == .iOSClassic ? stranger.handedOn : []))
        #expect(bench.phone.registrationLog.count == calls)
        #expect(bench.phone.monitoredRegions.map(\.id) == ["a"])
        #expect(bench.standIn.violations.isEmpty)
    }

    @Test(arguments: 0...19)
    func `A7 each error about a region of ours means one thing`(_ raw: Int) async throws {
        let code = try #require(CLError.Code(rawValue: raw))
        let bench = await DeviceBench()
        await bench.register("a")
        _ = bench.heard()

        await bench.standIn.failMonitoring("a", code)
        await bench.settle()

        let word: String? =
            switch code {
            case .denied, .regionMonitoringDenied: "lost a notAuthorized"
            // Accepted, only later. (PLAT-018)
            case .regionMonitoringSetupDelayed, .regionMonitoringResponseDelayed: nil
            default: "lost a failed"
            }
        #expect(bench.words() == [word].compactMap { $0 })
    }

    @Test(arguments: 0...19)
    func `A7 each error about a region of ours is nothing to a monitor of conditions`(_ raw: Int) async throws {
        let code = try #require(CLError.Code(rawValue: raw))
        let bench = await DeviceBench(.iOSMonitor)
        await bench.register("a")
        _ = bench.heard()

        await bench.standIn.failMonitoring("a", code)
        await bench.standIn.failMonitoring(nil, code)
        await bench.settle()

        #expect(bench.words().isEmpty)
        #expect(bench.phone.monitoredRegions.map(\.id) == ["a"])
    }

    @Test(arguments: 0...19)
    func `A7 PLAT-112 after each error about a position the question is put again, unless it is a refusal`(
        _ raw: Int
    ) async throws {
        let code = try #require(CLError.Code(rawValue: raw))
        var knobs = PhoneKnobs.quick
        knobs.fixInterval = nil
        knobs.fixLatency = 1000
        let bench = await DeviceBench(knobs: knobs)
        _ = bench.heard()
        bench.device.fixes.request(FixRequest(id: "one", accuracy: 50, timeout: 60_000))
        await bench.settle()

        await bench.standIn.callDelegates { delegate, manager in
            manager.stopUpdatingLocation()
            delegate.locationManager(manager, didFailWithError: CLError(code))
        }
        await bench.phone.advance(by: 3000)

        #expect(bench.heard().compactMap(\.fixWord) == [code == .denied ? "one notAuthorized" : "asked for one"])
    }

    @Test func `an error of no known kind ends no request`() async {
        struct Other: Error {}
        var knobs = PhoneKnobs.quick
        knobs.fixLatency = 1000
        let bench = await DeviceBench(knobs: knobs)
        bench.device.fixes.request(FixRequest(id: "one", accuracy: 50, timeout: 60_000))
        await bench.settle()
        _ = bench.heard()

        await bench.standIn.callDelegates { delegate, manager in
            manager.stopUpdatingLocation()
            delegate.locationManager(manager, didFailWithError: Other())
        }
        await bench.phone.advance(by: 3000)

        #expect(bench.heard().compactMap(\.fixWord) == ["asked for one"])
    }

    @Test(arguments: [PhoneProfile.iOSClassic, .iOSMonitor])
    func `PLAT-084 callbacks on another thread are taken on the main one`(_ profile: PhoneProfile) async {
        let bench = await DeviceBench(profile)
        await bench.register("a")
        _ = bench.heard()

        await bench.standIn.callDelegatesElsewhere { delegate, manager in
            let region = CLCircularRegion(DeviceBench.region("a").circle, id: "a")
            delegate.locationManagerDidChangeAuthorization(manager)
            delegate.locationManager(manager, didStartMonitoringFor: region)
            delegate.locationManager(manager, didEnterRegion: region)
            delegate.locationManager(manager, didDetermineState: .inside, for: region)
            delegate.locationManager(manager, didFailWithError: CLError(.network))
            delegate.locationManagerDidPauseLocationUpdates(manager)
            delegate.locationManager(
                manager, monitoringDidFailFor: region, withError: CLError(.regionMonitoringResponseDelayed))
            delegate.locationManager(manager, didUpdateLocations: [CLLocation(latitude: 52, longitude: 21)])
        }
        await bench.settle()

        #expect(bench.words() == (profile == .iOSClassic ? ["taken a", "enter a"] : []))
        #expect(bench.standIn.violations.isEmpty)
    }

    @Test(arguments: [PhoneProfile.iOSClassic, .iOSMonitor])
    func `late callbacks after everything was stopped start nothing, and only a crossing is told, for the journal`(
        _ profile: PhoneProfile
    ) async {
        var knobs = PhoneKnobs.quick
        knobs.fixInterval = nil
        knobs.fixLatency = 1000
        let bench = await DeviceBench(profile, knobs: knobs)
        await bench.register("a")
        bench.device.fixes.watch(owner: "way", rate: FixRate(accuracy: 10, distance: 0))
        bench.device.fixes.request(FixRequest(id: "one", accuracy: 50, timeout: 60_000))
        await bench.settle()
        bench.device.regions.unregister(id: "a")
        bench.device.fixes.stopWatching(owner: "way")
        bench.device.fixes.cancel(request: "one")
        await bench.settle()
        _ = bench.heard()

        await bench.standIn.callDelegates { delegate, manager in
            let region = CLCircularRegion(DeviceBench.region("a").circle, id: "a")
            delegate.locationManager(manager, didStartMonitoringFor: region)
            delegate.locationManager(manager, didEnterRegion: region)
            delegate.locationManager(manager, didDetermineState: .inside, for: region)
            delegate.locationManager(
                manager, monitoringDidFailFor: region, withError: CLError(.regionMonitoringFailure))
            delegate.locationManager(manager, didFailWithError: CLError(.locationUnknown))
            delegate.locationManagerDidPauseLocationUpdates(manager)
        }
        await bench.phone.advance(by: 60_000)

        let heard = bench.heard()
        #expect(heard.compactMap(\.regionWord) == (profile == .iOSClassic ? ["enter a"] : []))
        #expect(heard.compactMap(\.fixWord).isEmpty)
        #expect(bench.phone.watches.isEmpty)
        #expect(bench.phone.monitoredRegions.isEmpty)
    }
}
