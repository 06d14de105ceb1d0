package import GeofenceEngine
package import LocationCore

extension BGeoConfiguration {
    /// The name that BGeo's regions, timers and requests begin with.
    package static let engineName = "bgeo"
    /// The internal region, which no list and no event ever shows. (BGEO-028)
    package static let wakeRegionID = "bgeo.wake"

    /// BGeo's policy under these options. (policy matrix, column B)
    ///
    /// - Parameter filter: What happens to jumps, where that is not what the options say now: it is read when tracking
    ///   starts.
    package func policy(on platform: Platform, filter: FilterPolicy? = nil) -> Policy {
        let isAndroid = platform == .android
        return Policy(
            name: Self.engineName,
            activity: ActivityRules(
                condition: .whenTracking, survivesTermination: !stopsOnTerminate, survivesReboot: startsOnBoot),
            places: PlaceRules(
                softwareLimit: 20, reserved: 1 + extraReservedRegions, cap: askedLimit,
                helper: HelperRules(
                    regionID: Self.wakeRegionID, arming: .always, radius: .fixed(200), recentreBeyond: 0.5)),
            slice: SliceRules(
                candidates: .centreWithin(proximityRadiusMetres), ties: .centreThenStoredOrder,
                coldStart: .storedOrder, reranking: .everyFix),
            registration: RegistrationRules(clampsToMaximum: !isAndroid),
            firstSide: FirstSideRules(tellsEnter: tellsInitialEntry, stay: .fromNowIfTold),
            endings: EndingRules(leavingSlice: .exitIfProven, switchingOffForgetsSides: true),
            fixes: fixRules(filter ?? filterPolicy),
            dwell: DwellRules(proof: .timeUnlessContradicted, usesNative: isAndroid),
            transitions: TransitionRules(position: .required(waitMilliseconds: 10_000), isTold: true, tellsSlice: true),
            outbox: outboxRules)
    }

    /// The application's own bound on watched fences; `nil` where the platform's budget is the bound. (BGEO-046)
    private var askedLimit: Int? {
        let asked = integer("maxMonitoredGeofences") ?? -1
        return asked > 0 ? asked : nil
    }

    private func fixRules(_ filter: FilterPolicy) -> FixRules {
        let speeding: FixRules.Speeding =
            switch filter {
            case _ where isFilterDisabled: .ignored
            case .conservative: .refused(above: maxSpeedMetresPerSecond)
            case .adjust: .capped(at: maxSpeedMetresPerSecond)
            case .passThrough: .ignored
            }
        return FixRules(
            maximumAccuracy: isFilterDisabled ? nil : maxAccuracyMetres, speeding: speeding,
            tracking: TrackingRate(accuracy: Double(max(0, desiredAccuracy)), distance: distanceFilterMetres),
            requestAccuracy: 10, requestTimeout: 10_000)
    }

    private var outboxRules: OutboxRules {
        OutboxRules(
            fixes: .gated(milliseconds: 0, metres: 0), maximumRecords: maxRecords,
            maximumAge: maxDays.map { Int64($0) * 86_400_000 }, isEnabled: url != nil, isAutomatic: autoSync,
            threshold: autoSyncThreshold, avoidsCellular: waitsForOtherThanCellular,
            firstRetry: BGeoPayload.backOffMilliseconds(afterFailures: 1), longestRetry: 300_000,
            refusalsBeforeParking: BGeoPayload.refusalsToPark)
    }
}
