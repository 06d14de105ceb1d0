import LocationCore

/// Events, told to closures.
///
/// A closure is called on the main thread until its subscription is removed. What happened on a channel before anybody
/// ever listened to it is told to the first listener at once, up to 64 events. (BGEO-128)
extension BackgroundGeolocation {
    /// Something happened at a fence.
    @discardableResult public static func onGeofence(_ handler: @escaping (GeofenceEvent) -> Void) -> Subscription {
        subscribe(.geofence, handler, GeofenceEvent.init(dictionary:))
    }

    /// The set of watched fences changed.
    @discardableResult public static func onGeofencesChange(_ handler: @escaping (GeofencesChangeEvent) -> Void)
        -> Subscription
    {
        subscribe(.geofencesChange, handler, GeofencesChangeEvent.init(dictionary:))
    }

    /// A position was recorded; transitions at fences are not told here. (BGEO-097)
    @discardableResult public static func onLocation(_ handler: @escaping (Location) -> Void) -> Subscription {
        subscribe(.location, handler, Location.init(dictionary:))
    }

    /// The device began to move or came to rest.
    @discardableResult public static func onMotionChange(_ handler: @escaping (MotionChangeEvent) -> Void)
        -> Subscription
    {
        subscribe(.motionChange, handler, MotionChangeEvent.init(dictionary:))
    }

    /// An upload request ended.
    @discardableResult public static func onHttp(_ handler: @escaping (HttpEvent) -> Void) -> Subscription {
        subscribe(.http, handler, HttpEvent.init(dictionary:))
    }

    /// The network came or went.
    @discardableResult public static func onConnectivityChange(_ handler: @escaping (ConnectivityChangeEvent) -> Void)
        -> Subscription
    {
        subscribe(.connectivityChange, handler, ConnectivityChangeEvent.init(dictionary:))
    }

    /// A token was renewed, or not: `success`, and `accessToken` and `refreshToken`, or `status`.
    @discardableResult public static func onAuthorization(_ handler: @escaping ([String: Any]) -> Void) -> Subscription
    {
        subscribe(.authorization, handler) { $0 }
    }

    /// What the system allows or offers changed.
    @discardableResult public static func onProviderChange(_ handler: @escaping (ProviderChangeEvent) -> Void)
        -> Subscription
    {
        subscribe(.providerChange, handler, ProviderChangeEvent.init(dictionary:))
    }

    /// Some time has passed at rest.
    @discardableResult public static func onHeartbeat(_ handler: @escaping (HeartbeatEvent) -> Void) -> Subscription {
        subscribe(.heartbeat, handler, HeartbeatEvent.init(dictionary:))
    }

    /// The system began or ceased to ask for a low-power mode.
    @discardableResult public static func onPowerSaveChange(_ handler: @escaping (Bool) -> Void) -> Subscription {
        subscribe(.powerSaveChange, handler) { DictionaryReader($0).bool("isPowerSaveMode") }
    }

    /// The system could not tell a position.
    @discardableResult public static func onLocationError(_ handler: @escaping (LocationErrorEvent) -> Void)
        -> Subscription
    {
        subscribe(.locationError, handler, LocationErrorEvent.init(dictionary:))
    }

    /// Something that may have been a crash. Off by default.
    @discardableResult public static func onCrash(_ handler: @escaping (CrashEvent) -> Void) -> Subscription {
        subscribe(.crash, handler, CrashEvent.init(dictionary:))
    }

    /// The device was used while driving. Off by default.
    @discardableResult public static func onDistraction(_ handler: @escaping (DistractionEvent) -> Void) -> Subscription
    {
        subscribe(.distraction, handler, DistractionEvent.init(dictionary:))
    }

    /// The compass turned. Silent until ``watchHeading(_:)``.
    @discardableResult public static func onHeading(_ handler: @escaping (HeadingEvent) -> Void) -> Subscription {
        subscribe(.heading, handler, HeadingEvent.init(dictionary:))
    }

    /// Drops every listener of every channel and ends every stream. (BGEO-130)
    public static func removeListeners() { current.hub.removeListeners() }

    /// A payload that does not decode is told to nobody. (BGEO-133)
    private static func subscribe<Event>(
        _ channel: EventChannel, _ handler: @escaping (Event) -> Void, _ decode: @escaping ([String: Any]) -> Event?
    ) -> Subscription {
        current.hub.subscribe(channel) { payload in
            if let event = (payload.anyValue as? [String: Any]).flatMap(decode) { handler(event) }
        }
    }
}
