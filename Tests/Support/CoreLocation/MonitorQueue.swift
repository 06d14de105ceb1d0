import AppleStandIn
import Foundation
import LocationCore
import LocationSimulator

/// The events of one monitor between the phone and who awaits them.
final class MonitorQueue: Sendable {
    private let standIn: StandIn
    private let name: String
    private let state = Locked(State())

    private struct State {
        var buffer: [CLMonitor.Event] = []
        /// Held back while the app may not have them. (PLAT-055)
        var withheld: [CLMonitor.Event] = []
        /// Those who have asked for the next event, in the order in which they did.
        var waiters: [Waiter] = []
        /// How many iterators there are.
        var takers = 0
        /// How the next call ends, once what is there has been taken.
        var ending: Ending?
        /// Whether the process is counted as busy for this queue.
        var isCounted = false
    }

    private typealias Continuation = CheckedContinuation<CLMonitor.Event?, any Error>

    private struct Waiter {
        let id: Int
        let continuation: Continuation
    }

    enum Ending {
        case finish
        case fail(any Error)

        var result: Result<CLMonitor.Event?, any Error> {
            switch self {
            case .finish: .success(nil)
            case .fail(let error): .failure(error)
            }
        }
    }

    init(_ standIn: StandIn, _ name: String) {
        self.standIn = standIn
        self.name = name
        if standIn.traits.breaksFirstEvents { end(.fail(CLError(.regionMonitoringFailure))) }
    }

    /// Whether somebody awaits events.
    var isAwaited: Bool { state.withLock { $0.takers > 0 } }

    /// Counts the process as busy as long as somebody who awaits has something to do: deals with an event, or has one to
    /// take. Who has an iterator and lets it lie counts too, until it is gone.
    private func settle() {
        // Counted in one go with the reason, or who gives and who takes could count in the other order.
        state.withLock { state in
            let isBusy = state.takers > state.waiters.count || state.takers > 0 && !state.buffer.isEmpty
            guard isBusy != state.isCounted else { return }
            state.isCounted = isBusy
            if isBusy { standIn.began() } else { standIn.ended() }
        }
    }

    func enter() {
        state.withLock { $0.takers += 1 }
        settle()
        standIn.hearWhenReady()
    }

    func exit() {
        state.withLock { $0.takers -= 1 }
        settle()
    }

    /// The next event, for the one who asked first. (PLAT-049)
    func next() async throws -> CLMonitor.Event? {
        let id = standIn.nextNumber()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let answer = state.withLock { state -> Result<CLMonitor.Event?, any Error>? in
                    if !state.buffer.isEmpty { return .success(state.buffer.removeFirst()) }
                    if let ending = state.ending {
                        state.ending = nil
                        return ending.result
                    }
                    if Task.isCancelled { return .success(nil) }
                    state.waiters.append(Waiter(id: id, continuation: continuation))
                    return nil
                }
                settle()
                if let answer { continuation.resume(with: answer) }
            }
        } onCancel: {
            answer(id: id)
        }
    }

    /// A task that is cancelled gets no more.
    private func answer(id: Int) {
        let waiter = state.withLock { state -> Waiter? in
            state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
        }
        settle()
        waiter?.continuation.resume(returning: nil)
    }

    /// Somebody asks for the one after `event`, so that is dealt with. (PLAT-047)
    func dealtWith(_ event: CLMonitor.Event) {
        standIn.change(conditionsOf: name) { conditions in
            guard let index = conditions.firstIndex(where: { $0.id == event.identifier }) else { return }
            conditions[index].last = (Side(event.state), Timestamp(event.date), event.state != .unmonitored)
        }
    }

    /// Hands on an event, or keeps it for later where the app may not have it now. (PLAT-055)
    func put(_ event: CLMonitor.Event) {
        guard standIn.deliversConditions else {
            standIn.phone.note("withheld, for want of a session: \(event.identifier)")
            return state.withLock { $0.withheld.append(event) }
        }
        give(event)
    }

    /// Hands on an event whatever the app may have.
    func give(_ event: CLMonitor.Event) {
        let waiter = state.withLock { state -> Waiter? in
            guard !state.waiters.isEmpty else {
                state.buffer.append(event)
                return nil
            }
            return state.waiters.removeFirst()
        }
        settle()
        waiter?.continuation.resume(returning: event)
    }

    /// The sequence ends or throws for who asks next. (PLAT-050)
    func end(_ ending: Ending) {
        let waiter = state.withLock { state -> Waiter? in
            guard !state.waiters.isEmpty else {
                state.ending = ending
                return nil
            }
            return state.waiters.removeFirst()
        }
        settle()
        waiter?.continuation.resume(with: ending.result)
    }

    /// What was held back comes once the app may have it.
    func release() {
        guard standIn.deliversConditions else { return }
        let withheld = state.withLock { state in
            defer { state.withheld = [] }
            return state.withheld
        }
        for event in withheld { give(event) }
    }

    @MainActor func hear(_ event: DeviceEvent) {
        release()
        let news = MonitorNews(standIn: standIn, conditions: standIn.stored(of: name))
        for event in news.events(for: event) { put(event) }
        if standIn.lacksExplicitSession {
            for event in news.sessionRequests(for: event) { give(event) }
        }
    }
}

/// One who awaits, until they let go.
final class MonitorTaker: Sendable {
    private let queue: MonitorQueue
    private let taken = Locked<CLMonitor.Event?>(nil)

    init(_ queue: MonitorQueue) {
        self.queue = queue
        queue.enter()
    }

    deinit { queue.exit() }

    func next() async throws -> CLMonitor.Event? {
        if let event = taken.withLock({ $0 }) { queue.dealtWith(event) }
        taken.withLock { $0 = nil }
        let event = try await queue.next()
        taken.withLock { $0 = event }
        return event
    }
}

/// The monitors of a process, for the levers of a test.
final class MonitorQueues: Sendable {
    private let queues = Locked<[String: MonitorQueue]>([:])

    static func of(_ standIn: StandIn) -> MonitorQueues { standIn.singleton("monitors") { MonitorQueues() } }

    func add(_ queue: MonitorQueue, _ name: String) { queues.withLock { $0[name] = queue } }

    func named(_ name: String) -> MonitorQueue? { queues.withLock { $0[name] } }
}
