import GeofenceEngine
import LocationCore
import Testing

@testable import BGeoAdapter

/// BGeo's policy against column B of the policy matrix.
@Suite struct `BGEO policy` {
    struct Row: Sendable, CustomTestStringConvertible {
        let says: String
        let holds: Bool
        init(_ says: String, _ holds: Bool) { (self.says, self.holds) = (says, holds) }
        var testDescription: String { says }
    }

    static func policy(_ settings: JSONObject = [:], on platform: Platform = .iOS) -> Policy {
        BGeoConfiguration().merging(settings).policy(on: platform)
    }

    static let iOS = policy()
    static let android = policy(on: .android)

    @Test(arguments: [
        Row("between start and stop, persisted", iOS.activity.condition == .whenTracking),
        Row("one place reserved", iOS.places.reserved == 1),
        Row("no cap of its own", iOS.places.cap == nil),
        Row("the wake region, always armed", iOS.places.helper?.arming == .always),
        Row("the wake region's name", iOS.places.helper?.regionID == BGeoConfiguration.wakeRegionID),
        Row("candidates max(P, radius + min(P, 500))", iOS.slice.candidates == .centreWithin(1000)),
        Row("ties by centre, then stored order", iOS.slice.ties == .centreThenStoredOrder),
        Row("cold start: the first stored", iOS.slice.coldStart == .storedOrder),
        Row("the anchor is this process's", !iOS.slice.anchorSurvivesRelaunch),
        Row("ranked at every accepted fix", iOS.slice.reranking == .everyFix),
        Row("fences that report nothing take part", iOS.slice.includesSilentFences),
        Row("the slice is told", iOS.transitions.tellsSlice),
        Row("clamped on iOS", iOS.registration.clampsToMaximum),
        Row("not on Android", !android.registration.clampsToMaximum),
        Row("distrust of monitors for 10 s", iOS.registration.settleMilliseconds == 10_000),
        Row("first enter told by default", iOS.firstSide.tellsEnter),
        Row("first stay observed, none when not told", iOS.firstSide.stay == .fromNowIfTold),
        Row("leaving the slice: exit if proven", iOS.endings.leavingSlice == .exitIfProven),
        Row("stopping forgets sides", iOS.endings.switchingOffForgetsSides),
        Row("a reboot ends no stay", iOS.endings.stayGoesOnAcrossReboot),
        Row("a downgrade ends no stay", iOS.endings.stayGoesOnAcrossDowngrade),
        Row("a fix outside ends no stay", !iOS.endings.fixOutsideEndsStay),
        Row("accuracy at most 100 m", iOS.fixes.maximumAccuracy == 100),
        Row("evidence at most 300 s old", iOS.fixes.maximumAge == 300_000),
        Row("and 1 s ahead", iOS.fixes.maximumAhead == 1000),
        Row("above 60 m/s refused", iOS.fixes.speeding == .refused(above: 60)),
        Row("a refused fix does nothing", iOS.fixes.unproven == .ignored),
        Row("fixes flow while tracking", iOS.fixes.tracking != nil),
        Row("time proves a dwell unless contradicted", iOS.dwell.proof == .timeUnlessContradicted),
        Row("emulated on iOS", !iOS.dwell.usesNative),
        Row("native on Android", android.dwell.usesNative),
        Row("no person", iOS.transitions.person == .ignored),
        Row("no window", iOS.transitions.windowMilliseconds == nil),
        Row("a position is required", iOS.transitions.position == .required(waitMilliseconds: 10_000)),
        Row("told", iOS.transitions.isTold),
        Row("no notices", !iOS.transitions.showsNotices),
        Row("a dwell has an identifier of its own", !iOS.transitions.dwellSharesStayID),
        Row("fixes and transitions in one line", iOS.outbox.fixes == .gated(milliseconds: 0, metres: 0)),
        Row("no bound", iOS.outbox.maximumRecords == nil || iOS.outbox.maximumRecords == .max),
        Row("back-off 1 s doubling to 300 s", iOS.outbox.firstRetry == 1000 && iOS.outbox.longestRetry == 300_000),
        Row("without jitter", iOS.outbox.jitter == 0),
        Row("parked at the third refusal", iOS.outbox.refusalsBeforeParking == 3),
        Row("no interval", iOS.outbox.interval == nil),
        Row("nothing is sent without an address", !iOS.outbox.isEnabled),
    ])
    func `column B says`(_ row: Row) { #expect(row.holds) }

    @Test(arguments: [
        Row("geofenceProximityRadius", policy(["geofenceProximityRadius": 250]).slice.candidates == .centreWithin(250)),
        Row("maxMonitoredGeofences", policy(["maxMonitoredGeofences": 5]).places.cap == 5),
        Row("maxMonitoredGeofences 0 is none", policy(["maxMonitoredGeofences": 0]).places.cap == nil),
        Row("geofenceInitialTriggerEntry", !policy(["geofenceInitialTriggerEntry": false]).firstSide.tellsEnter),
        Row("stopOnTerminate", !policy(["stopOnTerminate": true]).activity.survivesTermination),
        Row("startOnBoot", policy(["startOnBoot": true]).activity.survivesReboot),
        Row("disableLocationFilter", policy(["disableLocationFilter": true]).fixes.maximumAccuracy == nil),
        Row(
            "locationFilterMaxAccuracy", policy(["locationFilterMaxAccuracy": 30]).fixes.maximumAccuracy == 30),
        Row("locationFilterPolicy", policy(["locationFilterPolicy": "adjust"]).fixes.speeding == .capped(at: 60)),
        Row("pass through", policy(["locationFilterPolicy": "passthrough"]).fixes.speeding == .ignored),
        Row("url", policy(["url": "https://example.invalid"]).outbox.isEnabled),
        Row("autoSync", !policy(["autoSync": false]).outbox.isAutomatic),
        Row("autoSyncThreshold", policy(["autoSyncThreshold": 7]).outbox.threshold == 7),
        Row("disableAutoSyncOnCellular", policy(["disableAutoSyncOnCellular": true]).outbox.avoidsCellular),
        Row("maxRecordsToPersist", policy(["maxRecordsToPersist": 9]).outbox.maximumRecords == 9),
        Row("maxDaysToPersist", policy(["maxDaysToPersist": 2]).outbox.maximumAge == 172_800_000),
    ])
    func `an option changes its field`(_ row: Row) { #expect(row.holds) }
}
