package import LocationCore

extension Config {
    /// Unsets `url` or `logUrl`; an ordinary text elsewhere.
    public static let clearString = "\u{0}__BGEO_CLEAR__"
    /// Unsets `headers`.
    public static let clearDictionary = [clearString: clearString]
    /// Unsets `params` or `extras`.
    public static var clearAnyDictionary: [String: Any] { [clearString: clearString] }

    /// The options that are set, under their own names; `NSNull` for those that are to be unset.
    public func toDictionary() -> [String: Any] { PlainObject(members: members).dictionary }

    /// The options that are set; null for those that are to be unset.
    package var members: JSONObject {
        var writer = MemberWriter()
        writer.put("locationAuthorizationRequest", locationAuthorizationRequest)
        writer.put("locationAuthorizationAlert", locationAuthorizationAlert)
        writer.put("disableLocationAuthorizationAlert", disableLocationAuthorizationAlert)
        writer.put("backgroundPermissionRationale", backgroundPermissionRationale)
        writer.put("desiredAccuracy", desiredAccuracy)
        writer.put("distanceFilter", distanceFilter)
        writer.put("disableLocationFilter", disableLocationFilter)
        writer.put("locationFilterMaxAccuracy", locationFilterMaxAccuracy)
        writer.put("locationFilterMaxSpeed", locationFilterMaxSpeed)
        writer.put("locationFilterPolicy", locationFilterPolicy)
        writer.put("kalmanProfile", kalmanProfile)
        writer.put("odometerAccuracyThreshold", odometerAccuracyThreshold)
        writer.put("disableElasticity", disableElasticity)
        writer.put("elasticityMultiplier", elasticityMultiplier)
        writer.put("stationaryDesiredAccuracy", stationaryDesiredAccuracy)
        writer.put("stationaryLocationUpdateInterval", stationaryLocationUpdateInterval)
        writer.put("triggerActivities", triggerActivities)
        writer.put("minimumActivityRecognitionConfidence", minimumActivityRecognitionConfidence)
        writer.put("activityRecognitionInterval", activityRecognitionInterval)
        writer.put("disableMotionActivityUpdates", disableMotionActivityUpdates)
        writer.put("stopTimeout", stopTimeout)
        writer.put("showsBackgroundLocationIndicator", showsBackgroundLocationIndicator)
        writer.put("stationaryRadius", stationaryRadius)
        writer.put("wakeRegionRingCount", wakeRegionRingCount)
        writer.put("wakeRegionRingDistance", wakeRegionRingDistance)
        writer.put("wakeTrailEnabled", wakeTrailEnabled)
        writer.put("wakeTrailCount", wakeTrailCount)
        writer.put("stationaryDistanceFilter", stationaryDistanceFilter)
        writer.put("preventSuspend", preventSuspend)
        writer.put("heartbeatInterval", heartbeatInterval)
        writer.put("motionTriggerDelay", motionTriggerDelay)
        writer.put("locationUpdateInterval", locationUpdateInterval)
        writer.put("foregroundService", foregroundService)
        writer.put("notification", notification?.members)
        writer.put("stopOnTerminate", stopOnTerminate)
        writer.put("startOnBoot", startOnBoot)
        writer.put("debug", debug)
        writer.put("logLevel", logLevel)
        writer.put("logMaxDays", logMaxDays)
        writer.putOrClear("logUrl", logUrl)
        writer.put("maxDaysToPersist", maxDaysToPersist)
        writer.putOrClear("url", url)
        writer.put("method", method)
        writer.putOrClear("headers", headers)
        writer.putOrClear("params", paramsObject)
        writer.putOrClear("extras", extrasObject)
        writer.put("httpRootProperty", httpRootProperty)
        writer.put("autoSync", autoSync)
        writer.put("disableAutoSyncOnCellular", disableAutoSyncOnCellular)
        writer.put("autoSyncThreshold", autoSyncThreshold)
        writer.put("batchSync", batchSync)
        writer.put("maxBatchSize", maxBatchSize)
        writer.put("httpTimeoutMs", httpTimeoutMs)
        writer.put("maxRecordsToPersist", maxRecordsToPersist)
        writer.putOrClear("authorization", authorization)
        writer.put("stationaryKeepAlive", stationaryKeepAlive)
        writer.put("dormantOnStationary", dormantOnStationary)
        writer.put("dormantWakeInterval", dormantWakeInterval)
        writer.put("dormantGrace", dormantGrace)
        writer.put("diagnosticExtras", diagnosticExtras)
        writer.put("useSessionEngine", useSessionEngine)
        writer.put("geofenceProximityRadius", geofenceProximityRadius)
        writer.put("maxMonitoredGeofences", maxMonitoredGeofences)
        writer.put("geofenceInitialTriggerEntry", geofenceInitialTriggerEntry)
        writer.put("crashDetection", crashDetection?.members)
        writer.put("distractionDetection", distractionDetection?.members)
        writer.put("requiresHTTPS", requiresHTTPS)
        return writer.members
    }

    /// The first member of `params`, `extras` or the refresh payload that is no JSON value, with its path.
    package var unrepresentable: String? {
        if let member = paramsObject?.unrepresentable { return "params.\(member)" }
        if let member = extrasObject?.unrepresentable { return "extras.\(member)" }
        if let member = authorization?.refreshPayloadObject?.unrepresentable {
            return "authorization.refreshPayload.\(member)"
        }
        return nil
    }
}
