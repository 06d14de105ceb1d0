import CIOAdapter

/// Customer.io: the workspace owns the fences, and they are watched once somebody is identified.
@MainActor struct CustomerIOFences: FenceService {
    let vendor = Vendor.customerIO
    /// `nil` leaves the SDK alone: it is of no use without a key.
    let settings: CustomerIOSettings?

    /// Configures the SDK and identifies the person. Goes into the launch, before anything is awaited.
    func configure() {
        guard let settings else { return }
        let builder = SDKConfigBuilder(cdpApiKey: settings.key)
            .allowBackgroundDelivery(true)
            .addModule(LocationModule(config: LocationConfig(mode: .onAppStart)))
            .addModule(GeofenceModule())
        if let host = settings.host { builder.apiHost(host) }
        CustomerIO.initialize(withConfig: builder.build())
        CustomerIO.shared.identify(userId: settings.person)
    }

    func start(_ hear: @escaping @MainActor (Crossing) async -> Void) async throws {
        guard settings != nil else { return }
        let crossings = CustomerIO.geofence.transitions
        Task {
            for await crossing in crossings { await hear(Crossing(crossing)) }
        }
    }

    func fences() async -> [ShownFence] {
        guard settings != nil else { return [] }
        return await CustomerIO.geofence.monitored().filter { $0.monitoredRadius != nil }.map { ShownFence($0) }
    }

    func save(_ fence: FenceRequest) async throws { throw ServerManaged() }

    func remove(_ identifier: String) async throws { throw ServerManaged() }

    func explain(_ identifier: String) async -> [String] { await CustomerIO.geofence.explain(identifier) }
}

/// An attempt to change fences that the server owns.
struct ServerManaged: Error, CustomStringConvertible {
    var description: String { "the fences come from the workspace" }
}

extension ShownFence {
    fileprivate init(_ fence: CIOMonitoredGeofence) {
        self.init(
            id: fence.geofenceId, latitude: fence.latitude, longitude: fence.longitude, radius: fence.radius,
            absence: fence.absence)
    }
}

extension Crossing {
    fileprivate init(_ crossing: CIOTransition) {
        let action: FenceAction =
            switch crossing.transition {
            case .enter: .enter
            case .exit: .exit
            case .dwell: .dwell
            }
        self.init(fence: crossing.geofenceId, action: action, date: crossing.timestamp)
    }
}
