import LocationCore

/// Events, told in streams.
///
/// Every read of a property is a subscription of its own, with an unbounded buffer; it ends with the task that
/// consumes it, with the stream, or with ``removeListeners()``. (BGEO-132)
extension BackgroundGeolocation {
    /// Something happened at a fence.
    public static var geofenceEvents: AsyncStream<GeofenceEvent> { stream(.geofence, GeofenceEvent.init(dictionary:)) }

    /// The set of watched fences changed.
    public static var geofenceChanges: AsyncStream<GeofencesChangeEvent> {
        stream(.geofencesChange, GeofencesChangeEvent.init(dictionary:))
    }

    /// A position was recorded; transitions at fences are not told here. (BGEO-097)
    public static var locations: AsyncStream<Location> { stream(.location, Location.init(dictionary:)) }

    /// The device began to move or came to rest.
    public static var motionChanges: AsyncStream<MotionChangeEvent> {
        stream(.motionChange, MotionChangeEvent.init(dictionary:))
    }

    /// An upload request ended.
    public static var httpEvents: AsyncStream<HttpEvent> { stream(.http, HttpEvent.init(dictionary:)) }

    /// The network came or went.
    public static var connectivityChanges: AsyncStream<ConnectivityChangeEvent> {
        stream(.connectivityChange, ConnectivityChangeEvent.init(dictionary:))
    }

    /// A token was renewed, or not: `success`, and `accessToken` and `refreshToken`, or `status`.
    public static var authorizationEvents: AsyncStream<[String: Any]> { stream(.authorization) { $1.yield($0) } }

    /// What the system allows or offers changed.
    public static var providerChanges: AsyncStream<ProviderChangeEvent> {
        stream(.providerChange, ProviderChangeEvent.init(dictionary:))
    }

    /// Some time has passed at rest.
    public static var heartbeats: AsyncStream<HeartbeatEvent> { stream(.heartbeat, HeartbeatEvent.init(dictionary:)) }

    /// The system began or ceased to ask for a low-power mode.
    public static var powerSaveChanges: AsyncStream<Bool> {
        stream(.powerSaveChange) { DictionaryReader($0).bool("isPowerSaveMode") }
    }

    /// The system could not tell a position.
    public static var locationErrors: AsyncStream<LocationErrorEvent> {
        stream(.locationError, LocationErrorEvent.init(dictionary:))
    }

    /// Something that may have been a crash. Off by default.
    public static var crashEvents: AsyncStream<CrashEvent> { stream(.crash, CrashEvent.init(dictionary:)) }

    /// The device was used while driving. Off by default.
    public static var distractionEvents: AsyncStream<DistractionEvent> {
        stream(.distraction, DistractionEvent.init(dictionary:))
    }

    /// The compass turned. Silent until ``watchHeading(_:)``.
    public static var headingEvents: AsyncStream<HeadingEvent> { stream(.heading, HeadingEvent.init(dictionary:)) }

    private static func stream<Event: Sendable>(
        _ channel: EventChannel, _ decode: @escaping @Sendable ([String: Any]) -> Event?
    ) -> AsyncStream<Event> {
        stream(channel) { dictionary, continuation in
            if let event = decode(dictionary) { continuation.yield(event) }
        }
    }

    private static func stream<Event>(
        _ channel: EventChannel,
        deliver: @escaping @MainActor (sending [String: Any], AsyncStream<Event>.Continuation) -> Void
    ) -> AsyncStream<Event> {
        let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
        let subscription = current.hub.subscribe(channel, onDetach: { continuation.finish() }) { payload in
            guard case .object(let members) = payload else { return }
            deliver(PlainObject(members: members).dictionary, continuation)
        }
        continuation.onTermination = { _ in subscription.remove() }
        return stream
    }
}
