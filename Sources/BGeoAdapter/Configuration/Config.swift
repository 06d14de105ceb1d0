/// Options of the engine. Each is left out, and then unchanged, unless it is set.
///
/// `ready` and `setConfig` both merge what is set into the options in force, which last over restarts. A key is unset
/// again by its sentinel: ``clearString`` for `url` and `logUrl`, ``clearDictionary`` for `headers`,
/// ``clearAnyDictionary`` for `params` and `extras`, ``AuthorizationConfig/clear`` for `authorization`. (BGEO-134 to
/// BGEO-136) A number that is not finite unsets its key.
public struct Config: Sendable {
    /// Which permission is asked for: `Always` (default) or `WhenInUse`.
    public var locationAuthorizationRequest: String?
    /// Texts of the alert that is shown when the permission is too narrow. Stored; has no effect here.
    public var locationAuthorizationAlert: [String: String]?
    /// Whether that alert stays away; `false` by default. Stored; has no effect here.
    public var disableLocationAuthorizationAlert: Bool?
    /// Texts of another system's permission dialogue. Stored; has no effect here.
    public var backgroundPermissionRationale: [String: String]?
    /// Accuracy aimed at: a raw value of ``DesiredAccuracy``; −1 by default.
    public var desiredAccuracy: Int?
    /// Least metres between two positions; 10 by default.
    public var distanceFilter: Double?
    /// Whether every position with valid coordinates is accepted; `false` by default.
    public var disableLocationFilter: Bool?
    /// Metres of uncertainty above which a position is refused; 100 by default.
    public var locationFilterMaxAccuracy: Double?
    /// Metres per second between two positions above which the later one counts as a jump; 60 by default.
    public var locationFilterMaxSpeed: Double?
    /// What happens to jumps: `Conservative` (default) refuses them, `Adjust` caps them, `PassThrough` keeps them. Case
    /// does not matter; read when tracking starts.
    public var locationFilterPolicy: String?
    /// `DEFAULT`, `AGGRESSIVE` or `CONSERVATIVE` smoothing. Stored; has no effect here.
    public var kalmanProfile: String?
    /// Metres of uncertainty above which a position does not count for the odometer; 0, no bound, by default. Stored;
    /// has no effect here.
    public var odometerAccuracyThreshold: Double?
    /// Whether the distance filter ignores the speed; `false` by default. Stored; has no effect here.
    public var disableElasticity: Bool?
    /// How strongly it follows the speed; 1 by default. Stored; has no effect here.
    public var elasticityMultiplier: Double?
    /// Accuracy at rest; `BALANCED` by default. Stored; has no effect here.
    public var stationaryDesiredAccuracy: String?
    /// Pace at rest on another system. Stored; has no effect here.
    public var stationaryLocationUpdateInterval: Int?
    /// Comma-separated movements that begin a journey. Stored; has no effect here.
    public var triggerActivities: String?
    /// Least confidence, 0…100, of a movement that counts; 50 by default. Stored; has no effect here.
    public var minimumActivityRecognitionConfidence: Int?
    /// Pace of movement readings on another system. Stored; has no effect here.
    public var activityRecognitionInterval: Int?
    /// Whether movements are not read; `false` by default. Stored; has no effect here.
    public var disableMotionActivityUpdates: Bool?
    /// Minutes of rest after which the device counts as stationary; 5 by default.
    public var stopTimeout: Int?
    /// Whether the system shows that positions are used; `false` by default. Stored; has no effect here.
    public var showsBackgroundLocationIndicator: Bool?
    /// Metres around a place of rest; 200 by default. Stored; has no effect here.
    public var stationaryRadius: Double?
    /// Further regions taken from the budget of 19 when above 0; none when left out. (BGEO-058)
    public var wakeRegionRingCount: Int?
    /// Metres from the middle of such a ring. Stored; has no effect here.
    public var wakeRegionRingDistance: Double?
    /// Whether ``wakeTrailCount`` regions are taken from the budget of 19; `false` by default.
    public var wakeTrailEnabled: Bool?
    /// How many; 8 by default.
    public var wakeTrailCount: Int?
    /// Metres of movement that end a rest; 75 by default. Stored; has no effect here.
    public var stationaryDistanceFilter: Double?
    /// Whether the process is kept awake; `false` by default. Stored; has no effect here.
    public var preventSuspend: Bool?
    /// Seconds between two heartbeats at rest; 60 by default.
    public var heartbeatInterval: Int?
    /// Milliseconds of movement before a journey begins; 0 by default. Stored; has no effect here.
    public var motionTriggerDelay: Int?
    /// Pace of positions on another system. Stored; has no effect here.
    public var locationUpdateInterval: Int?
    /// Belongs to another system. Stored; has no effect here.
    public var foregroundService: Bool?
    /// The lasting notification of another system. Stored; has no effect here.
    public var notification: NotificationConfig?
    /// Whether tracking ends when the person closes the application; `false` by default.
    public var stopOnTerminate: Bool?
    /// Whether tracking that was on goes on after a restart of the device; `false` by default.
    public var startOnBoot: Bool?
    /// Whether events are made audible; `false` by default.
    public var debug: Bool?
    /// How much is kept in the log: a raw value of ``LogLevel``; 0 by default.
    public var logLevel: Int?
    /// Days that log rows are kept, at least 1; 3 by default.
    public var logMaxDays: Int?
    /// Where the log is uploaded to; empty counts as unset.
    public var logUrl: String?
    /// Days after which a queued record is dropped; only a number above 0 drops any.
    public var maxDaysToPersist: Int?
    /// Where records are uploaded to. Unset or empty, nothing is uploaded and records wait.
    public var url: String?
    /// `POST`, `PUT` or `PATCH`; anything else counts as `POST`. (BGEO-109)
    public var method: String?
    /// Header fields of every upload request. (BGEO-110)
    public var headers: [String: String]?
    /// Members merged into the root of every request body. (BGEO-107)
    public var params: [String: Any]? {
        get { paramsObject?.dictionary }
        set { paramsObject = newValue.map { PlainObject($0) } }
    }
    package private(set) var paramsObject: PlainObject?

    /// Members merged into the extras of every record as it is written; the record's own win. (BGEO-108)
    public var extras: [String: Any]? {
        get { extrasObject?.dictionary }
        set { extrasObject = newValue.map { PlainObject($0) } }
    }
    package private(set) var extrasObject: PlainObject?

    /// Body key of the record or records; `location` by default. With `.` the members of a single record go to the
    /// root. (BGEO-106)
    public var httpRootProperty: String?
    /// Whether records are uploaded without being asked; `true` by default.
    public var autoSync: Bool?
    /// Whether that waits for another network while on a cellular one; `false` by default.
    public var disableAutoSyncOnCellular: Bool?
    /// How many queued records that waits for; 0, none, by default.
    public var autoSyncThreshold: Int?
    /// Whether one request carries several records; `false` by default.
    public var batchSync: Bool?
    /// How many at most; no bound if not above 0, as by default.
    public var maxBatchSize: Int?
    /// Milliseconds after which a request fails; 30000 by default.
    public var httpTimeoutMs: Int?
    /// How many records are queued at most, the oldest being dropped; no bound if negative, as by default.
    public var maxRecordsToPersist: Int?
    /// Bearer token of the uploads, and how it is renewed.
    public var authorization: AuthorizationConfig?
    /// Whether the process is kept alive at rest; `true` by default. Stored; has no effect here.
    public var stationaryKeepAlive: Bool?
    /// Belongs to another system. Stored; has no effect here.
    public var dormantOnStationary: Bool?
    /// Belongs to another system. Stored; has no effect here.
    public var dormantWakeInterval: Int?
    /// Belongs to another system. Stored; has no effect here.
    public var dormantGrace: Int?
    /// Whether records carry the engine's own figures; `false` by default. Stored; has no effect here.
    public var diagnosticExtras: Bool?
    /// Belongs to another engine; `true` by default. Stored; has no effect here.
    public var useSessionEngine: Bool?
    /// Metres around the last accepted position in which a fence's middle must lie to be watched; 1000 by default, also
    /// if not finite or not above 0.
    public var geofenceProximityRadius: Double?
    /// How many fences are watched at most, within the budget of the system; no further bound if not above 0, as by
    /// default.
    public var maxMonitoredGeofences: Int?
    /// Whether a fence that contains the device when it is registered tells an entry; `true` by default.
    public var geofenceInitialTriggerEntry: Bool?
    /// Detection of crashes. Stored; has no effect here.
    public var crashDetection: CrashDetectionConfig?
    /// Detection of use while driving. Stored; has no effect here.
    public var distractionDetection: DistractionDetectionConfig?

    /// Whether addresses of plain http are refused, also on this machine; `false` by default. Beyond the vendor's API.
    public var requiresHTTPS: Bool?

    /// Creates options of which only those given are set.
    public init(
        locationAuthorizationRequest: String? = nil, locationAuthorizationAlert: [String: String]? = nil,
        disableLocationAuthorizationAlert: Bool? = nil, backgroundPermissionRationale: [String: String]? = nil,
        desiredAccuracy: Int? = nil, distanceFilter: Double? = nil, disableLocationFilter: Bool? = nil,
        locationFilterMaxAccuracy: Double? = nil, locationFilterMaxSpeed: Double? = nil,
        locationFilterPolicy: String? = nil, kalmanProfile: String? = nil,
        odometerAccuracyThreshold: Double? = nil, disableElasticity: Bool? = nil,
        elasticityMultiplier: Double? = nil, stationaryDesiredAccuracy: String? = nil,
        stationaryLocationUpdateInterval: Int? = nil, triggerActivities: String? = nil,
        minimumActivityRecognitionConfidence: Int? = nil, activityRecognitionInterval: Int? = nil,
        disableMotionActivityUpdates: Bool? = nil, stopTimeout: Int? = nil,
        showsBackgroundLocationIndicator: Bool? = nil, stationaryRadius: Double? = nil,
        wakeRegionRingCount: Int? = nil, wakeRegionRingDistance: Double? = nil, wakeTrailEnabled: Bool? = nil,
        wakeTrailCount: Int? = nil, stationaryDistanceFilter: Double? = nil, preventSuspend: Bool? = nil,
        heartbeatInterval: Int? = nil, motionTriggerDelay: Int? = nil, locationUpdateInterval: Int? = nil,
        foregroundService: Bool? = nil, notification: NotificationConfig? = nil, stopOnTerminate: Bool? = nil,
        startOnBoot: Bool? = nil, debug: Bool? = nil, logLevel: Int? = nil, logMaxDays: Int? = nil,
        logUrl: String? = nil, maxDaysToPersist: Int? = nil, url: String? = nil, method: String? = nil,
        headers: [String: String]? = nil, params: [String: Any]? = nil, extras: [String: Any]? = nil,
        httpRootProperty: String? = nil, autoSync: Bool? = nil, disableAutoSyncOnCellular: Bool? = nil,
        autoSyncThreshold: Int? = nil, batchSync: Bool? = nil, maxBatchSize: Int? = nil, httpTimeoutMs: Int? = nil,
        maxRecordsToPersist: Int? = nil, authorization: AuthorizationConfig? = nil,
        stationaryKeepAlive: Bool? = nil, dormantOnStationary: Bool? = nil, dormantWakeInterval: Int? = nil,
        dormantGrace: Int? = nil, diagnosticExtras: Bool? = nil, useSessionEngine: Bool? = nil,
        geofenceProximityRadius: Double? = nil, maxMonitoredGeofences: Int? = nil,
        geofenceInitialTriggerEntry: Bool? = nil, crashDetection: CrashDetectionConfig? = nil,
        distractionDetection: DistractionDetectionConfig? = nil, requiresHTTPS: Bool? = nil
    ) {
        self.locationAuthorizationRequest = locationAuthorizationRequest
        self.locationAuthorizationAlert = locationAuthorizationAlert
        self.disableLocationAuthorizationAlert = disableLocationAuthorizationAlert
        self.backgroundPermissionRationale = backgroundPermissionRationale
        self.desiredAccuracy = desiredAccuracy
        self.distanceFilter = distanceFilter
        self.disableLocationFilter = disableLocationFilter
        self.locationFilterMaxAccuracy = locationFilterMaxAccuracy
        self.locationFilterMaxSpeed = locationFilterMaxSpeed
        self.locationFilterPolicy = locationFilterPolicy
        self.kalmanProfile = kalmanProfile
        self.odometerAccuracyThreshold = odometerAccuracyThreshold
        self.disableElasticity = disableElasticity
        self.elasticityMultiplier = elasticityMultiplier
        self.stationaryDesiredAccuracy = stationaryDesiredAccuracy
        self.stationaryLocationUpdateInterval = stationaryLocationUpdateInterval
        self.triggerActivities = triggerActivities
        self.minimumActivityRecognitionConfidence = minimumActivityRecognitionConfidence
        self.activityRecognitionInterval = activityRecognitionInterval
        self.disableMotionActivityUpdates = disableMotionActivityUpdates
        self.stopTimeout = stopTimeout
        self.showsBackgroundLocationIndicator = showsBackgroundLocationIndicator
        self.stationaryRadius = stationaryRadius
        self.wakeRegionRingCount = wakeRegionRingCount
        self.wakeRegionRingDistance = wakeRegionRingDistance
        self.wakeTrailEnabled = wakeTrailEnabled
        self.wakeTrailCount = wakeTrailCount
        self.stationaryDistanceFilter = stationaryDistanceFilter
        self.preventSuspend = preventSuspend
        self.heartbeatInterval = heartbeatInterval
        self.motionTriggerDelay = motionTriggerDelay
        self.locationUpdateInterval = locationUpdateInterval
        self.foregroundService = foregroundService
        self.notification = notification
        self.stopOnTerminate = stopOnTerminate
        self.startOnBoot = startOnBoot
        self.debug = debug
        self.logLevel = logLevel
        self.logMaxDays = logMaxDays
        self.logUrl = logUrl
        self.maxDaysToPersist = maxDaysToPersist
        self.url = url
        self.method = method
        self.headers = headers
        self.paramsObject = params.map { PlainObject($0) }
        self.extrasObject = extras.map { PlainObject($0) }
        self.httpRootProperty = httpRootProperty
        self.autoSync = autoSync
        self.disableAutoSyncOnCellular = disableAutoSyncOnCellular
        self.autoSyncThreshold = autoSyncThreshold
        self.batchSync = batchSync
        self.maxBatchSize = maxBatchSize
        self.httpTimeoutMs = httpTimeoutMs
        self.maxRecordsToPersist = maxRecordsToPersist
        self.authorization = authorization
        self.stationaryKeepAlive = stationaryKeepAlive
        self.dormantOnStationary = dormantOnStationary
        self.dormantWakeInterval = dormantWakeInterval
        self.dormantGrace = dormantGrace
        self.diagnosticExtras = diagnosticExtras
        self.useSessionEngine = useSessionEngine
        self.geofenceProximityRadius = geofenceProximityRadius
        self.maxMonitoredGeofences = maxMonitoredGeofences
        self.geofenceInitialTriggerEntry = geofenceInitialTriggerEntry
        self.crashDetection = crashDetection
        self.distractionDetection = distractionDetection
        self.requiresHTTPS = requiresHTTPS
    }
}
