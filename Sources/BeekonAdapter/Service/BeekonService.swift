package import GeofenceEngine
package import LocationCore

/// Beekon's façade on a geofence engine: what ``Beekon`` asks for, carried out.
///
/// It listens to the device from ``open()`` on, so that a crossing that started the process is handled, stored and
/// uploaded with the kept configuration before the app says a word. (BKN-103)
package final class BeekonService: Sendable {
    static let installKey = "beekon.install"
    static let trackingKey = "beekon.tracking"
    /// The ids of the slice in the order of the answer.
    static let orderKey = "beekon.order"
    /// The fences of the answer that cannot be watched.
    static let leftOutKey = "beekon.leftOut"

    let device: Device
    package let engine: GeofenceEngine
    let cloudURL: String?
    let state: Locked<ServiceState>
    private let relay: NewsRelay

    /// Creates a service; it does nothing before ``open()``.
    ///
    /// - Parameters:
    ///   - device: What it runs on.
    ///   - store: Where it keeps what must not be forgotten.
    ///   - cloudURL: Where cloud syncs go; `nil`: nowhere.
    ///   - listener: Who hears the news; held weakly.
    package init(device: Device, store: StoreLocation, cloudURL: String?, listener: any BeekonEngineListener) {
        let state = Locked(ServiceState(listener: listener))
        let relay = NewsRelay()
        self.device = device
        self.cloudURL = cloudURL
        self.state = state
        self.relay = relay
        engine = GeofenceEngine(name: BeekonPolicy.name, device: device, store: store, listener: relay) { values in
            let config = values[BeekonConfig.storedKey].flatMap(BeekonConfig.init(json:)) ?? .initial
            state.withLock { state in
                state.config = config
                state.installID = values[Self.installKey]?.stringValue ?? ""
                state.revision = values[Beekon.revisionKey]?.stringValue
                state.lastSync = values[LastSync.key].flatMap(LastSync.init(json:))
            }
            return Self.configuration(config, isTracking: false, device, cloudURL, state)
        }
        relay.connect { [weak self] news in await self?.take(news) }
    }

    /// Begins to listen to the device and opens the store. After a failure the engine goes on trying by itself; being called
    /// again it does no more than try once more.
    package func open() async throws(BeekonError) {
        try await run { () async throws(StoreError) in
            try await engine.start()
            try await makeInstallID()
        }
        let isFirst = state.withLock { state in
            defer { state.isAttached = true }
            return !state.isAttached
        }
        guard isFirst else { return }
        device.events.attach(self)
        await device.events.settle()
        if isSyncDue { await synchronise() }
    }

    private func makeInstallID() async throws(StoreError) {
        guard state.withLock({ $0.installID.isEmpty }) else { return }
        let id = await engine.makeIdentifier()
        try await engine.keep([Self.installKey: .string(id)])
        state.withLock { $0.installID = id }
    }

    /// Stops listening and closes the store, as the end of the process would.
    package func close() async {
        device.events.detach(self)
        device.wakeUps.disarm(key: Self.wakeKey)
        await engine.stop()
        let (fixes, permissions) = state.withLock { state in
            defer { (state.waitingFixes, state.waitingPermissions) = ([:], []) }
            return (state.waitingFixes, state.waitingPermissions)
        }
        for (_, continuation) in fixes { continuation.resume(returning: .failure(.unavailable)) }
        for continuation in permissions { continuation.resume() }
    }

    static func configuration(
        _ config: BeekonConfig, isTracking: Bool, _ device: Device, _ cloudURL: String?, _ state: Locked<ServiceState>
    ) -> EngineConfiguration {
        let transport = BeekonTransport(
            config, cloudURL: cloudURL, context: { context(config, device, state) }, now: { device.clock.now().wall })
        return EngineConfiguration(
            policy: BeekonPolicy.policy(config, platform: device.platform, isTracking: isTracking),
            format: BeekonFormat(detectsActivity: config.settings.detectActivity),
            transport: transport ?? NoTransport() as any Transport)
    }

    private static func context(
        _ config: BeekonConfig, _ device: Device, _ state: Locked<ServiceState>
    ) -> UploadContext {
        let (installID, revision) = state.withLock { ($0.installID, $0.revision) }
        return UploadContext(
            installID: installID, platform: device.platform,
            cloud: config.isCloud
                ? UploadContext.Cloud(position: device.fixes.lastKnown, revision: revision) : nil)
    }

    var config: BeekonConfig { state.withLock { $0.config } }

    func tell(_ news: BeekonNews) async { await state.withLock { $0.listener }?.hear(news) }

    /// Runs a call of the engine's, and turns what is wrong with the store into the vendor's error.
    func run<Value>(_ body: () async throws(StoreError) -> Value) async throws(BeekonError) -> Value {
        do throws(StoreError) {
            return try await body()
        } catch {
            throw .storageFailure(cause: "\(error)")
        }
    }
}

/// Hands the engine's news to the service without keeping it.
private final class NewsRelay: EngineListener {
    private let target = Locked<(@Sendable (EngineNews) async -> Void)?>(nil)

    func connect(_ target: @escaping @Sendable (EngineNews) async -> Void) {
        self.target.withLock { $0 = target }
    }

    func hear(_ news: EngineNews) async {
        let target = target.withLock { $0 }
        await target?(news)
    }
}
