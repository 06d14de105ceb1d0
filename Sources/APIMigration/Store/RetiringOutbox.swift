import BGeoAdapter
import BeekonAdapter
import CIOAdapter
public import GeofenceEngine
public import LocationCore

/// What an app's old style still had to deliver when the app was switched, delivered in that style's own shape.
///
/// Start it after ``StoreMigration/run(at:)`` and before the new adapter: it also gives back the regions that the old
/// style held with the system. It watches nothing, tells nothing and asks for no position.
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
    private let worker: Worker
    private let access: CustomerIOAccess?

    /// Prepares the delivery; nothing is opened before ``start()``.
    ///
    /// - Parameters:
    ///   - old: The style that was left.
    ///   - device: What it runs on. On Apple systems one of the old adapter's name, so that its regions are found.
    ///   - access: For Customer.io, where its key was not kept.
    ///   - cloudURL: For Beekon in cloud mode, where it synced.
    public init(
        _ old: InstalledStyle, on device: Device, access: CustomerIOAccess? = nil, cloudURL: String? = nil
    ) {
        self.old = old
        self.access = access
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

    /// Gives back the regions of the old style and begins to deliver.
    ///
    /// - Throws: ``StoreError`` for a store that cannot be used.
    public func start() async throws(StoreError) {
        switch worker {
        case .engine(let engine):
            try await engine.start()
            try await engine.deliver()
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
            service.flush(completion: nil)
            await service.settled()
        }
    }

    /// Delivers now, also what the server refused before.
    public func deliver() async throws(StoreError) {
        switch worker {
        case .engine(let engine): try await engine.deliver()
        case .customerIO(let service):
            service.flush(completion: nil)
            await service.settled()
        }
    }

    /// How many records wait; at 0 the old style has retired.
    public var remaining: Int {
        get async throws(StoreError) {
            switch worker {
            case .engine(let engine): try await engine.recordCount()
            case .customerIO(let service): try await service.waitingCount()
            }
        }
    }

    /// Stops and closes the store.
    public func stop() async {
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
