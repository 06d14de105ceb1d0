import BGeoAdapter
import Foundation
import LocationCore
import TestSupport
import Testing

@Suite struct `BGEO how options are set and unset` {
    /// Every property, in declaration order: a call with another order would not compile.
    private static let everything = Config(
        locationAuthorizationRequest: "x",
        locationAuthorizationAlert: ["a": "b"],
        disableLocationAuthorizationAlert: true,
        backgroundPermissionRationale: ["a": "b"],
        desiredAccuracy: 1,
        distanceFilter: 1.5,
        disableLocationFilter: true,
        locationFilterMaxAccuracy: 1.5,
        locationFilterMaxSpeed: 1.5,
        locationFilterPolicy: "x",
        kalmanProfile: "x",
        odometerAccuracyThreshold: 1.5,
        disableElasticity: true,
        elasticityMultiplier: 1.5,
        stationaryDesiredAccuracy: "x",
        stationaryLocationUpdateInterval: 1,
        triggerActivities: "x",
        minimumActivityRecognitionConfidence: 1,
        activityRecognitionInterval: 1,
        disableMotionActivityUpdates: true,
        stopTimeout: 1,
        showsBackgroundLocationIndicator: true,
        stationaryRadius: 1.5,
        wakeRegionRingCount: 1,
        wakeRegionRingDistance: 1.5,
        wakeTrailEnabled: true,
        wakeTrailCount: 1,
        stationaryDistanceFilter: 1.5,
        preventSuspend: true,
        heartbeatInterval: 1,
        motionTriggerDelay: 1,
        locationUpdateInterval: 1,
        foregroundService: true,
        notification: NotificationConfig(),
        stopOnTerminate: true,
        startOnBoot: true,
        debug: true,
        logLevel: 1,
        logMaxDays: 1,
        logUrl: "x",
        maxDaysToPersist: 1,
        url: "x",
        method: "x",
        headers: ["a": "b"],
        params: ["a": 1],
        extras: ["a": 1],
        httpRootProperty: "x",
        autoSync: true,
        disableAutoSyncOnCellular: true,
        autoSyncThreshold: 1,
        batchSync: true,
        maxBatchSize: 1,
        httpTimeoutMs: 1,
        maxRecordsToPersist: 1,
        authorization: AuthorizationConfig(),
        stationaryKeepAlive: true,
        dormantOnStationary: true,
        dormantWakeInterval: 1,
        dormantGrace: 1,
        diagnosticExtras: true,
        useSessionEngine: true,
        geofenceProximityRadius: 1.5,
        maxMonitoredGeofences: 1,
        geofenceInitialTriggerEntry: true,
        crashDetection: CrashDetectionConfig(),
        distractionDetection: DistractionDetectionConfig())

    @Test func `BGEO-134 nothing is in the dictionary but what was set`() {
        #expect(Config().toDictionary().isEmpty)
        #expect(Self.everything.toDictionary().count == 66)
    }

    @Test func `BGEO-134 a property that is set later is in the dictionary`() {
        var config = Config()
        config.params = ["device": "d-17"]
        config.distanceFilter = 30

        #expect(config.toDictionary().keys.sorted() == ["distanceFilter", "params"])
        #expect(config.params?["device"] as? String == "d-17")
    }

    @Test func `BGEO-135 a sentinel is written as null and unsets its key`() {
        let clear = Config(
            logUrl: Config.clearString, url: Config.clearString, headers: Config.clearDictionary,
            params: Config.clearAnyDictionary, extras: Config.clearAnyDictionary,
            authorization: .clear)
        let set = BGeoConfiguration().merging(
            Config(
                logUrl: "https://example.invalid/log", url: "https://example.invalid/", headers: ["A": "1"],
                params: ["p": 1], extras: ["e": 1], authorization: AuthorizationConfig(accessToken: "a")))
        #expect(set.url == "https://example.invalid/")
        #expect(set.authorization?.tokens.access == "a")

        let cleared = set.merging(clear)

        #expect(clear.toDictionary()["url"] is NSNull)
        #expect(clear.toDictionary().values.allSatisfy { $0 is NSNull })
        #expect(cleared == BGeoConfiguration())
        #expect(BGeoPayload.upload(id: "1", records: [Fixture.record], cleared, accessToken: nil) == nil)
    }

    @Test func `BGEO-135 elsewhere the sentinel is an ordinary value`() {
        let config = Config(
            locationAuthorizationAlert: Config.clearDictionary,
            notification: NotificationConfig(title: Config.clearString), method: Config.clearString)

        let settings = BGeoConfiguration().merging(config).settings

        #expect(settings["method"] == "\u{0}__BGEO_CLEAR__")
        #expect(settings["locationAuthorizationAlert"]?.objectValue?.count == 1)
        #expect(settings["notification"]?["title"] == "\u{0}__BGEO_CLEAR__")
    }

    @Test func `an empty address counts as unset`() {
        let set = BGeoConfiguration().merging(Config(logUrl: "x", url: "y"))

        #expect(set.merging(Config(logUrl: "", url: "")) == BGeoConfiguration())
    }

    @Test func `BGEO-136 what is not set keeps its value`() {
        let before = BGeoConfiguration().merging(Self.everything)

        let after = before.merging(Config(distanceFilter: 30))

        #expect(after.distanceFilterMetres == 30)
        for key in before.settings.keys where key != "distanceFilter" {
            #expect(after.settings[key] == before.settings[key], "\(key)")
        }
        #expect(after.settings.count == 66)
    }

    @Test func `a nested object is replaced as a whole`() {
        let before = BGeoConfiguration().merging(
            Config(authorization: AuthorizationConfig(accessToken: "a", refreshToken: "r")))

        let after = before.merging(Config(authorization: AuthorizationConfig(accessToken: "b")))

        #expect(after.authorization?.tokens == BGeoTokens(access: "b", refresh: nil))
    }

    @Test func `options survive being stored`() throws {
        let before = BGeoConfiguration().merging(Self.everything)

        let after = BGeoConfiguration(json: try JSONValue(json: before.json.bytes()))

        #expect(after == before)
        #expect(BGeoConfiguration(json: "rubbish") == BGeoConfiguration())
    }

    @Test func `what is no JSON value is named`() {
        #expect(Config(params: ["a": [1, Double.nan]]).unrepresentable == "params.a[1]")
        #expect(Config(extras: ["when": Data()]).unrepresentable == "extras.when")
        #expect(Self.everything.unrepresentable == nil)
    }

    @Test func `nested options are written without what was left out`() {
        #expect(CrashDetectionConfig(minSpeed: 12).toDictionary() as? [String: Double] == ["minSpeed": 12])
        #expect(
            DistractionDetectionConfig(minEpisodeSec: 5.5).toDictionary() as? [String: Double] == ["minEpisodeSec": 5.5]
        )
        let authorization = AuthorizationConfig(strategy: "JWT", refreshPayload: ["t": "{refreshToken}"])
        #expect(authorization.toDictionary().keys.sorted() == ["refreshPayload", "strategy"])
    }
}
