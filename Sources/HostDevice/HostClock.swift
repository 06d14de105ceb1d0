import Foundation
import LocationCore

/// The machine's own clocks.
struct HostClock: ClockPort {
    private static let origin = ContinuousClock.now
    private static let boot = bootIdentity()

    func now() -> Moment {
        let passed = Self.origin.duration(to: .now).components
        return Moment(
            wall: Timestamp(Date()), continuous: passed.seconds * 1000 + passed.attoseconds / 1_000_000_000_000_000,
            boot: Self.boot)
    }

    /// Continuous time is counted from the start of the process here, so it belongs to this process and no other.
    private static func bootIdentity() -> String { UUID().uuidString.lowercased() }
}

/// The machine's own random bits.
struct HostRandom: RandomPort {
    func next() -> UInt64 {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }
}

/// Timers that sleep.
final class HostWakeUps: WakeUpPort {
    private let events: HostEvents
    private let timers = Locked<[String: Task<Void, Never>]>([:])

    init(events: HostEvents) { self.events = events }

    func arm(key: String, after milliseconds: Int64) {
        let events = events
        let timer = Task {
            do { try await Task.sleep(for: .milliseconds(milliseconds)) } catch { return }
            events.tell(.wakeUp(key: key))
        }
        timers.withLock { timers in
            timers[key]?.cancel()
            timers[key] = timer
        }
    }

    func disarm(key: String) {
        timers.withLock { timers in
            timers[key]?.cancel()
            timers[key] = nil
        }
    }
}
