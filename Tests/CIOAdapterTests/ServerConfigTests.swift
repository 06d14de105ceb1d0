import CIOAdapter
import GeofenceEngine
import LocationCore
import TestSupport
import Testing

@Suite struct `Options of the server` {
    private func config(_ block: String) throws -> ServerConfig {
        try #require(try Fixture.response(json: #"{"config":\#(block),"geofences":[]}"#).config)
    }

    @Test(.enabled(if: Shared.isPresent, "needs the specification's fixtures"))
    func `CIO-019 options are taken in their units`() throws {
        let config = try #require(try Fixture.response("fetch-valid.json").config)

        #expect(config.localRefreshTriggerRadius == 1500)
        #expect(config.remoteFetchRefreshTriggerRadius == 8000)
        #expect(config.remoteFetchRefreshExpiry == 43_200_000)
        #expect(config.duplicateEventsExpiry == 1_800_000)
        #expect(config.maxMonitoringDistance == 250_000)
        #expect(config.maxBusinessGeofences == 12)
    }

    @Test(.enabled(if: Shared.isPresent, "needs the specification's fixtures"))
    func `CIO-020 options out of range are brought into it`() throws {
        let config = try #require(try Fixture.response("fetch-config-clamp.json").config)

        #expect(config.localRefreshTriggerRadius == 100)
        #expect(config.remoteFetchRefreshTriggerRadius == 5000)
        #expect(config.remoteFetchRefreshExpiry == 60_000)
        #expect(config.duplicateEventsExpiry == 86_400_000)
        #expect(config.maxBusinessGeofences == 19)
        #expect(config.maxMonitoringDistance == 1_000_000)
    }

    @Test func `CIO-021 an empty block is the fallbacks`() throws {
        let config = try config("{}")

        #expect(config == .fallback)
        #expect(config.localRefreshTriggerRadius == 1000)
        #expect(config.remoteFetchRefreshTriggerRadius == 5000)
        #expect(config.remoteFetchRefreshExpiry == 86_400_000)
        #expect(config.duplicateEventsExpiry == 3_600_000)
        #expect(config.maxBusinessGeofences == 19)
        #expect(config.maxMonitoringDistance == 1_000_000)
    }

    @Test func `CIO-022 without a block the kept options go on`() throws {
        let response = try Fixture.response(json: #"{"geofences":[]}"#)

        #expect(response.config == nil)
        #expect(response.fences.isEmpty)
    }

    @Test(
        arguments: [
            (#"{"max_monitoring_distance":0}"#, nil), (#"{"max_monitoring_distance":-5}"#, 1_000_000),
            (#"{"max_monitoring_distance":1000,"local_refresh_trigger_radius":3000}"#, 1_000_000),
            (#"{"max_monitoring_distance":10000}"#, 10_000), (#"{"max_monitoring_distance":null}"#, 1_000_000),
            (#"{"max_monitoring_distance":3000,"local_refresh_trigger_radius":3000}"#, 3000),
        ] as [(String, Double?)])
    func `CIO-023 the distance cap`(_ block: String, _ cap: Double?) throws {
        #expect(try config(block).maxMonitoringDistance == cap)
    }

    @Test(arguments: [(19, 19), (20, 19), (-1, 19), (0, 0), (1, 1)])
    func `CIO-024 the number of fences falls back and is not clamped`(_ sent: Int, _ count: Int) throws {
        let config = try config(#"{"ios":{"max_business_geofence":\#(sent)}}"#)

        #expect(config.maxBusinessGeofences == count)
        #expect(config.isKillSwitch == (count == 0))
    }

    @Test(arguments: [
        #"{"local_refresh_trigger_radius":"1000"}"#, #"{"ios":5}"#, #"{"ios":{"max_business_geofence":1.5}}"#,
        #"{"max_monitoring_distance":true}"#, #"{"duplicate_events_expiry_time":[]}"#,
    ])
    func `An option of another type refuses the answer`(_ block: String) {
        #expect(throws: DownloadError.self) { try config(block) }
    }

    @Test func `Kept options come back as they were`() throws {
        let config = try config(
            #"{"local_refresh_trigger_radius":1500.25,"max_monitoring_distance":0,"remote_fetch_refresh_trigger_radius":0.5,"ios":{"max_business_geofence":0}}"#
        )
        let kept = try JSONValue(json: config.json.bytes())

        #expect(ServerConfig(kept: kept) == config)
        #expect(ServerConfig(kept: nil) == .fallback)
        #expect(ServerConfig(kept: "damaged") == .fallback)
    }

    @Test func `CIO-095 and CIO-125 the options reach the policy`() throws {
        let config = try config(#"{"duplicate_events_expiry_time":1800000,"ios":{"max_business_geofence":7}}"#)
        let policy = CIOPolicy.policy(config)

        #expect(policy.transitions.windowMilliseconds == 1_800_000)
        #expect(policy.places.cap == 7)
        #expect(policy.slice.candidates == .edgeWithin(1_000_000))
        #expect(policy.places.helper?.regionID == "cio_movement_trigger")
        #expect(policy.fixes.tracking == nil, "no continuous updates, ever (CIO-146)")
    }
}
