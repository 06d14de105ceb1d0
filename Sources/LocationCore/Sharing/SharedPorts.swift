/// A shared device as one adapter sees it.
///
/// Names that live as long as the process get the adapter's name in front; those that outlive it, of regions and
/// notifications, have it already.
struct SharedPorts: RegionPort, FixPort, NotificationPort, BackgroundTimePort, WakeUpPort, HTTPPort, DeviceEventSource {
    let name: String
    let base: Device
    let desk: SharingDesk

    func register(_ region: Region) {
        check(region.id)
        desk.regions(name) { $0.register(name, region) }
    }
    func unregister(id: String) {
        check(id)
        base.regions.unregister(id: id)
        desk.regions(name) { $0.unregister(name, id) }
    }
    func requestState(id: String) {
        check(id)
        desk.regions(name) { _ in [] }
        base.regions.requestState(id: id)
    }
    func want(places: Int, notices: Set<String>) {
        desk.regions(name) { $0.want(name, places: places, notices: notices) }
    }

    func request(_ request: FixRequest) {
        let now = base.clock.now()
        let isKnown =
            base.fixes.lastKnown.map { fix in
                (fix.accuracy ?? .infinity) <= request.accuracy
                    && now.wall.milliseconds(since: fix.timestamp) <= request.oldestAcceptable
            } ?? false
        desk.fixes { $0.request(name, request, now: now.continuous, isKnown: isKnown) }
    }
    func cancel(request id: String) { desk.fixes { $0.cancel(name, id) } }
    func watch(owner: String, rate: FixRate) { desk.fixes { $0.watch(name, owner: owner, rate) } }
    func stopWatching(owner: String) { desk.fixes { $0.watch(name, owner: owner, nil) } }
    var lastKnown: Fix? { base.fixes.lastKnown }

    func post(_ notification: LocalNotification) {
        if notification.trigger == nil {
            base.notifications.post(notification)
        } else {
            desk.budget { $0.arm(name, notification) }
        }
    }
    func withdraw(ids: [String]) {
        base.notifications.withdraw(ids: ids)
        desk.budget { $0.disarm(name, ids) }
    }
    var permission: NotificationPermission { base.notifications.permission }
    func requestPermission() { base.notifications.requestPermission() }

    func hold(_ name: String) { base.backgroundTime.hold(wrapped(name)) }
    func release(_ name: String) { base.backgroundTime.release(wrapped(name)) }

    func arm(key: String, after milliseconds: Int64) { base.wakeUps.arm(key: wrapped(key), after: milliseconds) }
    func disarm(key: String) { base.wakeUps.disarm(key: wrapped(key)) }

    func send(_ request: HTTPRequest) {
        base.http.send(request.changed(id: wrapped(request.id)))
    }
    func cancel(id: String) { base.http.cancel(id: wrapped(id)) }

    func attach(_ listener: any DeviceListener) { desk.attach(name, listener) }
    func detach(_ listener: any DeviceListener) { desk.detach(name, listener) }
    func settle() async { await base.events.settle() }
    var isLockstep: Bool { base.events.isLockstep }

    private func wrapped(_ key: String) -> String { "\(name)/\(key)" }

    private func check(_ id: String) {
        precondition(
            id.hasPrefix(name) && id.dropFirst(name.count).first.map { !($0.isLetter || $0.isNumber) } ?? true,
            "a region of \(name) bears its name: \(id) does not")
    }
}
