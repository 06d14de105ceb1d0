#if os(iOS) || os(macOS) || APPLE_STANDIN
    import HostDevice
    import LocationCore

    /// How the device reaches the network: told with the first facts, and on each change.
    ///
    /// A path monitor gives its first answer a moment after it was started. A listener waits for it, since what it sends
    /// before could go where the app does not want it; but not for ever.
    @MainActor final class NetworkDesk {
        /// How long a listener waits for the first answer, in milliseconds.
        private static let patience: Int64 = 1000

        private let wire: Wire
        /// What the watch said last, wherever it said it.
        private let latest = Locked<NetworkState?>(nil)
        private var state: NetworkState?
        private var isOverdue = false
        private var waiting: [CheckedContinuation<Void, Never>] = []

        init(_ wire: Wire) {
            self.wire = wire
            let (latest, load) = (latest, wire.load)
            wire.network.begin { [weak self] state in
                latest.withLock { $0 = state }
                load.begin()
                Task { @MainActor in
                    self?.take()
                    load.end()
                }
            }
        }

        /// What a listener is told; `nil` where nothing is known yet, and will be told then.
        func fact() async -> NetworkState? {
            if state == nil, !isOverdue {
                wire.wakeUps.arm(key: wire.key("network"), after: Self.patience)
                await withCheckedContinuation { waiting.append($0) }
            }
            return state
        }

        /// One of our timers came due.
        func wake(_ name: String) {
            guard name == "network", state == nil else { return }
            isOverdue = true
            release()
        }

        private func take() {
            guard let now = latest.withLock({ $0 }), now != state else { return }
            // The first answer is a fact to those who wait, and no change.
            let isNews = state != nil || isOverdue
            state = now
            if isNews { wire.tell(.network(now)) }
            release()
        }

        private func release() {
            for continuation in waiting { continuation.resume() }
            if !waiting.isEmpty { wire.wakeUps.disarm(key: wire.key("network")) }
            waiting = []
        }
    }
#endif
