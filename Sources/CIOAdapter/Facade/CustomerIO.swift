/// Customer.io's SDK: identify someone, and their crossings of fences are told to the workspace. (CIO 1.2)
///
/// Nothing here throws or crashes. Calls may come from any thread; only ``initialize(withConfig:)`` wants the main one.
/// Before it, calls are ignored and logged.
public final class CustomerIO: Sendable {
    /// The version of this package. It is not the vendor's. (CIO 0.3)
    public static let version = "0.1.0"

    /// The one object.
    public static let shared = CustomerIO()

    private init() {}

    /// Starts the SDK, then its modules in the order in which they were added.
    ///
    /// Call it on the main thread. Elsewhere all but the Location module start, so that no fix can be taken. A second
    /// call changes nothing.
    public static func initialize(withConfig config: any SDKConfigBuilderResult) {
        let (sdk, pipeline) = (config.sdkConfig, config.dataPipelineConfig)
        CIOContext.current.start(
            level: sdk.logLevel,
            CoreSettings(
                cdpApiKey: pipeline.cdpApiKey, apiHost: pipeline.apiHost, flushAt: pipeline.flushAt,
                flushInterval: pipeline.flushInterval, allowsBackgroundDelivery: sdk.allowBackgroundDelivery,
                requiresHTTPS: sdk.requiresHTTPS))
        for module in config.modules { module.initialize() }
        CIOContext.current.modulesStarted()
    }

    /// The Location module. Before it is initialized its calls are logged as errors and do nothing.
    public static var location: any LocationServices { CIOLocationServices() }

    /// The geofence module.
    public static var geofence: any GeofenceServices { CIOGeofenceServices() }

    /// Who is identified; `nil` for nobody.
    public var userId: String? { CIOContext.current.runtime.userId }

    /// The identifier of the person before they are identified; another one after each sign-out.
    public var anonymousId: String { CIOContext.current.runtime.anonymousId }

    /// Whether events wait to be sent.
    public var hasUnsentEvents: Bool { CIOContext.current.runtime.hasUnsentEvents }

    /// Says who uses the app. From then on crossings are told for this person.
    ///
    /// A blank id is refused. The same id again without traits says nothing new and is passed over. (CIO-009, CIO-010)
    public func identify(userId: String, traits: [String: Any]? = nil) {
        CIOContext.current.identify(userId: userId, traits: traits)
    }

    /// Says who uses the app, with traits of a type of the app.
    @available(*, deprecated, message: "Pass the traits as a dictionary")
    public func identify<RequestBody: Codable>(userId: String, traits: RequestBody?) {
        let context = CIOContext.current
        context.identify(userId: userId, traits: traits.flatMap { context.dictionary($0, of: "identify") })
    }

    /// Signs the person out. Their crossings that wait are still told, as theirs.
    public func clearIdentify() { CIOContext.current.clearIdentify() }

    /// Tells attributes of the person.
    public func setProfileAttributes(_ attributes: [String: Any]) {
        CIOContext.current.setProfileAttributes(attributes)
    }

    /// Tells an event.
    public func track(name: String, properties: [String: Any]? = nil) {
        CIOContext.current.track(name: name, properties: properties)
    }

    /// Tells an event, with properties of a type of the app.
    @available(*, deprecated, message: "Pass the properties as a dictionary")
    public func track<RequestBody: Codable>(name: String, properties: RequestBody?) {
        let context = CIOContext.current
        context.track(name: name, properties: properties.flatMap { context.dictionary($0, of: "track") })
    }

    /// Tells an event without properties.
    public func track(name: String) { CIOContext.current.track(name: name, properties: nil) }

    /// Tells that a screen was shown.
    public func screen(title: String, properties: [String: Any]? = nil) {
        CIOContext.current.screen(title: title, properties: properties)
    }

    /// Sends what waits, also rows that are parked; the completion is called on any thread when the round is over.
    @preconcurrency public func flush(completion: (@Sendable () -> Void)? = nil) {
        CIOContext.current.flush(completion: completion)
    }

    /// Signs out and begins with another anonymous id.
    public func reset() { CIOContext.current.reset() }
}
