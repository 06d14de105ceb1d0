package import LocationCore

/// Timers that sleep.
package final class HostWakeUps: WakeUpPort {
    private let tell: @Sendable (DeviceEvent) -> Void
    private let timers = Locked<[String: Task<Void, Never>]>([:])

    /// - Parameter tell: Where the wake-ups go.
    package init(tell: @escaping @Sendable (DeviceEvent) -> Void) { self.tell = tell }

    package func arm(key: String, after milliseconds: Int64) {
        let tell = tell
        let timer = Task {
            do { try await Task.sleep(for: .milliseconds(milliseconds)) } catch { return }
            tell(.wakeUp(key: key))
        }
        timers.withLock { timers in
            timers[key]?.cancel()
            timers[key] = timer
        }
    }

    package func disarm(key: String) {
        timers.withLock { timers in
            timers[key]?.cancel()
            timers[key] = nil
        }
    }
}
