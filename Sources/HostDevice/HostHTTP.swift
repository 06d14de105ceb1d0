package import LocationCore

/// HTTP by the system's own client.
package final class HostHTTP: HTTPPort {
    private let tell: @Sendable (DeviceEvent) -> Void
    private let client = HTTPClient()
    private let tasks = Locked<[String: Task<Void, Never>]>([:])

    /// - Parameter tell: Where the answers go.
    package init(tell: @escaping @Sendable (DeviceEvent) -> Void) { self.tell = tell }

    package func send(_ request: HTTPRequest) {
        // Taken down before it can end: an answer may come at once.
        tasks.withLock { tasks in
            tasks[request.id] = Task { [tell, client, tasks = self.tasks] in
                let result = await client.result(of: request)
                let isWanted = tasks.withLock { $0.removeValue(forKey: request.id) != nil }
                if isWanted, !Task.isCancelled { tell(.http(id: request.id, result)) }
            }
        }
    }

    package func cancel(id: String) {
        tasks.withLock { $0.removeValue(forKey: id) }?.cancel()
    }
}
