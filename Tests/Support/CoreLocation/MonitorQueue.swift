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
        var waiter: CheckedContinuation<CLMonitor.Event?, any Error>?
        var waiterID = 0
        /// What has been taken and not dealt with.
        var taken: CLMonitor.Event?
        var takers = 0
        /// How the next call ends, once what is there has been taken.
        var ending: Ending?
        /// Whether the process is counted as busy for this queue.
        var isCounted = false
    }

    enum Ending {
        case finish
        case fail(any Error)
    }

    init(_ standIn: StandIn, _ name: String) {
        self.standIn = standIn
        self.name = name
    }

    /// Whether somebody awaits events.
    var isAwaited: Bool { state.withLock { $0.takers > 0 } }

    /// Counts the process as busy as long as somebody who awaits has something to do.
    private func settle() {
        let change = state.withLock { state -> Int in
            let isBusy = state.takers > 0 && (state.waiter == nil || !state.buffer.isEmpty)
            defer { state.isCounted = isBusy }
            return isBusy == state.isCounted ? 0 : isBusy ? 1 : -1
        }
        if change > 0 { standIn.began() }
        if change < 0 { standIn.ended() }
    }

    func enter() {
        state.withLock { $0.takers += 1 }
        settle()
        standIn.attachWhenReady()
    }

    func exit() {
        state.withLock { $0.takers -= 1 }
        settle()
    }

    func next() async throws -> CLMonitor.Event? {
        finishTaken()
        let id = standIn.nextNumber()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let answer = state.withLock { state -> Result<CLMonitor.Event?, any Error>? in
                    if !state.buffer.isEmpty {
                        let event = state.buffer.removeFirst()
                        state.taken = event
                        return .success(event)
                    }
                    if let ending = state.ending {
                        state.ending = nil
                        switch ending {
                        case .finish: return .success(nil)
                        case .fail(let error): return .failure(error)
                        }
                    }
                    if Task.isCancelled { return .success(nil) }
                    state.waiter = continuation
                    state.waiterID = id
                    return nil
                }
                if let answer { continuation.resume(with: answer) }
                settle()
            }
        } onCancel: {
            let waiter = state.withLock { state -> CheckedContinuation<CLMonitor.Event?, any Error>? in
                guard state.waiterID == id else { return nil }
                defer { state.waiter = nil }
                return state.waiter
            }
            waiter?.resume(returning: nil)
            settle()
        }
    }

    /// What was taken is dealt with when the next one is asked for. (PLAT-047)
    private func finishTaken() {
        guard
            let event = state.withLock({ state in
                defer { state.taken = nil }
                return state.taken
            })
        else { return }
        var kept = standIn.conditions(of: name)
        guard let index = kept.firstIndex(where: { $0.id == event.identifier }) else { return }
        kept[index].condition.last = (Side(event.state), Timestamp(event.date), event.state != .unmonitored)
        standIn.keep(kept, of: name)
    }

    func put(_ event: CLMonitor.Event) {
        guard standIn.deliversConditions else { return state.withLock { $0.withheld.append(event) } }
        let waiter = state.withLock { state -> CheckedContinuation<CLMonitor.Event?, any Error>? in
            guard let waiter = state.waiter else {
                state.buffer.append(event)
                return nil
            }
            state.waiter = nil
            state.taken = event
            return waiter
        }
        settle()
        waiter?.resume(returning: event)
    }

    /// The sequence ends or throws at the next call. (PLAT-050)
    func end(_ ending: Ending) {
        let waiter = state.withLock { state -> CheckedContinuation<CLMonitor.Event?, any Error>? in
            guard let waiter = state.waiter else {
                state.ending = ending
                return nil
            }
            state.waiter = nil
            return waiter
        }
        settle()
        switch ending {
        case .finish: waiter?.resume(returning: nil)
        case .fail(let error): waiter?.resume(throwing: error)
        }
    }

    private func release() {
        guard standIn.deliversConditions else { return }
        let withheld = state.withLock { state in
            defer { state.withheld = [] }
            return state.withheld
        }
        for event in withheld { put(event) }
    }

    @MainActor func hear(_ event: DeviceEvent) {
        release()
        let kept = Set(standIn.conditions(of: name).map(\.id))
        switch event {
        case .regionState(let told) where kept.contains(told.id) && !told.isAnswer:
            put(CLMonitor.Event(identifier: told.id, state: .init(told.side), date: (told.at ?? now).date))
        // A test may script a crossing on any phone; a monitor tells it as the state after it.
        case .regionCrossed(let crossing) where kept.contains(crossing.id):
            put(
                CLMonitor.Event(
                    identifier: crossing.id, state: .init(crossing.direction.side), date: (crossing.at ?? now).date))
        case .regionLost(let id, let loss) where kept.contains(id):
            // Before 17.2 there was no word for it.
            guard standIn.version >= StandIn.Version(17, 2) else { return }
            put(CLMonitor.Event(identifier: id, state: .unmonitored, date: now.date, flags: flags(of: loss)))
        default: break
        }
    }

    private var now: Timestamp { standIn.phone.now.wall }

    private func flags(of loss: RegionLoss) -> Set<CLMonitor.Event.Flag> {
        guard standIn.version >= StandIn.Version(18) else { return [] }
        switch loss {
        case .overLimit: return [.conditionLimitExceeded]
        case .notAuthorized: return [.authorizationDenied]
        case .unavailable: return [.authorizationDeniedGlobally]
        case .tooLarge, .failed: return [.conditionUnsupported]
        case .unmonitored: return []
        }
    }
}

/// One who awaits, until they let go.
final class MonitorTaker: Sendable {
    private let queue: MonitorQueue

    init(_ queue: MonitorQueue) {
        self.queue = queue
        queue.enter()
    }

    deinit { queue.exit() }

    func next() async throws -> CLMonitor.Event? { try await queue.next() }
}

/// Levers of a test.
extension CLMonitor {
    /// The sequence throws at the next call. (PLAT-050)
    package nonisolated func breakEvents(_ error: any Error) { events.queue.end(.fail(error)) }

    /// The sequence ends at the next call. (PLAT-050)
    package nonisolated func finishEvents() { events.queue.end(.finish) }

    /// An event that no phone makes.
    package nonisolated func deliver(_ event: Event) { events.queue.put(event) }
}
