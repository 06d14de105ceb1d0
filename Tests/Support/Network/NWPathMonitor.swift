package import AppleStandIn
public import Dispatch
import LocationCore

/// Watches how the network is reached. The handler is called on the queue given to ``start(queue:)``, once soon after, and
/// at each change; never after ``cancel()``.
public final class NWPathMonitor: Sendable {
    private let paths: Paths
    private let state = Locked(State())

    private struct State {
        var handler: (@Sendable (NWPath) -> Void)?
        var queue: DispatchQueue?
        var isCancelled = false
    }

    /// A monitor of the running process.
    public init() { paths = Paths.of(.ofThisTask) }

    /// Who is told.
    public var pathUpdateHandler: (@Sendable (NWPath) -> Void)? {
        get { state.withLock { $0.handler } }
        set { state.withLock { $0.handler = newValue } }
    }

    /// Begins.
    public func start(queue: DispatchQueue) {
        state.withLock { $0.queue = queue }
        paths.add(self)
    }

    /// Ends, for good.
    public func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.handler = nil
        }
    }

    func tell(_ path: NWPath, _ standIn: StandIn) {
        guard let queue = state.withLock({ $0.isCancelled ? nil : $0.queue }) else { return }
        standIn.began()
        queue.async { [weak self] in
            self?.pathUpdateHandler?(path)
            standIn.ended()
        }
    }
}

/// The path of a process, and who watches it.
final class Paths: Sendable {
    private struct Watcher {
        weak var monitor: NWPathMonitor?
    }

    private struct State {
        var path = NWPath(.satisfied)
        var watchers: [Watcher] = []
        var isSilent = false
    }

    private let standIn: StandIn
    private let state = Locked(State())

    private init(_ standIn: StandIn) { self.standIn = standIn }

    static func of(_ standIn: StandIn) -> Paths { standIn.singleton("paths") { Paths(standIn) } }

    func add(_ monitor: NWPathMonitor) {
        let path = state.withLock { state in
            state.watchers.append(Watcher(monitor: monitor))
            return state.isSilent ? nil : state.path
        }
        if let path { monitor.tell(path, standIn) }
    }

    func change(_ path: NWPath?) {
        let watchers = state.withLock { state in
            state.isSilent = path == nil
            if let path { state.path = path }
            return state.watchers
        }
        guard let path else { return }
        for watcher in watchers { watcher.monitor?.tell(path, standIn) }
    }
}

extension StandIn {
    /// The network is reached in another way; `nil`: monitors get no first answer.
    package func setPath(_ path: NWPath?) { Paths.of(self).change(path) }
}
