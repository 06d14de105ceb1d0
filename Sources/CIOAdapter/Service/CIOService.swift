package import Foundation
package import GeofenceEngine
package import LocationCore

/// The façade's requests, carried out on a geofence engine.
///
/// Calls come on any thread and return at once: what a host may read back is changed there and then, who is identified is
/// in the store as a note, and the rest is done in their order by ``CIODesk``. It listens to the device from ``launch()`` on, so that a crossing that started the process
/// is handled with what is kept before the host says a word. (CIO-145)
package final class CIOService: CIORuntime {
    private struct Mirror {
        var userId: String?
        var anonymousId = ""
        var hasUnsentEvents = false
        var isOpened = false
    }

    private let device: Device
    private let file: URL
    private let jobs: JobQueue
    private let desk: CIODesk
    private let mirror = Locked(Mirror())
    private let timers: CIOTimers
    private let notebook: CallNotebook
    private let log: CIOLogSink
    package let engine: GeofenceEngine
    /// Where crossings are told to the app.
    let transitions: TransitionHub

    /// Creates a service; it does nothing before ``launch()`` or the first call.
    package convenience init(device: Device, store: StoreLocation, log: CIOLogSink) {
        self.init(device: device, store: store, log: log, transitions: TransitionHub())
    }

    init(device: Device, store: StoreLocation, log: CIOLogSink, transitions: TransitionHub) {
        self.device = device
        self.file = URL(filePath: store.path)
        self.log = log
        self.transitions = transitions
        notebook = CallNotebook(in: store)
        let jobs = JobQueue()
        self.jobs = jobs
        let relay = CIORelay(jobs: jobs)
        engine = GeofenceEngine(name: CIOKeys.engine, device: device, store: store, listener: relay) { values in
            CIODesk.configuration(
                of: ServerConfig(kept: values[CIOKeys.config]),
                DeliveryContext(kept: values[CIOKeys.context]), live: nil, device, log)
        }
        desk = CIODesk(engine: engine, device: device, notebook: notebook, log: log, transitions: transitions)
        timers = CIOTimers(jobs: jobs, desk: desk)
        relay.connect(desk)
    }

    /// The service of this machine.
    static func onThisMachine(log: CIOLogSink) -> CIOService {
        let device = CustomerIO.thisMachine()
        return CIOService(
            device: device, store: CustomerIO.location(in: CustomerIO.defaultFolder, device), log: log,
            transitions: CIOContext.processTransitions)
    }

    /// Opens the store and begins to listen. The first call does so too.
    package func launch() async {
        open()
        await jobs.idle()
    }

    private func open() {
        let isFirst = mirror.withLock { mirror in
            defer { mirror.isOpened = true }
            return !mirror.isOpened
        }
        guard isFirst else { return }
        let fresh = makeIdentifier()
        jobs.post { [self] in
            let kept = await desk.open(anonymousId: fresh) { [weak self] isWaiting in
                self?.mirror.withLock { $0.hasUnsentEvents = isWaiting }
            } tellsKept: { [weak self] userId, anonymousId in
                self?.mirror.withLock { mirror in
                    // A sign-out has given another name.
                    guard mirror.anonymousId == fresh else { return }
                    mirror.userId = mirror.userId ?? userId
                    mirror.anonymousId = anonymousId
                }
            }
            // After the engine: what the system had in store for the process goes to the first who listens.
            device.events.attach(timers)
            mirror.withLock { mirror in
                mirror.userId = mirror.userId ?? kept.userId
                if mirror.anonymousId.isEmpty { mirror.anonymousId = kept.anonymousId }
            }
        }
    }

    /// Returns when everything called so far has been carried out.
    package func idle() async { await jobs.idle() }

    /// Returns when everything called so far has been carried out, and a device on simulated time has dealt with it.
    package func settled() async {
        var begun: Int
        repeat {
            await jobs.idle()
            begun = jobs.begun
            // What the device tells may give new work, and that new commands to the device.
            await engine.settle()
            await jobs.idle()
        } while jobs.begun != begun
    }

    /// Stops listening and closes the store.
    package func shutDown() async {
        await jobs.idle()
        device.events.detach(timers)
        device.wakeUps.disarm(key: CIOKeys.pipelineTimer)
        device.wakeUps.disarm(key: CIOKeys.pass)
        device.wakeUps.disarm(key: CIOKeys.pause)
        device.backgroundTime.release(CIOKeys.pass)
        await engine.stop()
    }

    private func post(_ job: @escaping @Sendable (CIODesk) async -> Void) {
        open()
        jobs.post { [desk] in
            await desk.prepare()
            await job(desk)
        }
    }

    private func makeIdentifier() -> String { Identifier.uuid(device.random.next(), device.random.next()) }
}

/// Starting.
extension CIOService {
    package func start(_ settings: CoreSettings) { post { await $0.start(settings) } }

    package func startLocation(_ mode: LocationTrackingMode, onMainThread: Bool) {
        post { await $0.startLocation(mode, onMainThread: onMainThread) }
    }

    package func startGeofence(_ mode: GeofenceLocationMode) { post { await $0.startGeofence(mode) } }

    package func modulesStarted() { post { await $0.modulesStarted() } }

    package func bootstrapForBackgroundDelivery() { post { await $0.bootstrap() } }
}

/// Persons and events.
extension CIOService {
    package var userId: String? { mirror.withLock { $0.userId } }

    package var anonymousId: String { mirror.withLock { $0.anonymousId } }

    package var hasUnsentEvents: Bool { mirror.withLock { $0.hasUnsentEvents } }

    package var pendingUploads: [URL]? { hasUnsentEvents ? [file] : nil }

    package func identify(userId: String, traits: JSONObject) {
        open()
        mirror.withLock { $0.userId = userId }
        let moment = moment()
        let note = note(.identify(userId, traits: traits, moment))
        post { await $0.identify(userId, traits, moment, note: note) }
    }

    package func clearIdentify() { signOut(dropsEvents: false) }

    package func reset() { signOut(dropsEvents: true) }

    private func signOut(dropsEvents: Bool) {
        open()
        let fresh = makeIdentifier()
        mirror.withLock { mirror in
            mirror.userId = nil
            mirror.anonymousId = fresh
        }
        let note = note(.signOut(anonymousId: fresh, dropsEvents: dropsEvents))
        post { await $0.signOut(anonymousId: fresh, dropsEvents: dropsEvents, note: note) }
    }

    /// Puts a call into the store there and then: the process may end before its turn comes. (CIO 1.2)
    private func note(_ call: HostCall) -> String? {
        do throws(StoreError) {
            return try notebook.note(call, id: makeIdentifier())
        } catch {
            log(CIOLogLine(.debug, .start, "a call waits for its turn to be stored: \(error)"))
            return nil
        }
    }

    package func setProfileAttributes(_ attributes: JSONObject) { tell(.identify(traits: attributes)) }

    package func track(name: String, properties: JSONObject) { tell(.track(name: name, properties: properties)) }

    package func screen(title: String, category: String?, properties: JSONObject) {
        tell(.screen(title: title, category: category, properties: properties))
    }

    package func alias(newId: String) { tell(.alias(newId: newId)) }

    package func purgeStorage() {
        open()
        mirror.withLock { $0.hasUnsentEvents = false }
        post { await $0.purge() }
    }

    private func tell(_ kind: PipelineEvent.Kind) {
        let moment = moment()
        post { await $0.tell(kind, moment) }
    }

    package func flush(completion: (@Sendable () -> Void)?) { post { await $0.flush(completion) } }

    /// What an event says of the time and the persons of the call, not of when its turn comes.
    private func moment() -> CIODesk.CallMoment {
        open()
        let messageId = makeIdentifier()
        let at = device.clock.now().wall
        return mirror.withLock {
            $0.hasUnsentEvents = true
            return CIODesk.CallMoment(at: at, messageId: messageId, userId: $0.userId, anonymousId: $0.anonymousId)
        }
    }
}

/// Positions.
extension CIOService {
    package func setLastKnownLocation(_ fix: Fix?) { post { await $0.takeFromHost(fix) } }

    package func requestLocationUpdate() { post { await $0.locate(.trackedAsked) } }

    package func requestLocationUpdateSilently() { post { await $0.locate(.silentAsked) } }

    package func lastKnownLocation() async -> LocationData? {
        await answer { [desk] in await desk.lastKnownLocation } ?? nil
    }

    /// Asks the engine, when everything called before has been carried out.
    func ask<Answer: Sendable>(_ question: @escaping @Sendable (GeofenceEngine) async -> Answer) async -> Answer? {
        await answer { [engine] in await question(engine) }
    }

    private func answer<Answer: Sendable>(_ question: @escaping @Sendable () async -> Answer) async -> Answer? {
        open()
        let box = Locked<Answer?>(nil)
        await jobs.run {
            let answer = await question()
            box.withLock { $0 = answer }
        }
        return box.withLock { $0 }
    }

    package func refreshFromCurrentLocation() { post { await $0.refresh(.refreshAsked) } }
}

/// Hands the engine's news to the desk, in their turn.
final class CIORelay: EngineListener {
    private let jobs: JobQueue
    private let desk = Locked<CIODesk?>(nil)

    init(jobs: JobQueue) { self.jobs = jobs }

    func connect(_ desk: CIODesk) { self.desk.withLock { $0 = desk } }

    func hear(_ news: EngineNews) async {
        guard let desk = desk.withLock({ $0 }) else { return }
        await jobs.run { await desk.take(news) }
    }
}

/// Hears the timers that are not the engine's.
final class CIOTimers: DeviceListener {
    private let jobs: JobQueue
    private let desk: CIODesk

    init(jobs: JobQueue, desk: CIODesk) {
        self.jobs = jobs
        self.desk = desk
    }

    func receive(_ event: DeviceEvent) async {
        switch event {
        case .wakeUp(CIOKeys.pipelineTimer): await jobs.run { [desk] in await desk.pipe(.tick) }
        case .wakeUp(CIOKeys.pause): await jobs.run { [desk] in await desk.refresh(.pauseEnded) }
        case .wakeUp(CIOKeys.pass): await jobs.run { [desk] in await desk.releaseTime() }
        default: await jobs.idle()
        }
    }
}
