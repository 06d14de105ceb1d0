package import LocationCore

/// Which fences are watched.
extension BGeoConfiguration {
    /// Metres around the last accepted fix in which a fence's centre makes it a candidate.
    package var proximityRadiusMetres: Double { positive("geofenceProximityRadius", otherwise: 1000) }

    /// Regions that the application asked to keep free, beyond the engine's own one. (BGEO-058)
    package var extraReservedRegions: Int {
        let ring = max(0, integer("wakeRegionRingCount") ?? 0)
        let trail = bool("wakeTrailEnabled") ? max(0, integer("wakeTrailCount") ?? 8) : 0
        return max(ring, trail)
    }

    /// How many fences may be watched at once.
    ///
    /// - Parameter budget: The system's limit less the engine's own region: 19, or 99 on the Android profile.
    package func monitoredLimit(budget: Int) -> Int {
        let free = max(0, budget - extraReservedRegions)
        let asked = integer("maxMonitoredGeofences") ?? -1
        return asked > 0 ? min(asked, free) : free
    }

    /// Whether a fence that contains the device when it is registered tells an entry.
    package var tellsInitialEntry: Bool { bool("geofenceInitialTriggerEntry") }
}

/// Which fixes are accepted, and when tracking goes on.
extension BGeoConfiguration {
    /// What happens to a fix that implies an impossible speed.
    package enum FilterPolicy: String, Hashable, Sendable, CaseIterable {
        /// It is refused.
        case conservative
        /// Its step is capped.
        case adjust
        /// It is taken.
        case passThrough = "passthrough"
    }

    package var filterPolicy: FilterPolicy {
        string("locationFilterPolicy").flatMap { FilterPolicy(rawValue: $0.lowercased()) } ?? .conservative
    }
    package var isFilterDisabled: Bool { bool("disableLocationFilter") }
    package var maxAccuracyMetres: Double { positive("locationFilterMaxAccuracy", otherwise: 100) }
    package var maxSpeedMetresPerSecond: Double { positive("locationFilterMaxSpeed", otherwise: 60) }
    package var distanceFilterMetres: Double { max(0, number("distanceFilter") ?? 10) }
    package var desiredAccuracy: Int { integer("desiredAccuracy") ?? -1 }
    package var asksForAlways: Bool { string("locationAuthorizationRequest") != "WhenInUse" }
    package var stopsOnTerminate: Bool { bool("stopOnTerminate") }
    package var startsOnBoot: Bool { bool("startOnBoot") }
    package var stopTimeoutMinutes: Int { max(0, integer("stopTimeout") ?? 5) }
    package var heartbeatSeconds: Int { integer("heartbeatInterval") ?? 60 }
}

/// What is queued, and how it is sent.
extension BGeoConfiguration {
    /// Where records go; `nil` keeps them waiting. (BGEO-135)
    package var url: String? { string("url") }
    /// `POST`, `PUT` or `PATCH`. (BGEO-109)
    package var method: String {
        let asked = string("method") ?? "POST"
        return ["POST", "PUT", "PATCH"].contains(asked) ? asked : "POST"
    }
    package var headers: [String: String] { texts("headers") }
    package var params: JSONObject { object("params") }
    package var extras: JSONObject { object("extras") }
    /// Body key of the records; `.` puts a single record's members at the root.
    package var rootProperty: String {
        let asked = string("httpRootProperty") ?? "location"
        return asked.isEmpty ? "location" : asked
    }
    package var autoSync: Bool { bool("autoSync") }
    package var waitsForOtherThanCellular: Bool { bool("disableAutoSyncOnCellular") }
    /// How many records automatic upload waits for, at least 1.
    package var autoSyncThreshold: Int { max(1, integer("autoSyncThreshold") ?? 0) }
    /// How many records one request carries at most; 1 unless batching, `nil` for no bound. (BGEO-104, BGEO-105)
    package var recordsPerRequest: Int? {
        guard bool("batchSync") else { return 1 }
        let asked = integer("maxBatchSize") ?? -1
        return asked > 0 ? asked : nil
    }
    package var isBatching: Bool { bool("batchSync") }
    package var timeoutMilliseconds: Int64 {
        let asked = integer("httpTimeoutMs") ?? 30000
        return asked > 0 ? Int64(asked) : 30000
    }
    /// How many records are kept; `nil` for no bound.
    package var maxRecords: Int? { integer("maxRecordsToPersist").flatMap { $0 >= 0 ? $0 : nil } }
    /// Days that a record is kept; `nil` for no bound.
    package var maxDays: Int? { integer("maxDaysToPersist").flatMap { $0 > 0 ? $0 : nil } }
}

/// Tokens and the log.
extension BGeoConfiguration {
    /// How uploads are authorised.
    package var authorization: BGeoAuthorization? {
        let members = object("authorization")
        return members.isEmpty ? nil : BGeoAuthorization(members)
    }
    /// Whether addresses of plain http are refused.
    package var requiresHTTPS: Bool { bool("requiresHTTPS") }
    /// The options of plain http.
    package var plainAddresses: PlainAddresses {
        PlainAddresses([
            ("url", url), ("logUrl", logURL), ("authorization.refreshUrl", authorization?.refreshURL),
        ])
    }
    package var logLevel: LogLevel { integer("logLevel").flatMap(LogLevel.init(rawValue:)) ?? .off }
    package var logMaxDays: Int { max(1, integer("logMaxDays") ?? 3) }
    package var logURL: String? { string("logUrl") }
}

extension BGeoConfiguration {
    private func positive(_ key: String, otherwise fallback: Double) -> Double {
        guard let given = number(key), given.isFinite, given > 0 else { return fallback }
        return given
    }
}
