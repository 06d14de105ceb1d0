import BGeoAdapter
import BeekonAdapter
import CIOAdapter
public import GeofenceEngine
public import LocationCore

/// What an app's old style still had to deliver when the app was switched, delivered in that style's own shape.
///
/// At every start after ``StoreMigration/run(at:)``, call ``release()`` before the new adapter is started, so that the regions
/// of the old style are free, and ``deliver()`` after it. It watches nothing, tells nothing and asks for no position.
public actor RetiringOutbox {
    /// How Customer.io's server is reached where the app did not allow its key to be kept.
    public struct CustomerIOAccess: Hashable, Sendable {
        /// The key of the workspace.
        public let cdpApiKey: String
        /// The host of its API.
        public let apiHost: String

        /// Names a workspace.
        public init(cdpApiKey: String, apiHost: String = "cdp.customer.io/v1") {
            self.cdpApiKey = cdpApiKey
            self.apiHost = apiHost
        }
    }

    private enum Worker {
        case engine(GeofenceEngine)
        case customerIO(CIOService)
    }

    private let old: InstalledStyle
    private let device: Device
    private var hasStarted = false
    private let worker: Worker
    private let access: CustomerIOAccess?

    /// Prepares the delivery; nothing is opened before ``release()``.
    ///
    /// - Parameters:
    ///   - old: The style that was left.
    ///   - successor: The style that took over. Named, it is handed what the system still reports of the old regions: the
    ///     crossing that started the updated app is such a one, and Android says it nowhere else.
    ///   - device: What it runs on. On Apple systems one of the old adapter's name, so that its regions are found.
    ///   - access: For Customer.io, where its key was not kept.
    ///   - cloudURL: For Beekon in cloud mode, where it synced.
    public init(
        _ old: InstalledStyle, successor: InstalledStyle? = nil, on device: Device, access: CustomerIOAccess? = nil,
        cloudURL: String? = nil
    ) {
        self.old = old
        self.access = access
        let device = successor.map { device.handingOver(from: old, to: $0) } ?? device
        self.device = device
        switch old.style {
        case .bgeo:
            let platform = device.platform
            worker = .engine(
                GeofenceEngine(
                    name: BGeoConfiguration.engineName, device: device, store: old.store, listener: NobodyListens()
                ) { BGeoStore.configuration($0, on: platform) })
        case .beekon:
            worker = .engine(
                GeofenceEngine(name: BeekonPolicy.name, device: device, store: old.store, listener: NobodyListens()) {
                    BeekonStore.configuration($0, on: device, cloudURL: cloudURL)
                })
        case .customerio: worker = .customerIO(CIOService(device: device, store: old.store, log: CIOLogSink { _ in }))
        }
    }

    /// Gives back the regions that the old style holds with the system, once. Does nothing where nothing was installed.
    ///
    /// Later it leaves the device alone, since its first listener is told what the process was started for, and that is the
    /// new adapter's.
    ///
    /// - Throws: ``StoreError`` for a store that cannot be used.
    public func release() async throws(StoreError) {
        guard try isThere, !hasStarted, try !isReleased else { return }
        try await start()
        try await engine.keep([StoreMark.released: true])
    }

    /// Delivers now, also what the server refused before.
    ///
    /// - Throws: ``StoreError`` for a store that cannot be used.
    public func deliver() async throws(StoreError) {
        guard try isThere else { return }
        if !hasStarted { try await start() }
        switch worker {
        case .engine(let engine): try await engine.deliver()
        case .customerIO(let service):
            service.flush(completion: nil)
            await service.settled()
        }
    }

    private func start() async throws(StoreError) {
        hasStarted = true
        switch worker {
        case .engine(let engine): try await engine.start()
        case .customerIO(let service):
            await service.launch()
            if let access {
                service.start(
                    CoreSettings(
                        cdpApiKey: access.cdpApiKey, apiHost: access.apiHost, flushAt: 20, flushInterval: 30,
                        allowsBackgroundDelivery: false))
                service.modulesStarted()
            } else {
                service.bootstrapForBackgroundDelivery()
            }
            await service.settled()
        }
    }

    private var engine: GeofenceEngine {
        switch worker {
        case .engine(let engine): engine
        case .customerIO(let service): service.engine
        }
    }

    private var isThere: Bool {
        get throws(StoreError) { try EngineStore.condition(at: old.store) != .missing }
    }

    private var isReleased: Bool {
        get throws(StoreError) {
            let store = try EngineStore(at: old.store, now: device.clock.now().wall)
            defer { store.close() }
            return try store.values()[StoreMark.released]?.boolValue == true
        }
    }

    /// How many records wait; at 0 the old style has retired.
    public var remaining: Int {
        get async throws(StoreError) {
            guard hasStarted else {
                guard try isThere else { return 0 }
                let store = try EngineStore(at: old.store, now: device.clock.now().wall)
                defer { store.close() }
                return try store.count() + CIOStore.waitingEvents(store.values())
            }
            return switch worker {
            case .engine(let engine): try await engine.recordCount()
            case .customerIO(let service): try await service.waitingCount()
            }
        }
    }

    /// Stops and closes the store.
    public func stop() async {
        guard hasStarted else { return }
        switch worker {
        case .engine(let engine): await engine.stop()
        case .customerIO(let service): await service.shutDown()
        }
    }
}

/// The app hears the new style alone.
private final class NobodyListens: EngineListener {
    func hear(_ news: EngineNews) async {}
}
