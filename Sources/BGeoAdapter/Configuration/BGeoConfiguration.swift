package import LocationCore

/// The options in force: everything that was ever set, and the defaults for the rest.
///
/// A plain value. It is stored as ``json``, so that a process started by the system can watch and upload before the
/// application has called `ready`.
package struct BGeoConfiguration: Hashable, Sendable {
    /// What was set, under the options' own names; never null.
    package let settings: JSONObject

    /// Options of which nothing was ever set.
    package init() { settings = JSONObject() }

    /// Reads the stored form; anything but an object counts as nothing set.
    package init(json: JSONValue) { self = BGeoConfiguration().merging(json.objectValue ?? JSONObject()) }

    /// The form in which the options are stored.
    package var json: JSONValue { .object(settings) }

    /// These options with some changed. Null unsets a key, and so does an empty `url` or `logUrl`; nested objects are
    /// replaced as a whole. (BGEO-135, BGEO-136)
    package func merging(_ changes: JSONObject) -> BGeoConfiguration {
        var merged = settings
        for (key, value) in changes {
            let unsets = value == .null || ((key == "url" || key == "logUrl") && value == .string(""))
            merged[key] = unsets ? nil : value
        }
        return BGeoConfiguration(checked: merged)
    }

    /// These options with those of a façade value changed.
    package func merging(_ config: Config) -> BGeoConfiguration { merging(config.members) }

    /// An option as it was set, or its default; `nil` where it is unset and has none.
    package func value(_ key: String) -> JSONValue? { settings[key] ?? Self.defaults[key] }

    private init(checked settings: JSONObject) { self.settings = settings }
}

extension BGeoConfiguration {
    /// What holds for a key that was never set, on the iOS profile. (BGEO-153)
    package static let defaults: JSONObject = [
        "geofenceProximityRadius": .integer(1000),
        "maxMonitoredGeofences": .integer(-1),
        "geofenceInitialTriggerEntry": .bool(true),
        "method": .string("POST"),
        "httpRootProperty": .string("location"),
        "autoSync": .bool(true),
        "disableAutoSyncOnCellular": .bool(false),
        "autoSyncThreshold": .integer(0),
        "batchSync": .bool(false),
        "maxBatchSize": .integer(-1),
        "httpTimeoutMs": .integer(30000),
        "maxRecordsToPersist": .integer(-1),
        "maxDaysToPersist": .integer(0),
        "locationAuthorizationRequest": .string("Always"),
        "desiredAccuracy": .integer(-1),
        "distanceFilter": .integer(10),
        "stationaryRadius": .integer(200),
        "stationaryDistanceFilter": .integer(75),
        "stationaryDesiredAccuracy": .string("BALANCED"),
        "stationaryKeepAlive": .bool(true),
        "disableLocationFilter": .bool(false),
        "locationFilterMaxAccuracy": .integer(100),
        "locationFilterMaxSpeed": .integer(60),
        "locationFilterPolicy": .string("Conservative"),
        "kalmanProfile": .string("DEFAULT"),
        "odometerAccuracyThreshold": .integer(0),
        "disableElasticity": .bool(false),
        "elasticityMultiplier": .double(1.0),
        "showsBackgroundLocationIndicator": .bool(false),
        "stopTimeout": .integer(5),
        "motionTriggerDelay": .integer(0),
        "minimumActivityRecognitionConfidence": .integer(50),
        "disableMotionActivityUpdates": .bool(false),
        "preventSuspend": .bool(false),
        "triggerActivities": .string("in_vehicle,on_bicycle,walking,running,on_foot"),
        "heartbeatInterval": .integer(60),
        "stopOnTerminate": .bool(false),
        "startOnBoot": .bool(false),
        "debug": .bool(false),
        "logLevel": .integer(0),
        "logMaxDays": .integer(3),
        "diagnosticExtras": .bool(false),
        "useSessionEngine": .bool(true),
        "requiresHTTPS": .bool(false),
    ]
}
