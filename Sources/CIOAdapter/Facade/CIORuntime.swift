package import Foundation
package import LocationCore

/// What carries out the façade's requests: the core, the Location module and the geofence module on one engine.
///
/// Calls arrive on any thread and return at once; their order is kept for calls of one thread. What a host got wrong
/// has been sorted out before.
package protocol CIORuntime: AnyObject, Sendable {
    /// Starts the core; called once.
    func start(_ settings: CoreSettings)
    /// Starts the Location module; each call is passed on, the module refuses the second one itself.
    func startLocation(_ mode: LocationTrackingMode, onMainThread: Bool)
    /// Starts the geofence module; called once.
    func startGeofence(_ mode: GeofenceLocationMode)
    /// All modules of the configuration have been started.
    func modulesStarted()
    /// Wires monitoring and replays rows from what is kept, in a process in which the core may never start.
    func bootstrapForBackgroundDelivery()

    /// Takes a person and publishes "profile identified". A note of it is in the store before this returns.
    func identify(userId: String, traits: JSONObject)
    /// Signs out: a note of it is in the store before this returns, so that no later process takes the person for
    /// identified.
    func clearIdentify()
    /// Signs out in the same way and drops what the pipeline holds.
    func reset()
    /// Tells attributes of the person, or of the anonymous one.
    func setProfileAttributes(_ attributes: JSONObject)
    /// Tells an event.
    func track(name: String, properties: JSONObject)
    /// Tells a screen.
    func screen(title: String, category: String?, properties: JSONObject)
    /// Tells that somebody has another name from now on.
    func alias(newId: String)
    /// Drops the events of the host that wait.
    func purgeStorage()
    /// Sends what waits, then calls back.
    func flush(completion: (@Sendable () -> Void)?)

    /// Who is identified.
    var userId: String? { get }
    /// The identifier of the person before they are identified.
    var anonymousId: String { get }
    /// Whether events wait.
    var hasUnsentEvents: Bool { get }
    /// Where they wait; `nil` while there are none.
    var pendingUploads: [URL]? { get }

    /// Takes a fix of the host; `nil` when its coordinates are impossible.
    func setLastKnownLocation(_ fix: Fix?)
    /// Asks for a tracked fix.
    func requestLocationUpdate()
    /// Asks for a fix that is never tracked.
    func requestLocationUpdateSilently()
    /// The newest fix of any source, or the kept tracked one.
    func lastKnownLocation() async -> LocationData?
    /// Downloads fences from where the device is, whatever is kept.
    func refreshFromCurrentLocation()
}

/// What the core is started with.
package struct CoreSettings: Hashable, Sendable {
    package let cdpApiKey: String
    package let apiHost: String
    package let flushAt: Int
    /// Seconds.
    package let flushInterval: Double
    package let allowsBackgroundDelivery: Bool
    package let requiresHTTPS: Bool

    package init(
        cdpApiKey: String, apiHost: String, flushAt: Int, flushInterval: Double, allowsBackgroundDelivery: Bool,
        requiresHTTPS: Bool = false
    ) {
        self.requiresHTTPS = requiresHTTPS
        self.cdpApiKey = cdpApiKey
        self.apiHost = apiHost
        self.flushAt = flushAt
        self.flushInterval = flushInterval
        self.allowsBackgroundDelivery = allowsBackgroundDelivery
    }
}
