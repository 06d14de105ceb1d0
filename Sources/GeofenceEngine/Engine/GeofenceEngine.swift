public import LocationCore

/// One engine: the core's decisions, carried out.
///
/// The actor feeds inputs to the core in the order they come, commits what must last, and performs the effects. It never
/// waits between reading and writing its state, so each call is one step after another's.
public actor GeofenceEngine: DeviceListener {
    /// Whether a call returns only when a device on simulated time has dealt with what follows from it.
    ///
    /// An adapter that takes calls and news one at a time sets it to false while it works through them: it would wait for
    /// news that waits for it.
    @TaskLocal package static var waitsForDevice = true

    let device: Device
    let location: StoreLocation
    let name: String
    let configure: @Sendable ([String: JSONValue]) -> EngineConfiguration
    var core: Core?
    var store: EngineStore?
    var values: [String: JSONValue] = [:]
    var transport: any Transport = NoTransport()
    var courier = Courier()
    var writing = SnapshotWriting()
    /// Events that wait for the store, in the order in which they came.
    var queue = WaitingEvents()
    /// Why the store could not be opened the last time.
    var openingError: StoreError?
    /// How often in a row something about the store went wrong.
    var faults = FaultCount()
    /// What could not be read and is not in the journal yet.
    var lost: [String] = []
    var isNoting = false
    var life = Life.before

    enum Life { case before, running, over }

    private let announcer: Announcer
    private var backgroundTime = BackgroundTime()
    private var nextRequest = 0
    private var isRestAsked = false
    var awaitingRegistrations: [CheckedContinuation<Void, Never>] = []

    /// Creates an engine; nothing is opened and nobody is asked before ``start()``.
    ///
    /// - Parameters:
    ///   - name: The policy's name.
    ///   - device: What it runs on.
    ///   - store: Where it keeps what must not be forgotten. One engine for one file.
    ///   - listener: Who hears its news.
    ///   - configure: Says how it behaves, out of the adapter's own values as the store keeps them, so that a process that
    ///     the system started behaves as configured before the app says a word. Called when the store has been read.
    public init(
        name: String, device: Device, store: StoreLocation, listener: any EngineListener,
        configure: @escaping @Sendable ([String: JSONValue]) -> EngineConfiguration
    ) {
        self.name = name
        self.configure = configure
        self.device = device
        self.location = store
        let box = Locked<(@Sendable (String) async -> Void)?>(nil)
        self.announcer = Announcer { announcement in
            await listener.hear(announcement.news)
            if let id = announcement.id, let told = box.withLock({ $0 }) { await told(id) }
        }
        box.withLock { $0 = { [weak self] id in await self?.told(id) } }
    }

    /// Begins to listen to the device and opens the store.
    ///
    /// Whatever keeps the store from being opened, the engine listens all the same: events wait in their order, and opening
    /// is tried again by the next call, the next event and a timer. Calls that need the store throw until then what is
    /// wrong with it. Starting again does no more than try again.
    ///
    /// - Throws: ``StoreError`` for a store that cannot be opened now, unless a locked device keeps it, which goes by.
    public func start() async throws(StoreError) {
        let isFirst = life != .running
        life = .running
        openIfPossible()
        if isFirst {
            // Whoever awaited this may ask for the permission, which a manager that belongs to another thread has to tell.
            await device.authorization.known()
            device.events.attach(self)
            await settle()
        }
        guard store == nil, life == .running, let openingError else { return }
        if case .notReadableYet = openingError { return }
        throw openingError
    }

    /// Stops listening and closes the store. What was committed stays.
    public func stop() {
        life = .over
        device.events.detach(self)
        for key in [wakeKey, timeKey, retryKey] { device.wakeUps.disarm(key: key) }
        device.backgroundTime.release(name)
        store?.close()
        store = nil
        core = nil
        releaseWaiting(isOver: true)
    }

    /// Takes one event of the device.
    public func receive(_ event: DeviceEvent) async {
        accept(event)
        if device.events.isLockstep { await announcer.idle() }
    }

    /// Takes events that waited together, in their order, each as of the time that it bears. Those that only the core looks
    /// at share a commit.
    public func receive(_ events: [DeviceEvent]) async {
        if store == nil { openIfPossible() }
        var rest = moments(of: events)[...]
        while !rest.isEmpty {
            let group = rest.prefix { $0.event.isForCoreAlone }
            if group.count < 2 || !takeTogether(Array(group)) {
                for one in rest.prefix(max(1, group.count)) { accept(one.event, asOf: one.moment) }
            }
            rest = rest.dropFirst(max(1, group.count))
        }
        if device.events.isLockstep { await announcer.idle() }
    }

    private func accept(_ event: DeviceEvent, asOf moment: Moment? = nil) {
        switch event {
        case .http(let id, let result): answer(id, result)
        case .wakeUp(let key):
            if key == timeKey { releaseTime() }
            if key == retryKey { tryAgain() }
            if key == wakeKey { try? take(.device(event)) }
        default:
            if store == nil { openIfPossible() }
            // A failed commit is told as news, and the event is taken again.
            try? take(.device(event), asOf: moment)
        }
    }

    /// Takes one input for a caller who wants to know whether it was committed.
    func submit(_ input: Input) async throws(StoreError) {
        if store == nil { openIfPossible() }
        try take(input)
        await settle()
    }

    /// Returns when a device on simulated time has delivered what is due, and its news has been told.
    package func settle() async {
        guard Self.waitsForDevice else { return }
        await device.events.settle()
        guard device.events.isLockstep else { return }
        await snapshotWritten()
        await announcer.idle()
    }

    func post(_ news: EngineNews) { announcer.post(Announcement(id: nil, news: news)) }

    func makeRequestID(_ purpose: String) -> String {
        nextRequest += 1
        return "\(name).\(purpose).\(nextRequest)"
    }

    private func told(_ id: String) {
        // If this fails it is told again after a restart, under the same identifier.
        try? take(.told([id]))
    }
}

/// How an engine behaves: the three things that make a vendor.
public struct EngineConfiguration: Sendable {
    /// How it decides.
    public var policy: Policy
    /// The vendor's shape of records.
    public var format: any RecordFormat
    /// The vendor's way to its server.
    public var transport: any Transport

    /// Puts a configuration together.
    public init(policy: Policy, format: any RecordFormat, transport: any Transport = NoTransport()) {
        self.policy = policy
        self.format = format
        self.transport = transport
    }
}

extension GeofenceEngine {
    var wakeKey: String { "\(name).wake" }
    private var timeKey: String { "\(name).time" }
    var retryKey: String { "\(name).retry" }

    /// One step: decide, commit, act. A commit that fails is tried once more, then undone; an event is kept and taken again.
    ///
    /// - Parameter moment: As of when an event is taken; `nil` for now.
    func take(_ input: Input, asOf moment: Moment? = nil) throws(StoreError) {
        guard core != nil, store != nil else {
            if case .device(let event) = input { keep(event, moment) }
            throw openingError
                ?? .notReadableYet(file: location.path.split(separator: "/").last.map(String.init) ?? location.path)
        }
        do throws(StoreError) {
            try takeWaiting(before: input)
            try step(input, asOf: moment)
            noteUnreadable()
        } catch {
            post(.store(.failed(error)))
            if case .device(let event) = input { keep(event, moment) }
            armRetry()
            throw error
        }
    }

    func step(_ input: Input, asOf moment: Moment? = nil) throws(StoreError) {
        do throws(StoreError) {
            guard var next = core, let store else { return }
            var step = next.step(input, envelope(asOf: moment))
            if try mendFences(), let mended = core {
                next = mended
                step = next.step(input, envelope(asOf: moment))
            }
            try commit(step, to: store)
            finish(next, step)
        } catch {
            try recover(from: error)
            guard store != nil, core != nil else { throw error }
            do throws(StoreError) {
                try decideAnew(input, asOf: moment)
            } catch {
                // Damage met twice in a row is no slip of the disk any more.
                guard case .corrupt = error else { throw error }
                try recover(from: error)
                try decideAnew(input, asOf: moment)
            }
        }
        faults = FaultCount()
    }

    /// Several steps, each deciding on what the one before left, and one commit; then they act, in their order.
    ///
    /// - Returns: `false` when nothing was committed, so that nothing has happened: they are then taken one by one, and
    ///   each finds out for itself what is wrong.
    private func takeTogether(_ events: [DatedEvent]) -> Bool {
        // An event that waits for a disk comes first, and by itself.
        guard queue.isEmpty, var next = core, let store else { return false }
        var steps: [Core.Step] = []
        for one in events {
            while let due = next.due(before: one.moment), steps.count < 4096 {
                steps.append(next.step(.device(.wakeUp(key: wakeKey)), envelope(asOf: due)))
            }
            steps.append(next.step(.device(one.event), envelope(asOf: one.moment)))
        }
        if let last = events.last, last.moment != device.clock.now() {
            steps.append(next.step(.device(.wakeUp(key: wakeKey)), envelope()))
        }
        if next.hasDamagedFences { return false }
        let all = Core.Step(
            changes: steps.flatMap(\.changes), effects: steps.flatMap(\.effects).deliveringLast,
            isPrecious: steps.contains(where: \.isPrecious))
        do throws(StoreError) {
            try commit(all, to: store)
        } catch {
            return false
        }
        faults = FaultCount()
        finish(next, all)
        return true
    }

    func finish(_ next: Core, _ step: Core.Step) {
        core = next
        for case .value(let key, let value) in step.changes where !key.hasPrefix("engine.") { values[key] = value }
        if step.changes.contains(where: \.isOfFences) { writeSnapshotIfDue() }
        perform(step.effects)
        updateBackgroundTime()
        releaseWaiting(isOver: isFullyRegistered)
        restWhenIdle()
    }

    /// Has the store do its housekeeping when whatever waits for this engine now has had its turn, so that no crossing
    /// waits for it. On simulated time, which nobody waits in, at once.
    private func restWhenIdle() {
        guard let store, store.wantsRest, !isRestAsked else { return }
        guard !device.events.isLockstep else { return store.rest() }
        isRestAsked = true
        Task(priority: .utility) { [weak self] in await self?.rest() }
    }

    private func rest() {
        isRestAsked = false
        store?.rest()
    }

    private func releaseWaiting(isOver: Bool) {
        guard isOver, !awaitingRegistrations.isEmpty else { return }
        let waiting = awaitingRegistrations
        awaitingRegistrations = []
        for continuation in waiting { continuation.resume() }
    }

    func envelope(asOf moment: Moment? = nil) -> Core.Envelope {
        let random = device.random
        return Core.Envelope(
            moment: moment ?? device.clock.now(), status: device.status.current,
            makeID: { Identifier.uuid(random.next(), random.next()) },
            chance: { Double(random.next() >> 11) * 0x1p-53 })
    }

    private func perform(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .unregister(let id): device.regions.unregister(id: id)
            case .want(let places, let notices): device.regions.want(places: places, notices: notices)
            case .register(let region): device.regions.register(region)
            case .askState(let id): device.regions.requestState(id: id)
            case .askFix(let request): device.fixes.request(request)
            case .watchFixes(let rate): device.fixes.watch(owner: name, rate: rate)
            case .stopWatching: device.fixes.stopWatching(owner: name)
            case .wakeUp(let delay): arm(delay)
            case .notify(let notification): device.notifications.post(notification)
            case .withdraw(let ids): device.notifications.withdraw(ids: ids)
            case .tell(let announcement): announcer.post(announcement)
            case .deliver(let request): dispatch(request)
            }
        }
    }

    private func arm(_ delay: Int64?) {
        if let delay {
            device.wakeUps.arm(key: wakeKey, after: delay)
        } else {
            device.wakeUps.disarm(key: wakeKey)
        }
    }

    /// Holds background time while an answer is awaited, but gives it back before the system would take offence. (PLAT-073)
    private func updateBackgroundTime() {
        let isNeeded = core.map { !$0.process.requests.isEmpty || $0.process.delivery.isBusy } ?? false
        switch backgroundTime.update(isNeeded: isNeeded) {
        case .hold:
            device.backgroundTime.hold(name)
            device.wakeUps.arm(key: timeKey, after: BackgroundTime.longestMilliseconds)
        case .release:
            device.backgroundTime.release(name)
            device.wakeUps.disarm(key: timeKey)
        case .nothing: break
        }
    }

    private func releaseTime() {
        backgroundTime.giveUp()
        device.backgroundTime.release(name)
    }
}

extension DeviceEvent {
    /// Whether the shell itself has nothing to do with it but hand it to the core.
    fileprivate var isForCoreAlone: Bool {
        switch self {
        case .http, .wakeUp, .app: false
        case .capabilities, .fix, .fixFailed, .regionCrossed, .regionState, .regionTaken, .regionLost, .nativeDwell,
            .authorization, .network, .powerSave, .notificationPermission:
            true
        }
    }
}

extension [Effect] {
    /// The same with deliveries at the end: one that finds nothing to send is the next input at once, and what that asks
    /// for must not be undone by what a step before it asked for.
    fileprivate var deliveringLast: [Effect] {
        func delivers(_ effect: Effect) -> Bool { if case .deliver = effect { true } else { false } }
        return filter { !delivers($0) } + filter(delivers)
    }
}
