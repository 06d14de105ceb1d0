package import GeofenceEngine

/// What the engine must be told to behave like Customer.io's SDK. (policy matrix, column Customer.io)
package enum CIOPolicy {
    /// The region whose exit says that the device has moved. (CIO 0.2)
    package static let movementTriggerID = "cio_movement_trigger"

    /// The policy under the server's options of the moment.
    ///
    /// - Parameters:
    ///   - config: The server's options, or ``ServerConfig/fallback`` before any were received.
    ///   - isDelivering: Whether rows may be sent at all: an address and a key are known.
    package static func policy(_ config: ServerConfig, isDelivering: Bool = true) -> Policy {
        Policy(
            name: "cio",
            activity: ActivityRules(condition: .whenIdentified),
            places: PlaceRules(
                softwareLimit: 20, reserved: 1, cap: config.maxBusinessGeofences,
                helper: HelperRules(
                    regionID: movementTriggerID, arming: .always,
                    radius: .nearestPolygon(most: config.localRefreshTriggerRadius, floor: 100), edges: .exit,
                    recentreBeyond: 0)),
            slice: SliceRules(
                candidates: config.maxMonitoringDistance.map { .edgeWithin($0) } ?? .all, ties: .identifier,
                pinOverflow: .rank, coldStart: .nothing, reranking: .onRefreshOnly, measuresPolygonsExactly: false,
                anchorSurvivesRelaunch: true),
            registration: RegistrationRules(
                clampsToMaximum: true, sameWithinDegrees: 1e-7, sameWithinMetres: 0.5, renewalMilliseconds: 21_600_000),
            firstSide: FirstSideRules(tellsEnter: true, tellsEnterOfReshaped: false, stay: .candidate),
            endings: EndingRules(
                leavingSlice: .dropSilently, stayGoesOnAcrossReboot: false, stayGoesOnAcrossDowngrade: false,
                fixOutsideEndsStay: true, switchingOffForgetsSides: true, otherPersonEndsStays: true),
            fixes: FixRules(
                maximumAccuracy: nil, maximumAge: 30_000, maximumAhead: 0, speeding: .ignored, unproven: .mayRank,
                tracking: nil, requestAccuracy: 100, requestTimeout: 10_000, requestOldest: 30_000,
                looksAtWake: false),
            polygons: PolygonRules(table: .clearance, fixAccuracy: 10, fixTimeout: 10_000),
            dwell: DwellRules(proof: .evidence, usesNative: false, retries: 3, retryMilliseconds: 60_000),
            transitions: TransitionRules(
                position: .none, person: .required, windowMilliseconds: config.duplicateEventsExpiry,
                dwellSharesStayID: true, isTold: false, showsNotices: false, tellsSlice: false),
            outbox: OutboxRules(
                fixes: .none, maximumRecords: 100, maximumAge: nil, isEnabled: isDelivering, isAutomatic: true,
                threshold: 0, avoidsCellular: false, firstRetry: nil, refusalsBeforeParking: 3,
                refusedAgain: .atNextReason, interval: nil))
    }
}
