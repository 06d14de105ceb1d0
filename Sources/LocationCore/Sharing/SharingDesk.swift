/// Carries out what those who share a device ask for, and tells each what concerns it.
///
/// Everything that is told passes one queue, which is emptied while the device delivers an event. Where something is to be
/// told without one, a timer that is due at once makes one, so that a device on simulated time keeps its order.
final class SharingDesk: Sendable {
    private enum Word {
        case event(String, DeviceEvent)
        case welcome(String, any DeviceListener)
        /// What this one still waits for finds no place.
        case refuse(String)
    }

    private struct Seat {
        var listeners: [any DeviceListener] = []
        /// What it was told of its places last; `nil` before its welcome.
        var told: RegionCapabilities?
        var isWelcome = false
        /// Whether it is to hear what the system holds.
        var mustHear = false
        /// Whether its engine, and not only some other listener, has been there to take the events of its regions.
        var hasSpoken = false
    }

    private struct State {
        var budget = RegionBudget()
        var fixes = FixSharing()
        var seats: [String: Seat] = [:]
        var queue: [Word] = []
        var facts = Facts()
        /// What came for owners that did not listen; the newest 256.
        var early: [(id: String, event: DeviceEvent)] = []
        var isDraining = false
        var hasRung = false
    }

    private struct Facts {
        var authorization: Authorization?
        var network: NetworkState?
        var notifications: NotificationPermission?
        var powerSave: Bool?
        var launch: AppEvent?
        var isInFront = false

        var events: [DeviceEvent] {
            [
                authorization.map { .authorization($0) }, network.map { .network($0) },
                notifications.map { .notificationPermission($0) }, powerSave.map { .powerSave($0) },
                launch.map { .app($0) }, isInFront ? .app(.becameActive) : nil,
            ].compactMap { $0 }
        }
    }

    private static let bell = "shared"
    private let base: Device
    private let state = Locked(State())

    init(_ base: Device) { self.base = base }

    // MARK: What is asked for

    func join(_ name: String) {
        state.withLock { state in
            state.budget.join(name)
            if state.seats[name] == nil { state.seats[name] = Seat() }
        }
        ring()
    }

    func attach(_ name: String, _ listener: any DeviceListener) {
        state.withLock { $0.queue.append(.welcome(name, listener)) }
        ring()
    }

    func detach(_ name: String, _ listener: any DeviceListener) {
        budget { _ in
            []
        } also: { state in
            state.queue.removeAll { if case .welcome(_, let joining) = $0 { joining === listener } else { false } }
            state.seats[name]?.listeners.removeAll { $0 === listener }
            guard state.seats[name]?.listeners.isEmpty == true else { return [] }
            state.seats[name] = Seat()
            return state.budget.setPresent(name, false)
        }
    }

    /// One commands its regions: the division changes, and what it lets through is handed on.
    func regions(_ name: String, _ change: (inout RegionBudget) -> [RegionBudget.Command]) {
        budget(change) { state in
            if state.seats[name]?.hasSpoken == false {
                state.seats[name]?.hasSpoken = true
                state.early.removeAll { state.budget.owner(of: $0.id) == name }
            }
            return []
        }
    }

    func budget(_ change: (inout RegionBudget) -> [RegionBudget.Command]) { budget(change) { _ in [] } }

    private func budget(
        _ change: (inout RegionBudget) -> [RegionBudget.Command],
        also: (inout State) -> [RegionBudget.Command]
    ) {
        // Handed on under the lock, so that the device hears commands in the order in which they were let through.
        state.withLock { state in
            perform(change(&state.budget))
            perform(also(&state))
            for name in state.budget.names where state.budget.members[name]?.waiting.isEmpty == false {
                state.queue.append(.refuse(name))
            }
        }
        ring()
    }

    private func perform(_ commands: [RegionBudget.Command]) {
        for command in commands {
            switch command {
            case .register(let region): base.regions.register(region)
            case .post(let notification): base.notifications.post(notification)
            }
        }
    }

    func fixes(_ change: (inout FixSharing) -> [FixSharing.Command]) {
        state.withLock { perform(change(&$0.fixes)) }
    }

    private func perform(_ commands: [FixSharing.Command]) {
        for command in commands {
            switch command {
            case .request(let request): base.fixes.request(request)
            case .cancel(let id): base.fixes.cancel(request: id)
            case .watch(let rate): base.fixes.watch(owner: Self.bell, rate: rate)
            case .stopWatching: base.fixes.stopWatching(owner: Self.bell)
            case .arm(let key, let delay): base.wakeUps.arm(key: key, after: delay)
            case .disarm(let key): base.wakeUps.disarm(key: key)
            }
        }
    }

    func shares() -> [RegionShare] {
        state.withLock { state in
            state.budget.names.compactMap { name in
                state.budget.members[name].map {
                    RegionShare(
                        name: name, places: $0.isPresent ? $0.granted : $0.used, used: $0.used, wanted: $0.wanted,
                        isRunning: $0.isPresent)
                }
            }
        }
    }

    func release(_ name: String) {
        budget { budget in
            guard budget.members[name]?.isPresent == false else { return [] }
            return budget.regions(of: name).flatMap { id in
                base.regions.unregister(id: id)
                return budget.unregister(name, id)
            }
        }
    }

    // MARK: What happens

    /// Finds out whom an event concerns.
    func take(_ event: DeviceEvent) {
        state.withLock { state in
            switch event {
            case .capabilities(let capabilities):
                perform(state.budget.take(capabilities))
                for name in state.seats.keys { state.seats[name]?.mustHear = true }
            case .fix(let fix, let request?): answer(request, &state) { .fix(fix, request: $0) }
            case .fix(let fix, nil):
                let names = state.seats.keys.sorted()
                for name in state.fixes.hearers(of: fix, among: names) { state.queue.append(.event(name, event)) }
            case .fixFailed(let request, let failure):
                answer(request, &state) { .fixFailed(request: $0, failure) }
            case .regionCrossed(let crossing): pass(event, about: crossing.id, &state)
            case .regionState(let side): pass(event, about: side.id, &state)
            case .nativeDwell(let id, _, _): pass(event, about: id, &state)
            case .regionTaken(let id, _):
                state.budget.taken(id)
                pass(event, about: id, &state)
            case .regionLost(let id, _):
                pass(event, about: id, &state)
                perform(state.budget.lost(id))
            case .wakeUp(let key): wake(key, &state)
            case .http(let id, let result):
                if let (name, id) = unwrapped(id) { state.queue.append(.event(name, .http(id: id, result))) }
            case .authorization, .network, .notificationPermission, .powerSave, .app:
                note(event, &state)
                // The others find it among the facts of their welcome.
                for name in state.seats.keys.sorted() where state.seats[name]?.isWelcome == true {
                    state.queue.append(.event(name, event))
                }
            }
        }
    }

    private func note(_ event: DeviceEvent, _ state: inout State) {
        switch event {
        case .authorization(let authorization): state.facts.authorization = authorization
        case .network(let network): state.facts.network = network
        case .notificationPermission(let permission): state.facts.notifications = permission
        case .powerSave(let isOn): state.facts.powerSave = isOn
        case .app(.launched(let cause)): state.facts.launch = .launched(cause)
        case .app(.becameActive): state.facts.isInFront = true
        case .app(.enteredBackground): state.facts.isInFront = false
        default: break
        }
    }

    private func answer(_ request: String, _ state: inout State, _ event: (String) -> DeviceEvent) {
        let (keys, commands) = state.fixes.answered(request)
        perform(commands)
        for key in keys { state.queue.append(.event(key.name, event(key.id))) }
    }

    /// A region's event goes to its owner, and waits for one that does not listen yet. (PLAT-070)
    private func pass(_ event: DeviceEvent, about id: String, _ state: inout State) {
        if let name = state.budget.owner(of: id), let seat = state.seats[name], seat.isWelcome {
            state.queue.append(.event(name, event))
            if seat.hasSpoken { return }
        }
        if state.early.count == 256 { state.early.removeFirst() }
        state.early.append((id, event.dated(base.clock.now().wall)))
    }

    private func wake(_ key: String, _ state: inout State) {
        if key == Self.bell { return state.hasRung = false }
        if key.hasPrefix(FixSharing.timerPrefix) {
            let (late, commands) = state.fixes.timedOut(key)
            perform(commands)
            if let late { state.queue.append(.event(late.name, .fixFailed(request: late.id, .timedOut))) }
        } else if let (name, key) = unwrapped(key) {
            state.queue.append(.event(name, .wakeUp(key: key)))
        }
    }

    private func unwrapped(_ key: String) -> (name: String, key: String)? {
        guard let slash = key.firstIndex(of: "/") else { return nil }
        return (String(key[..<slash]), String(key[key.index(after: slash)...]))
    }

    // MARK: Telling

    /// Sees to it that the queue is emptied, if there is something in it.
    private func ring() {
        let mustRing = state.withLock { state in
            guard !state.isDraining, !state.hasRung, !state.queue.isEmpty || hasNews(state) else { return false }
            state.hasRung = true
            return true
        }
        if mustRing { base.wakeUps.arm(key: Self.bell, after: 0) }
    }

    private func hasNews(_ state: State) -> Bool { state.seats.keys.contains { news(for: $0, state) != nil } }

    /// What one has to be told of its places.
    private func news(for name: String, _ state: State) -> RegionCapabilities? {
        guard let seat = state.seats[name], seat.isWelcome, let now = state.budget.capabilities(for: name) else {
            return nil
        }
        let isNews =
            seat.mustHear ? now != seat.told : now.limit != seat.told?.limit || now.sharing != seat.told?.sharing
        return isNews ? now : nil
    }

    /// Tells everything there is to tell.
    func drain() async {
        guard
            state.withLock({ state in
                defer { state.isDraining = true }
                return !state.isDraining
            })
        else { return }
        while let telling = next() {
            for event in telling.events {
                for listener in telling.listeners where hears(telling.name, listener) { await listener.receive(event) }
            }
        }
    }

    private struct Telling {
        let name: String
        let listeners: [any DeviceListener]
        let events: [DeviceEvent]
    }

    private func hears(_ name: String, _ listener: any DeviceListener) -> Bool {
        state.withLock { $0.seats[name]?.listeners.contains { $0 === listener } ?? false }
    }

    /// The next to be told. A change of places goes first: it makes room.
    private func next() -> Telling? {
        state.withLock { state in
            for name in state.seats.keys.sorted() {
                guard let news = news(for: name, state) else { continue }
                state.seats[name]?.told = news
                state.seats[name]?.mustHear = false
                return telling([.capabilities(news)], to: name, state)
            }
            while !state.queue.isEmpty {
                switch state.queue.removeFirst() {
                case .event(let name, let event): return telling([event], to: name, state)
                case .welcome(let name, let listener):
                    return Telling(name: name, listeners: [listener], events: welcome(name, listener, &state))
                case .refuse(let name):
                    let lost = state.budget.refuseWaiting(name)
                    if !lost.isEmpty {
                        return telling(lost.map { .regionLost(id: $0, .overLimit) }, to: name, state)
                    }
                }
            }
            state.isDraining = false
            return nil
        }
    }

    private func telling(_ events: [DeviceEvent], to name: String, _ state: State) -> Telling {
        Telling(name: name, listeners: state.seats[name]?.listeners ?? [], events: events)
    }

    private func welcome(_ name: String, _ listener: any DeviceListener, _ state: inout State) -> [DeviceEvent] {
        guard state.seats[name]?.listeners.contains(where: { $0 === listener }) == false else { return [] }
        let isFirst = state.seats[name]?.listeners.isEmpty == true
        state.seats[name]?.listeners.append(listener)
        if isFirst { perform(state.budget.setPresent(name, true)) }
        var events: [DeviceEvent] = []
        if let capabilities = state.budget.capabilities(for: name) {
            events.append(.capabilities(capabilities))
            state.seats[name]?.told = capabilities
            state.seats[name]?.mustHear = false
        }
        state.seats[name]?.isWelcome = true
        events += state.facts.events
        return events + state.early.filter { state.budget.owner(of: $0.id) == name }.map(\.event)
    }
}
