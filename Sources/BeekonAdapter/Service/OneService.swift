import LocationCore

/// The one service of an installation, whatever fails at opening it: a second on the same store would tell its news to
/// nobody.
final class OneService: Sendable {
    private let service = Locked<BeekonService?>(nil)

    /// Opens the service; `make` is called once.
    func open(_ make: () -> BeekonService) async throws(BeekonError) -> BeekonService {
        let service = service.withLock { known in
            if let known { return known }
            let made = make()
            known = made
            return made
        }
        try await service.open()
        return service
    }
}
