#if os(iOS) || os(macOS) || APPLE_STANDIN
    import Dispatch
    package import LocationCore
    import Network

    /// How the device reaches the network, as the system's path monitor says.
    package final class PathWatch: NetworkWatch {
        private let watching = Locked<NWPathMonitor?>(nil)

        /// Watches nothing yet.
        package init() {}

        deinit { watching.withLock { $0 }?.cancel() }

        /// Begins.
        package func begin(_ tell: @escaping @Sendable (NetworkState) -> Void) {
            let monitor = NWPathMonitor()
            watching.withLock { $0 = monitor }
            monitor.pathUpdateHandler = { path in tell(NetworkState(path)) }
            monitor.start(queue: DispatchQueue(label: "geofencing.network"))
        }
    }

    extension NetworkState {
        /// A path that still needs a connection, as one over a VPN on demand, is there: the first request brings it up.
        ///
        /// Metered is what the system calls expensive: cellular, and the hotspot of another phone.
        init(_ path: NWPath) {
            switch path.status {
            case .satisfied, .requiresConnection:
                self = path.isExpensive || path.usesInterfaceType(.cellular) ? .cellular : .unmetered
            case .unsatisfied: self = .none
            // A status of a newer system: a request that fails costs less than one that is never made.
            @unknown default: self = path.isExpensive ? .cellular : .unmetered
            }
        }
    }
#endif
