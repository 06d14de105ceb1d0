/// Something that happened on a device.
public enum DeviceEvent: Sendable {
    /// What region monitoring can do, and which regions the app has registered now; told at attaching and on change.
    case capabilities(RegionCapabilities)
    /// A position reading. `request` is the identifier of the request it answers, if it answers one.
    case fix(Fix, request: String?)
    /// A request for a fix ended without one.
    case fixFailed(request: String, FixFailure)
    /// A region's boundary was passed; from systems that report crossings only.
    case regionCrossed(RegionCrossing)
    /// On which side of a region the device is: the answer to a question, or a system that reports states.
    case regionState(RegionState)
    /// The system now watches a region, with this radius in metres.
    case regionTaken(id: String, radius: Double)
    /// The system does not watch a region (any more).
    case regionLost(id: String, RegionLoss)
    /// The system itself found that the device stayed in a region for its loitering delay. (PLAT-154)
    case nativeDwell(id: String, at: Timestamp, position: Fix?)
    /// An armed wake-up came due.
    case wakeUp(key: String)
    /// The location permission, at attaching and after each change.
    case authorization(Authorization)
    /// Something about the app's life.
    case app(AppEvent)
    /// How the device reaches the network, at attaching and after each change.
    case network(NetworkState)
    /// An HTTP request ended.
    case http(id: String, HTTPResult)
    /// The permission to show notifications, at attaching and after each change.
    case notificationPermission(NotificationPermission)
    /// The system asks for a low-power mode, or no longer does.
    case powerSave(Bool)
}

/// Something about the app's life.
public enum AppEvent: Hashable, Sendable {
    /// A new process began.
    case launched(WakeCause)
    /// A suspended process was resumed in the background.
    case woken(WakeCause)
    /// The app is in front of the person.
    case becameActive
    /// The app left the front.
    case enteredBackground
    /// The person or the system is about to end the process.
    case terminating
    /// Files protected until first unlock can be read now. (PLAT-053)
    case protectedDataAvailable
}

/// Why a process runs.
public enum WakeCause: String, Hashable, Sendable, Codable {
    /// The person opened the app.
    case user
    /// A region event is waiting to be delivered.
    case region
    /// The device moved far.
    case significantChange
    /// A background task or fetch.
    case backgroundTask
    /// The device booted (Android).
    case boot
    /// The system prepared a process without a reason to tell. (PLAT-078)
    case prewarm
}

/// How the device reaches the network.
public enum NetworkState: String, Hashable, Sendable, Codable {
    /// Not at all.
    case none
    /// By a cellular or otherwise metered link.
    case cellular
    /// By Wi-Fi, a cable or the like.
    case unmetered
}
