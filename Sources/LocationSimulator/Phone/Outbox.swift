import LocationCore

/// What has to be told or run outside the lock, in order.
struct Outbox {
    enum Step {
        /// Tell an event to listeners of a process; `nil` for all it has when the event's turn comes.
        case tell(DeviceEvent, process: Int, only: (any DeviceListener)?)
        /// Run what the test registered for the start of a process.
        case start(process: Int, WakeCause)
        /// Let the server answer.
        case serve(Exchange)
    }

    private var steps: [Step] = []
    private var taken = 0

    mutating func add(_ step: Step) { steps.append(step) }

    mutating func next() -> Step? {
        guard taken < steps.count else { return nil }
        defer {
            taken += 1
            if taken == steps.count {
                steps.removeAll(keepingCapacity: true)
                taken = 0
            }
        }
        return steps[taken]
    }
}

/// What the phone does next, with everything that it needs outside the lock.
enum NextStep {
    case tell(DeviceEvent, process: Int, [any DeviceListener])
    case start(process: Int, WakeCause, AppBuilder?)
    case serve(Exchange, SimulatedServer)
    /// Nothing more is due. Those who waited for their turn may go on.
    case done([CheckedContinuation<Void, Never>])
}

extension World {
    /// Claims the right to deliver; false while somebody has it.
    mutating func beginDelivery() -> Bool {
        if isDelivering { return false }
        isDelivering = true
        return true
    }

    /// Runs actions that are due until one of them leaves something to be told.
    mutating func nextStep(until target: Int64) -> NextStep {
        // What is due now is delivered even when the target lies in the past.
        let limit = max(target, now)
        while true {
            while let step = outbox.next() {
                switch step {
                case .tell(let event, let id, let only):
                    guard let process, process.id == id else { continue }
                    let listeners = only.map { [$0] } ?? process.listeners
                    guard !listeners.isEmpty else { continue }
                    log("-> \(event.summary)")
                    return .tell(event, process: id, listeners)
                case .start(let id, let cause):
                    guard process?.id == id else { continue }
                    return .start(process: id, cause, build)
                case .serve(let exchange):
                    return .serve(exchange, network.server)
                }
            }
            guard let (due, action) = queue.next(until: limit) else {
                clock.run(to: limit)
                isDelivering = false
                defer { waiting = [] }
                return .done(waiting)
            }
            clock.run(to: due)
            action(&self)
        }
    }

    /// Whether a listener is attached in a process that still lives.
    func hears(_ listener: any DeviceListener, in id: Int) -> Bool {
        guard let process, process.id == id else { return false }
        return process.listeners.contains { $0 === listener }
    }
}
