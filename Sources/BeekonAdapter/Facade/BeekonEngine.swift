package import GeofenceEngine
package import LocationCore

/// What ``Beekon`` needs of the engine under it. Each call returns when it is committed; one that throws changed nothing.
package protocol BeekonEngine: Sendable {
    /// Puts a configuration in force.
    func use(_ use: EngineUse) async throws(BeekonError)
    /// Adds or replaces fences of the app's, all or none.
    func put(_ fences: [Fence]) async throws(BeekonError)
    /// Removes fences of the app's; unknown names change nothing.
    func remove(_ ids: [FenceID]) async throws(BeekonError)
    /// The fences of a set in stored order.
    func fences(set: String) async throws(BeekonError) -> [Fence]
    /// A value that was kept beside a change.
    func value(_ key: String) async -> JSONValue?
    /// Switches tracking on or off.
    func setTracking(_ isOn: Bool) async throws(BeekonError)
    /// Whether tracking is on, as the store has it: an earlier process may have switched it on.
    var isTracking: Bool { get async }
    /// The records of locations whose time lies in a range, both ends included.
    func locations(from: Timestamp, to: Timestamp) async throws(BeekonError) -> [Record]
    /// Removes the records of all locations.
    func removeLocations() async throws(BeekonError)
    /// Uploads at once, whatever holds automatic uploads back.
    func deliver() async throws(BeekonError)
    /// One position for the app, neither recorded nor told; the accuracy is in metres, the timeout in milliseconds.
    func fix(accuracy: Double, timeout: Int64) async throws(FixFailure) -> Fix
    /// A new identifier.
    func makeIdentifier() async -> String
    /// The location permission now.
    var authorization: Authorization { get async }
    /// Puts the question for a location permission, where the system allows it.
    func requestAuthorization(_ tier: AuthorizationTier) async
    /// The permission to show notifications now.
    var notificationPermission: NotificationPermission { get async }
    /// Puts that question and waits for the answer.
    func requestNotificationPermission() async -> NotificationPermission
    /// Why a fence did or did not fire, as sentences.
    func explain(_ id: FenceID) async -> [String]
    /// On which side of a fence the device is; `nil` for an unknown fence.
    func state(of id: FenceID) async -> GeofenceEngine.FenceState?
    /// The fences in which the device is.
    func insideNow() async -> [FenceID]
    /// Every fence with its region or why it has none.
    func monitored() async -> [GeofenceEngine.MonitoredFence]
    /// Stops listening and closes the store.
    func close() async
}

/// A configuration and what belongs to putting it in force. The policy, the format of records, the active set and the
/// way to the server all follow from it.
package struct EngineUse: Sendable {
    /// The configuration.
    package let config: BeekonConfig
    /// Whether a tracking session runs.
    package let isTracking: Bool
    /// Values to keep in the same commit; `nil` removes one.
    package let values: [String: JSONValue?]
    /// Whether the server's fences go, because they were another project's.
    package let isEmptyingSlice: Bool
    /// Whether the way to the server is new, so that it is tried at once.
    package let isNewWay: Bool
}

/// Who hears what the engine has to tell, one thing after the other. The engine holds it weakly.
package protocol BeekonEngineListener: AnyObject, Sendable {
    /// Takes one piece of news; it counts as told when this returns.
    func hear(_ news: BeekonNews) async
}

/// What the engine has to tell.
package enum BeekonNews: Sendable {
    /// A boundary was crossed.
    case transition(Transition)
    /// A location was recorded.
    case recorded(Record)
    /// The system ended tracking.
    case trackingEnded
    /// The location permission, when it becomes known and after each change.
    case authorization(Authorization)
    /// A step of an upload.
    case upload(UploadStep)
    /// The configuration in force has new credentials, which are kept already.
    case renewed(AuthConfig)
    /// What the server says about the slice; a new one is in force already.
    case slice(SliceAnswer)
    /// A 3xx that is not followed, and where it points.
    case redirected(status: Int, to: String)
    /// Something is sent over plain http, beyond this machine.
    case plainHTTP(String)
    /// Something about the store that a reader of the log should know.
    case store(String)
}

/// A step of an upload.
package enum UploadStep: Hashable, Sendable {
    /// A request begins.
    case began
    /// A request ended; whether it carried one record at most.
    case answered(UploadAnswer, isSmallest: Bool)
    /// Nothing more is sent now.
    case ended
}
