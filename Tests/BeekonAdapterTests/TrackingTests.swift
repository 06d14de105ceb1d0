import BeekonAdapter
import Foundation
import GeofenceEngine
import LocationCore
import Testing

@Suite struct `Locations` {
    private func location(bearing: Double? = nil, accuracy: Double? = nil, speed: Double? = nil) -> Location {
        Location(
            id: "l", latitude: 1, longitude: 2, timestamp: eight.date, accuracy: accuracy, speed: speed,
            bearing: bearing)
    }

    @Test(
        arguments: [
            (360.0, nil), (-1.0, nil), (.nan, nil), (.infinity, nil), (0.0, 0.0), (359.9, 359.9),
        ] as [(Double, Double?)])
    func `BKN-114 a bearing that cannot be becomes nil`(_ given: Double, _ kept: Double?) {
        #expect(location(bearing: given).bearing == kept)
    }

    @Test func `BKN-114 0 is not absence and absence is not 0`() {
        #expect(location(accuracy: 0).accuracy == 0)
        #expect(location(speed: 0).speed == 0)
        #expect(location().accuracy == nil)
        #expect(location(accuracy: -1).accuracy == nil)
        #expect(location(speed: .nan).speed == nil)
    }

    @Test(
        arguments: [
            (20.0, .high), (20.1, .medium), (100.0, .medium), (100.1, .low), (nil, .unknown), (-1.0, .unknown),
        ] as [(Double?, LocationQuality)])
    func `the quality follows from the accuracy`(_ accuracy: Double?, _ quality: LocationQuality) {
        #expect(location(accuracy: accuracy).quality == quality)
    }

    @Test func `BKN-177 what CoreLocation did not measure is nil`() throws {
        let fix = try #require(
            Fix(
                coordinate: Coordinate(latitude: 1, longitude: 2), measuredAccuracy: 5, timestamp: eight,
                measuredAltitude: 900, measuredVerticalAccuracy: -1, measuredSpeed: -1, ellipsoidalAltitude: 912))

        let location = Location(fix, id: "l", trigger: .update)

        #expect(location.speed == nil)
        #expect(location.altitude == nil)
        #expect(location.accuracy == 5)
    }

    @Test func `a location comes back from its encoding and from the wire`() throws {
        let full = Location(
            id: "l", latitude: 12.975, longitude: 77.5946, timestamp: eight.date, accuracy: 5, speed: 0, bearing: 0,
            altitude: -3, trigger: .geofence, motion: .moving, activity: .cycling, isMock: true)

        #expect(try JSONDecoder().decode(Location.self, from: JSONEncoder().encode(full)) == full)
        #expect(Location(wire: full.wire) == full)
    }
}

@Suite struct `Tracking` {
    @Test func `BKN-006 without a configuration tracking has the documented numbers`() async throws {
        let engine = MemoryEngine()
        let beekon = makeBeekon(engine)

        try await beekon.start()

        let use = try #require(await engine.uses.last)
        let policy = BeekonPolicy.policy(use.config, platform: .iOS, isTracking: use.isTracking)
        #expect(policy.outbox.fixes == .gated(milliseconds: 30_000, metres: 100))
        #expect(use.config.settings.accuracyMode == .balanced)
        #expect(use.config.settings.whenStationary == .pause)
        #expect(await engine.trackingCalls == [true])
    }

    @Test func `BKN-007 a configuration is in force in the next process`() async throws {
        let engine = MemoryEngine()
        try await makeBeekon(engine).configure(.selfManaged(minTimeBetweenLocationsSeconds: 10))

        try await makeBeekon(engine).start()

        let use = try #require(await engine.uses.last)
        #expect(use.config.settings.minTimeBetweenLocationsSeconds == 10)
    }

    @Test func `BKN-008 new gate values leave the subscription as it is`() {
        let old = BeekonPolicy.policy(.selfManaged(), platform: .iOS, isTracking: true)
        let new = BeekonPolicy.policy(
            .selfManaged(minTimeBetweenLocationsSeconds: 5, minDistanceBetweenLocationsMeters: 25), platform: .iOS,
            isTracking: true)

        #expect(new.outbox.fixes == .gated(milliseconds: 5000, metres: 25))
        #expect(new.fixes.tracking == old.fixes.tracking)
    }

    @Test(arguments: [(1.0, 5.0), (5.0, 5.0), (30.0, 30.0), (5000.0, 1000.0)])
    func `BKN-009 the stationary radius acts as 5 to 1000 m`(_ given: Double, _ acts: Double) throws {
        let config = BeekonConfig.selfManaged(stationaryRadiusMeters: given)

        try config.validate()

        #expect(BeekonPolicy.stationaryRadius(config) == acts)
    }

    @Test(arguments: [
        (Authorization(tier: .denied), BeekonError.permissionDenied),
        (Authorization(tier: .notDetermined), .permissionDenied),
        (Authorization(tier: .always, servicesEnabled: false), .locationServicesDisabled),
    ])
    func `BKN-109 BKN-110 start is refused and the state stays idle`(
        _ authorization: Authorization, _ error: BeekonError
    ) async throws {
        let engine = MemoryEngine()
        await engine.set(authorization: authorization)
        let beekon = makeBeekon(engine)

        await #expect(throws: error) { try await beekon.start() }

        #expect(await first(1, of: beekon.state) == [.idle])
        #expect(await engine.trackingCalls.isEmpty)
    }

    @Test(arguments: [
        (Authorization(tier: .denied), StopReason.permissionDenied),
        (Authorization(tier: .always, servicesEnabled: false), .locationServicesDisabled),
    ])
    func `BKN-111 a permission that goes ends tracking, and one that comes back starts nothing`(
        _ authorization: Authorization, _ reason: StopReason
    ) async throws {
        let engine = MemoryEngine()
        let beekon = makeBeekon(engine)
        try await beekon.start()

        await beekon.hear(.authorization(authorization))
        #expect(await first(1, of: beekon.state) == [.stopped(reason)])
        await beekon.hear(.authorization(Authorization(tier: .always)))

        #expect(await first(1, of: beekon.state) == [.stopped(reason)])
        #expect(await engine.trackingCalls == [true, false])
    }

    @Test func `stopped starts again, stop changes neither idle nor stopped`() async throws {
        let beekon = makeBeekon()
        await beekon.stop()
        #expect(await first(1, of: beekon.state) == [.idle])
        try await beekon.start()
        await beekon.hear(.trackingEnded)
        await beekon.stop()
        #expect(await first(1, of: beekon.state) == [.stopped(.system)])

        try await beekon.start()

        #expect(await first(1, of: beekon.state) == [.tracking])
    }

    @Test func `a new process is idle, and resumes what was on when it is asked to`() async throws {
        let engine = MemoryEngine()
        await engine.set(isTracking: true)
        let beekon = makeBeekon(engine)
        #expect(await first(1, of: beekon.state) == [.idle])

        await beekon.resumeIfNeeded()

        #expect(await first(1, of: beekon.state) == [.tracking])
    }

    @Test func `resuming does nothing where nothing was on`() async throws {
        let beekon = makeBeekon()

        await beekon.resumeIfNeeded()

        #expect(await first(1, of: beekon.state) == [.idle])
    }

    @Test func `BKN-174 one position, whatever the state, and the state stays`() async throws {
        let engine = MemoryEngine()
        let fix = Fix(coordinate: Coordinate(checkedLatitude: 1, longitude: 2), accuracy: 5, timestamp: eight)
        await engine.set(position: .success(fix))
        let beekon = makeBeekon(engine)

        let location = try await beekon.getCurrentLocation()

        #expect(location.latitude == 1)
        #expect(location.trigger == .manual)
        #expect(await first(1, of: beekon.state) == [.idle])
    }

    @Test(arguments: [
        (FixFailure.timedOut, BeekonError.timeout), (.notAuthorized, .permissionDenied),
        (.unavailable, .locationServicesDisabled),
    ])
    func `BKN-174 without a position there is an error`(_ failure: FixFailure, _ error: BeekonError) async {
        let engine = MemoryEngine()
        await engine.set(position: .failure(failure))

        await #expect(throws: error) { try await makeBeekon(engine).getCurrentLocation(timeout: 1) }
    }

    @available(*, deprecated, message: "tries what is deprecated, too")
    @Test func `BKN-175 history is oldest first, both ends included`() async throws {
        func record(_ id: String, _ seconds: Int64) -> Record {
            let at = eight.adding(milliseconds: seconds * 1000)
            let location = Location(id: id, latitude: 1, longitude: 2, timestamp: at.date)
            return Record(id: id, kind: .fix, at: at, body: location.wire)
        }
        let engine = MemoryEngine()
        await engine.set(records: [record("c", 20), record("a", 0), record("b", 10), record("d", 21)])
        let beekon = makeBeekon(engine)
        let end = eight.adding(milliseconds: 20_000).date

        #expect(try await beekon.getLocations(from: eight.date, to: end).map(\.id) == ["a", "b", "c"])
        #expect(try await beekon.history(from: eight.date, to: end).map(\.id) == ["a", "b", "c"])
        #expect(try await beekon.getLocations(from: end, to: eight.date).isEmpty)

        try await beekon.deleteHistory()
        #expect(try await beekon.getLocations(from: eight.date, to: end).isEmpty)
    }
}
