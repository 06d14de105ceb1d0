import GeofenceEngine
import LocationCore

/// Where the machines' decisions and the engine meet. It is called by one job after another and never by two at once.
actor CIODesk {
    let engine: GeofenceEngine
    let device: Device
    let log: CIOLogSink
    let notebook: CallNotebook
    let transitions: TransitionHub

    var context = DeliveryContext()
    var config = ServerConfig.fallback
    var lastSync: LastSync?
    var anonymousId = ""
    /// What the host configured in this process; `nil` before.
    var live: CoreSettings?
    var mode = GeofenceLocationMode.automatic
    /// Whether the geofence module, or the bootstrap, has begun.
    var isWired = false
    /// Whether modules are being started: the geofence module's launch waits until all are there. (CIO-007)
    var isStarting = false
    var launchIsDue = false
    var hasOpened = false
    /// Whether the store refused what the host has said; it is put in as soon as it takes it.
    var isBehind = false
    /// Whether the store could not be opened yet. Nothing is written until what it holds has been read.
    var isUnread = false
    /// Whether somebody was signed out before the store could be read, and whether that dropped the events.
    var signedOutUnread: (Bool, dropsEvents: Bool) = (false, false)
    /// Tells who is kept, where that is read late.
    var tellsKept: @Sendable (_ userId: String?, _ anonymousId: String) -> Void = { _, _ in }
    /// Notes of calls that have been carried out; the next commit removes them.
    var finished: [String] = []
    var isActive = false
    var authorization: Authorization?

    var machine = RefreshMachine()
    var positions = LocationMachine(memory: LocationMemory())
    var pipeline = PipelineQueue(flushAt: 20, flushInterval: 0)
    var tellsWaiting: @Sendable (Bool) -> Void = { _ in }

    /// The fix that began a pass: the only one that may prove a first side. (CIO 7.5)
    var passFix: Fix?
    /// The one request of the Location module.
    var fixRequest: String?
    var download: String?
    var received: NearestResponse?
    var upload: String?
    var flushes: [@Sendable () -> Void] = []
    private var requests = 0

    init(
        engine: GeofenceEngine, device: Device, notebook: CallNotebook, log: CIOLogSink, transitions: TransitionHub
    ) {
        self.engine = engine
        self.device = device
        self.notebook = notebook
        self.log = log
        self.transitions = transitions
    }

    /// What a call says of its own time and persons.
    struct CallMoment: Sendable {
        let at: Timestamp
        let messageId: String
        let userId: String?
        let anonymousId: String
    }

    /// How the engine behaves under the server's options and what is known of the way to the server.
    static func configuration(
        of config: ServerConfig, _ context: DeliveryContext, live: CoreSettings?, _ device: Device, _ log: CIOLogSink
    ) -> EngineConfiguration {
        let route = RowRoute(isPipelineAlive: live != nil, hasStoredKey: context.cdpApiKey != nil)
        let clock = device.clock
        return EngineConfiguration(
            policy: CIOPolicy.policy(config, isDelivering: route != .none), format: CIOFormat(),
            transport: CIOTransport(
                requests: requests(context, live: live),
                route: route, now: { clock.now().wall }, log: log))
    }

    var configuration: EngineConfiguration { Self.configuration(of: config, context, live: live, device, log) }

    var requester: CIORequests { Self.requests(context, live: live) }

    private static func requests(_ context: DeliveryContext, live: CoreSettings?) -> CIORequests {
        CIORequests(
            apiHost: live?.apiHost ?? context.apiHost ?? "", cdpApiKey: live?.cdpApiKey ?? context.cdpApiKey ?? "",
            requiresHTTPS: live?.requiresHTTPS ?? context.requiresHTTPS)
    }

    func say(_ level: CioLogLevel, _ tag: CIOLogLine.Tag, _ message: String) { log(CIOLogLine(level, tag, message)) }

    func makeRequestID(_ purpose: String) -> String {
        requests += 1
        return "\(CIOKeys.engine).\(purpose).\(requests)"
    }

    /// Values that are about to be committed, and the removal of notes that they make superfluous.
    func withNotes(_ values: [String: JSONValue?]) -> [String: JSONValue?] {
        finished.reduce(into: values) { $0.updateValue(nil, forKey: $1) }
    }

    /// Runs a call of the engine's. What the store refuses was not done; it is logged.
    @discardableResult func attempt(_ body: () async throws(StoreError) -> Void) async -> Bool {
        // The first write could otherwise open the file, and put what this process knows in the place of what is kept.
        if isUnread { return false }
        do throws(StoreError) {
            try await body()
            return true
        } catch {
            say(.error, .start, "nothing was stored: \(error)")
            return false
        }
    }
}
