import LocationCore

extension Device {
    /// The ports of one process of a simulated phone.
    init(of process: AppProcess) {
        self.init(
            platform: process.phone.profile.platform, clock: ProcessClock(process: process),
            random: ProcessRandom(process: process), regions: ProcessRegions(process: process),
            fixes: ProcessFixes(process: process), authorization: ProcessAuthorization(process: process),
            notifications: ProcessNotifications(process: process),
            backgroundTime: ProcessBackgroundTime(process: process), wakeUps: ProcessWakeUps(process: process),
            http: ProcessHTTP(process: process), status: ProcessStatus(process: process),
            events: ProcessEvents(process: process))
    }
}

extension AppProcess {
    /// Takes a command for the next turn of the system, if the process that gives it still lives. Nothing is ever
    /// answered inline.
    func command(_ action: @escaping World.Action) {
        phone.world.withLock { world in
            guard world.process?.id == id else { return }
            world.schedule { world in
                guard world.process?.id == id else { return }
                action(&world)
            }
        }
    }

    func read<Value: Sendable>(_ value: (inout World) -> Value) -> Value {
        phone.world.withLock { value(&$0) }
    }
}

private struct ProcessClock: ClockPort {
    let process: AppProcess
    func now() -> Moment { process.read { $0.clock.moment } }
}

private struct ProcessRandom: RandomPort {
    let process: AppProcess
    func next() -> UInt64 { process.read { $0.appRandom.next() } }
}

private struct ProcessRegions: RegionPort {
    let process: AppProcess

    func register(_ region: Region) {
        process.read { world in
            guard world.process?.id == process.id else { return }
            world.noteCall(.register, id: region.id, owner: .app)
            world.register(region)
        }
    }

    func unregister(id: String) {
        process.read { world in
            guard world.process?.id == process.id else { return }
            world.noteCall(.unregister, id: id, owner: .app)
            world.closeBatch()
            world.withdrawDelayed(id)
            // A monitor's calls are awaited: they have reached the system even if the process ends now.
            if world.profile == .iOSMonitor { world.schedule { $0.unregister(id) } }
        }
        if process.phone.profile != .iOSMonitor { process.command { $0.unregister(id) } }
    }

    func requestState(id: String) {
        process.read { world in
            if world.process?.id == process.id { world.closeBatch() }
        }
        process.command { $0.answerState(of: id) }
    }
}

private struct ProcessFixes: FixPort {
    let process: AppProcess
    func request(_ request: FixRequest) { process.command { $0.request(request) } }
    func cancel(request id: String) {
        process.read { world in
            guard world.process?.id == process.id else { return }
            world.process?.requests[id] = nil
        }
    }
    func watch(owner: String, rate: FixRate) { process.command { $0.watch(owner, rate) } }
    func stopWatching(owner: String) { process.command { $0.stopWatching(owner) } }
    var lastKnown: Fix? { process.read { $0.fixes.lastKnown } }
}

private struct ProcessAuthorization: AuthorizationPort {
    let process: AppProcess
    var current: Authorization { process.read { $0.permissions.location } }
    func request(_ tier: AuthorizationTier) { process.command { $0.requestAuthorization(tier) } }
    func requestTemporaryPrecision(purpose: String) { process.command { $0.requestTemporaryPrecision(purpose) } }
}

private struct ProcessNotifications: NotificationPort {
    let process: AppProcess
    func post(_ notification: LocalNotification) { process.command { $0.post(notification) } }
    func withdraw(ids: [String]) { process.command { $0.withdraw(ids) } }
    var permission: NotificationPermission { process.read { $0.permissions.notifications } }
    func requestPermission() { process.command { $0.requestNotificationPermission() } }
}

private struct ProcessBackgroundTime: BackgroundTimePort {
    let process: AppProcess
    func hold(_ name: String) { process.read { $0.hold(name, for: process.id) } }
    func release(_ name: String) { process.read { $0.release(name, for: process.id) } }
}

private struct ProcessWakeUps: WakeUpPort {
    let process: AppProcess
    func arm(key: String, after milliseconds: Int64) {
        process.read { $0.arm(key, after: milliseconds, for: process.id) }
    }
    func disarm(key: String) { process.read { $0.disarm(key, for: process.id) } }
}

private struct ProcessHTTP: HTTPPort {
    let process: AppProcess
    func send(_ request: HTTPRequest) { process.command { $0.send(request) } }
    func cancel(id: String) { process.read { $0.cancelExchange(id, of: process.id) } }
}

private struct ProcessStatus: StatusPort {
    let process: AppProcess
    var current: DeviceStatus { process.read { $0.status } }
}

private struct ProcessEvents: DeviceEventSource {
    let process: AppProcess
    func attach(_ listener: any DeviceListener) { process.command { $0.attach(listener, to: process.id) } }
    func detach(_ listener: any DeviceListener) {
        process.read { world in
            guard world.process?.id == process.id else { return }
            world.process?.listeners.removeAll { $0 === listener }
            if world.process?.listeners.isEmpty == true { world.process?.isHearing = false }
        }
    }
    func settle() async { await process.phone.settle() }
    var isLockstep: Bool { true }
}
