import BGeoAdapter
import LocationCore
import TestSupport
import Testing

@Suite struct `BGEO which values are in force` {
    private static func configuration(_ settings: JSONObject) -> BGeoConfiguration {
        BGeoConfiguration().merging(settings)
    }

    @Test(.enabled(if: Shared.isPresent, "the specification's data is not beside this checkout"))
    func `BGEO-153 what was never set is as the table says`() throws {
        let table = try Fixture.json("config-defaults")
        let untouched = BGeoConfiguration()
        var checked = 0

        for group in ["geofencing", "http", "persistence", "geolocation", "motion", "application"] {
            for (key, expected) in try #require(table[group]?.objectValue) {
                let actual = untouched.value(key) ?? .null
                #expect(actual.isEquivalent(to: expected), "\(key)")
                checked += 1
            }
        }
        #expect(checked == 49)
    }

    @Test func `BGEO-153 what was never set has the documented values`() {
        let untouched = BGeoConfiguration()

        #expect(untouched.proximityRadiusMetres == 1000)
        #expect(untouched.monitoredLimit(budget: 19) == 19)
        #expect(untouched.tellsInitialEntry)
        #expect(untouched.url == nil)
        #expect(untouched.method == "POST")
        #expect(untouched.headers.isEmpty && untouched.params.isEmpty && untouched.extras.isEmpty)
        #expect(untouched.rootProperty == "location")
        #expect(untouched.autoSync && !untouched.waitsForOtherThanCellular)
        #expect(untouched.autoSyncThreshold == 1)
        #expect(untouched.recordsPerRequest == 1)
        #expect(untouched.timeoutMilliseconds == 30000)
        #expect(untouched.authorization == nil)
        #expect(untouched.maxRecords == nil && untouched.maxDays == nil)
        #expect(untouched.asksForAlways && untouched.desiredAccuracy == -1)
        #expect(untouched.distanceFilterMetres == 10)
        #expect(!untouched.isFilterDisabled && untouched.filterPolicy == .conservative)
        #expect(untouched.maxAccuracyMetres == 100 && untouched.maxSpeedMetresPerSecond == 60)
        #expect(untouched.stopTimeoutMinutes == 5 && untouched.heartbeatSeconds == 60)
        #expect(!untouched.stopsOnTerminate && !untouched.startsOnBoot)
        #expect(untouched.logLevel == .off && untouched.logMaxDays == 3 && untouched.logURL == nil)
    }

    @Test(arguments: [(1.0, 1.0), (6000, 6000), (0, 1000), (-5, 1000)])
    func `any radius above 0 is a proximity radius`(_ given: Double, _ effective: Double) {
        #expect(Self.configuration(["geofenceProximityRadius": .double(given)]).proximityRadiusMetres == effective)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `a proximity radius that is not finite is the default, whatever held before`(_ given: Double) {
        let before = BGeoConfiguration().merging(Config(geofenceProximityRadius: 2500))

        let after = before.merging(Config(geofenceProximityRadius: given))

        #expect(after.proximityRadiusMetres == 1000)
    }

    @Test(arguments: [(3, 3), (50, 19), (0, 19), (-1, 19)] as [(Int64, Int)])
    func `BGEO-046 a cap above 0 holds within the budget`(_ given: Int64, _ limit: Int) {
        #expect(Self.configuration(["maxMonitoredGeofences": .integer(given)]).monitoredLimit(budget: 19) == limit)
    }

    @Test(
        arguments: [
            ([:], 19), (["wakeRegionRingCount": 8], 11), (["wakeRegionRingCount": 0], 19),
            (["wakeTrailCount": 12], 19), (["wakeTrailEnabled": true], 11),
            (["wakeTrailEnabled": true, "wakeTrailCount": 12, "wakeRegionRingCount": 8], 7),
            (["wakeRegionRingCount": 40], 0), (["wakeRegionRingCount": 8, "maxMonitoredGeofences": 15], 11),
        ] as [(JSONObject, Int)])
    func `BGEO-058 regions are kept free only when asked for`(_ settings: JSONObject, _ limit: Int) {
        #expect(Self.configuration(settings).monitoredLimit(budget: 19) == limit)
    }

    @Test(
        arguments: [
            ("adjust", .adjust), ("PASSTHROUGH", .passThrough), ("Conservative", .conservative), ("?", .conservative),
        ] as [(String, BGeoConfiguration.FilterPolicy)])
    func `the filter policy is read in any case`(_ given: String, _ policy: BGeoConfiguration.FilterPolicy) {
        #expect(Self.configuration(["locationFilterPolicy": .string(given)]).filterPolicy == policy)
    }

    @Test func `bounds of the queue and of requests`() {
        let low: JSONObject = [
            "maxRecordsToPersist": 0, "maxDaysToPersist": 1, "autoSyncThreshold": 3, "logMaxDays": 0,
            "httpTimeoutMs": 0, "batchSync": true, "maxBatchSize": 0, "httpRootProperty": "",
        ]

        let configuration = Self.configuration(low)

        #expect(configuration.maxRecords == 0)
        #expect(configuration.maxDays == 1)
        #expect(configuration.autoSyncThreshold == 3)
        #expect(configuration.logMaxDays == 1)
        #expect(configuration.timeoutMilliseconds == 30000)
        #expect(configuration.recordsPerRequest == nil)
        #expect(configuration.rootProperty == "location")
    }

    @Test func `an option that was stored with another type counts as never set`() {
        let configuration = Self.configuration(["autoSync": "no", "method": 1, "distanceFilter": true, "url": 5])

        #expect(configuration.autoSync)
        #expect(configuration.method == "POST")
        #expect(configuration.distanceFilterMetres == 10)
        #expect(configuration.url == nil)
    }

    @Test(arguments: [("jwt", true), ("JWT", true), ("SAS", false)])
    func `tokens are used under the strategy JWT only, in any case`(_ strategy: String, _ isUsed: Bool) {
        let authorization = BGeoAuthorization(["strategy": .string(strategy), "accessToken": "a"])

        #expect((authorization.tokens.access == "a") == isUsed)
    }
}
