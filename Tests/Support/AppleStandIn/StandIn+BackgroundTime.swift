import LocationCore
import LocationSimulator

/// Tasks that go on in the background. (PLAT-073)
extension StandIn {
    /// How long before the end of the time an app is warned, in milliseconds.
    static let warning: Int64 = 1000

    /// Begins a task; its number, or `nil` where the system refuses.
    public func beginBackgroundTask(_ handler: (@MainActor @Sendable () -> Void)?) -> Int? {
        let id = nextNumber()
        device.backgroundTime.hold(Self.taskName(id))
        guard process.isHolding(Self.taskName(id)) else { return nil }
        state.withLock { $0.expirations[id] = handler ?? {} }
        if phone.appState != .foreground { warn() }
        return id
    }

    /// A task has ended; one that ended before changes nothing.
    public func endBackgroundTask(_ id: Int) {
        guard state.withLock({ $0.expirations.removeValue(forKey: id) }) != nil else { return }
        device.backgroundTime.release(Self.taskName(id))
    }

    /// The time of all tasks begins to run when the app leaves the front.
    public func warn() {
        guard backgroundTaskCount > 0 else { return }
        later(max(0, phone.knobs.backgroundTaskBudget - Self.warning), "expiration") { [weak self] in
            guard let self, phone.appState == .background else { return }
            await expireBackgroundTasks()
        }
    }

    /// The time runs out: the handlers run, and a task that none of them ends is a violation.
    public func expireBackgroundTasks() async {
        let handlers = state.withLock { $0.expirations }
        await MainActor.run {
            StandIn.$current.withValue(self) {
                for id in handlers.keys.sorted() { handlers[id]?() }
            }
        }
        let left = state.withLock { $0.expirations.keys.count { handlers[$0] != nil } }
        if left > 0 { violate("\(left) background tasks were not ended in time") }
    }

    /// How many tasks run in the background.
    public var backgroundTaskCount: Int { state.withLock { $0.expirations.count } }

    private static func taskName(_ id: Int) -> String { "task-\(id)" }
}
