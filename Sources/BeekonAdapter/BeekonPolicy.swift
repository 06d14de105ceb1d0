package import GeofenceEngine
package import LocationCore

/// Beekon's column of the policy matrix. (BKN 11)
package enum BeekonPolicy {
    /// The set that the app owns.
    package static let appSet = "app"
    /// The set that the server owns.
    package static let cloudSet = "cloud"
    /// Begins the names of regions, timers and notifications. (BKN 5.2)
    package static let name = "beekon"

    /// The set that is watched under a configuration.
    package static func activeSet(_ config: BeekonConfig) -> String { config.isCloud ? cloudSet : appSet }

    /// How the engine behaves under a configuration.
    ///
    /// - Parameter isTracking: While tracking pauses when the device is still, one place is kept for the tracker's own
    ///   region. (BKN 9)
    package static func policy(_ config: BeekonConfig, platform: Platform, isTracking: Bool) -> Policy {
        let keepsPlace = isTracking && config.settings.whenStationary == .pause
        return Policy(
            name: name,
            // A new process is idle until it is told to go on. (BKN 6.2)
            activity: ActivityRules(condition: .always, survivesTermination: false),
            places: PlaceRules(
                softwareLimit: 20, reserved: keepsPlace ? 1 : 0,
                helper: HelperRules(
                    regionID: "beekon.refresh", arming: .whenFencesExceedPlaces,
                    radius: .halfWayToNearestLeftOut(floor: 100), recentreBeyond: 0)),
            slice: SliceRules(
                candidates: .all, ties: .storedOrder, pinOverflow: .smallerRadius, coldStart: .storedOrder,
                reranking: .beyondHelper(fraction: 0.5), includesSilentFences: false, anchorSurvivesRelaunch: true),
            registration: RegistrationRules(clampsToMaximum: true),
            firstSide: FirstSideRules(tellsEnter: false),
            endings: EndingRules(leavingSlice: .keepState),
            fixes: FixRules(
                recordsUnproven: true, tracking: rate(config.settings.accuracyMode),
                stationary: keepsPlace
                    ? StationaryRules(radius: stationaryRadius(config), after: stillMilliseconds) : nil,
                monitoring: rate(.balanced),
                looksAtWake: true),
            polygons: PolygonRules(table: .plain, watchesInsideCircle: true, retryMilliseconds: 60_000),
            dwell: DwellRules(proof: .none),
            transitions: TransitionRules(
                position: .separate(waitMilliseconds: 10_000), showsNotices: true, armsNotices: platform == .iOS,
                tellsSlice: false),
            outbox: outbox(config, platform))
    }

    private static func outbox(_ config: BeekonConfig, _ platform: Platform) -> OutboxRules {
        let settings = config.settings
        let interval = settings.sync?.intervalSeconds ?? defaultIntervalSeconds
        let threshold = settings.sync?.syncThreshold ?? 0
        return OutboxRules(
            fixes: .gated(
                milliseconds: milliseconds(settings.minTimeBetweenLocationsSeconds),
                metres: settings.minDistanceBetweenLocationsMeters),
            maximumRecords: 100_000, maximumAge: 7 * 86_400_000, isEnabled: config.isCloud || settings.sync != nil,
            threshold: threshold == 0 ? .max : threshold, transitionsSkipThreshold: true, firstRetry: 10_000,
            longestRetry: 900_000, jitter: 0.2, longestServerPause: 3_600_000, refusalsBeforeParking: 3,
            refusedAgain: .endingDelivery, pausesUnauthorised: false, interval: Self.interval(interval, platform))
    }

    /// Milliseconds between uploads that nothing else starts. (BKN-011)
    private static func interval(_ seconds: Int, _ platform: Platform) -> Int64? {
        let floored = platform == .iOS ? max(60, seconds) : seconds
        return floored == 0 ? nil : milliseconds(floored)
    }

    /// How dense fixes flow in a mode. It does not depend on the gate, whose change must not restart them. (BKN-008)
    package static func rate(_ mode: AccuracyMode) -> TrackingRate {
        switch mode {
        case .high: TrackingRate(accuracy: 5, distance: 0)
        case .balanced: TrackingRate(accuracy: 10, distance: 10)
        case .low: TrackingRate(accuracy: 100, distance: 50)
        }
    }

    /// How long the device must be still before tracking pauses. No source gives a number; three minutes outlast a red
    /// light and a queue.
    package static let stillMilliseconds: Int64 = 180_000

    /// Seconds between cloud syncs that nothing else starts.
    package static let defaultIntervalSeconds = 300

    /// How far the tracker's own region reaches, in metres. (BKN-009)
    package static func stationaryRadius(_ config: BeekonConfig) -> Double {
        min(max(config.settings.stationaryRadiusMeters, 5), 1000)
    }

    private static func milliseconds(_ seconds: Int) -> Int64 {
        let (product, overflows) = Int64(seconds).multipliedReportingOverflow(by: 1000)
        return overflows ? .max : product
    }
}
