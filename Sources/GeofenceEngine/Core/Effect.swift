package import LocationCore

/// Everything the core can ask for, after its state has been committed.
package enum Effect: Sendable {
    case unregister(String)
    /// How many places would be used, and which notices the system keeps; said where the places are shared.
    case want(places: Int, notices: Set<String>)
    case register(Region)
    case askState(String)
    case askFix(FixRequest)
    case watchFixes(FixRate)
    case stopWatching
    /// The one timer of the engine: milliseconds from now, or none.
    case wakeUp(after: Int64?)
    case notify(LocalNotification)
    case withdraw([String])
    case tell(Announcement)
    case deliver(DrainRequest)
}

/// Something for the adapter, with the identifier under which it is kept until it has been told.
package struct Announcement: Sendable {
    package let id: String?
    package let news: EngineNews
}

/// Which fences got a region and which lost theirs.
public struct SliceChange: Hashable, Sendable {
    /// Those that got one, in the order of the slice.
    public let on: [Fence]
    /// Those that lost theirs, as they were when it was registered, in stored order.
    public let off: [Fence]

    /// Describes a change.
    public init(on: [Fence], off: [Fence]) {
        self.on = on
        self.off = off
    }
}
