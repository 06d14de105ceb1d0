/// One vendor's adapter, as the app uses it: a few calls of its public API.
@MainActor protocol FenceService {
    var vendor: Vendor { get }

    /// Listens to transitions, then starts the adapter. `hear` gets one transition after another.
    func start(_ hear: @escaping @MainActor (Crossing) async -> Void) async throws
    /// The fences, as the adapter has them now.
    func fences() async -> [ShownFence]
    /// Adds the fence, or replaces the one of its name.
    func save(_ fence: FenceRequest) async throws
    func remove(_ identifier: String) async throws
    /// Why a fence did or did not fire, newest last.
    func explain(_ identifier: String) async -> [String]
}
