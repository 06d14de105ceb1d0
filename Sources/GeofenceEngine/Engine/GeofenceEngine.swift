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
    private var early: [Input] = []
    private var unseen: [Input] = []
    private let announcer: Announcer
    private var backgroundTime = BackgroundTime()
    private var nextRequest = 0
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

    /// Opens the store and begins to listen to the device.
    ///
    /// While a locked device keeps the file, the engine listens all the same and goes on when it is unlocked; calls that
    /// need the store throw ``StoreError/notReadableYet(file:)`` until then.
    ///
    /// - Throws: ``StoreError`` for a store that can neither be used nor set aside.
    public func start() async throws(StoreError) {
        do throws(StoreError) {
            try open()
        } catch {
            guard case .notReadableYet = error else { throw error }
            announcer.post(Announcement(id: nil, news: .store(.failed(error))))
        }
        // Whoever awaited this may ask for the permission, which a manager that belongs to another thread has to tell.
        await device.authorization.known()
        device.events.attach(self)
        await settle()
    }

    /// Stops listening and closes the store. What was committed stays.
    public func stop() {
        device.events.detach(self)
        device.wakeUps.disarm(key: wakeKey)
        device.wakeUps.disarm(key: timeKey)
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

    private func accept(_ event: DeviceEvent) {
        switch event {
        case .http(let id, let result): answer(id, result)
        case .wakeUp(let key):
            if key == timeKey { releaseTime() }
            if key == wakeKey { try? take(.device(event)) }
        case .app(.protectedDataAvailable):
            openIfPossible()
            try? take(.device(event))
        default:
            if store == nil { openIfPossible() }
            // A failed commit is told as news, and the event is taken again with the next one.
            try? take(.device(event))
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

    private func open() throws(StoreError) {
        let now = device.clock.now().wall
        let store = try EngineStore(at: location, now: now)
        let loaded = try store.load(usingSnapshot: true)
        self.store = store
        values = loaded.values
        courier = Courier(kept: try store.newestSequence())
        let configuration = configure(values)
        precondition(configuration.policy.name == name, "an engine's policy bears the engine's name")
        transport = configuration.transport
        core = Core(policy: configuration.policy, format: configuration.format, durable: loaded.durable)
        post(.store(.opened(store.opening)))
        if !loaded.losses.isEmpty { post(.store(.lostRows(loaded.losses))) }
        if case .ignored(let fault) = loaded.snapshot {
            say(SnapshotNews(.ignored, "the snapshot of the fences \(fault); they were read out of the database"))
        }
        writeSnapshotIfDue()
    }

    /// Tries a store that could not be read before. Events that came meanwhile are taken in their order.
    private func openIfPossible() {
        guard store == nil else { return }
        do throws(StoreError) {
            try open()
        } catch {
            return
        }
        let waiting = early
        early = []
        for input in waiting { try? take(input) }
    }

    /// One step: decide, commit, act. A commit that fails is tried once more, then undone; an event is kept and taken again.
    func take(_ input: Input) throws(StoreError) {
        guard core != nil, store != nil else {
            if case .device(let event) = input { early.append(.device(event.dated(device.clock.now().wall))) }
            throw .notReadableYet(file: location.path.split(separator: "/").last.map(String.init) ?? location.path)
        }
        do throws(StoreError) {
            try retryUnseen(before: input)
            try step(input)
        } catch {
            post(.store(.failed(error)))
            if case .device(let event) = input { unseen.append(.device(event.dated(device.clock.now().wall))) }
            throw error
        }
    }

    /// Events that could not be committed are taken again, in their order. While that fails, a new event waits behind
    /// them: an enter must not overtake an exit.
    private func retryUnseen(before input: Input) throws(StoreError) {
        while !unseen.isEmpty {
            // Taken out first: what a step causes comes by here as well.
            let next = unseen.removeFirst()
            do throws(StoreError) {
                try step(next)
            } catch {
                unseen.insert(next, at: 0)
                if case .device = input { throw error }
                return
            }
        }
    }

    private func step(_ input: Input) throws(StoreError) {
        guard var next = core, let store else { return }
        var step = next.step(input, envelope())
        if try mendFences(), let mended = core {
            next = mended
            step = next.step(input, envelope())
        }
        do throws(StoreError) {
            try store.commit(step.changes, isPrecious: step.isPrecious)
        } catch {
            try recover(from: error)
            guard let store = self.store, var again = core else { throw error }
            let step = again.step(input, envelope())
            try store.commit(step.changes, isPrecious: step.isPrecious)
            finish(again, step)
            return
        }
        finish(next, step)
    }

    private func finish(_ next: Core, _ step: Core.Step) {
        core = next
        for case .value(let key, let value) in step.changes where !key.hasPrefix("engine.") { values[key] = value }
        if step.changes.contains(where: \.isOfFences) { writeSnapshotIfDue() }
        perform(step.effects)
        updateBackgroundTime()
        releaseWaiting(isOver: isFullyRegistered)
    }

    private func releaseWaiting(isOver: Bool) {
        guard isOver, !awaitingRegistrations.isEmpty else { return }
        let waiting = awaitingRegistrations
        awaitingRegistrations = []
        for continuation in waiting { continuation.resume() }
    }

    /// A file that turns out damaged is set aside, and the engine goes on with an empty one. Anything else is tried again.
    private func recover(from error: StoreError) throws(StoreError) {
        switch error {
        case .corrupt(_, let detail):
            guard let damaged = store, let process = core?.process else { return }
            store = nil
            let fresh = try EngineStore(
                replacing: damaged, at: location, detail: detail, now: device.clock.now().wall)
            store = fresh
            values = [:]
            let configuration = configure([:])
            transport = configuration.transport
            var core = Core(policy: configuration.policy, format: configuration.format, durable: Durable())
            core.adopt(process)
            self.core = core
            post(.store(.opened(fresh.opening)))
        case .interrupted: throw error
        default: break
        }
    }

    private func envelope() -> Core.Envelope {
        let random = device.random
        return Core.Envelope(
            moment: device.clock.now(), status: device.status.current,
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

/// Whether background time is held.
struct BackgroundTime {
    /// Systems give about 30 s. (PLAT-073)
    static let longestMilliseconds: Int64 = 25_000

    enum Action { case hold, release, nothing }

    private var isHeld = false
    private var isGivenUp = false

    mutating func update(isNeeded: Bool) -> Action {
        guard isNeeded else {
            defer { (isHeld, isGivenUp) = (false, false) }
            return isHeld ? .release : .nothing
        }
        guard !isHeld, !isGivenUp else { return .nothing }
        isHeld = true
        return .hold
    }

    mutating func giveUp() {
        isHeld = false
        isGivenUp = true
    }
}

/// Identifiers out of random bits.
package enum Identifier {
    /// A version 4 UUID in lower case.
    package static func uuid(_ high: UInt64, _ low: UInt64) -> String {
        let high = (high & ~0xf000) | 0x4000
        let low = (low & ~(0b11 << 62)) | (0b10 << 62)
        let digits = Array("0123456789abcdef".utf8)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(36)
        for (index, shift) in stride(from: 60, through: 0, by: -4).enumerated() {
            if index == 8 || index == 12 { bytes.append(45) }
            bytes.append(digits[Int((high >> UInt64(shift)) & 15)])
        }
        for (index, shift) in stride(from: 60, through: 0, by: -4).enumerated() {
            if index == 0 || index == 4 { bytes.append(45) }
            bytes.append(digits[Int((low >> UInt64(shift)) & 15)])
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
