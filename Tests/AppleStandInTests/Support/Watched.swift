import AppleStandIn
import CoreLocation
import LocationCore
import LocationSimulator

/// An app that opens a monitor in each process and awaits its events.
@MainActor final class Watched {
    private(set) var app: App!
    private(set) var launches = 0
    /// Whether the next process awaits the events.
    var listens = true
    /// Whether the next process holds a session for Always.
    var holdsSession: Bool
    private(set) var session: CLServiceSession?
    private var watcher: Watcher?

    /// The monitor of the latest process.
    var now: Watcher {
        guard let watcher else { preconditionFailure("a process opens its monitor when it is launched") }
        return watcher
    }

    init(
        _ version: StandIn.Version = .init(18), knobs: PhoneKnobs = .quick, holdsSession: Bool = true,
        _ authorization: Authorization = Authorization(tier: .always)
    ) async {
        self.holdsSession = holdsSession
        app = await App(.iOSMonitor, version, knobs: knobs, authorization) { [unowned self] _ in await open() }
    }

    private func open() async {
        launches += 1
        session = nil
        if holdsSession, StandIn.ofThisTask.version >= StandIn.Version(18) {
            session = CLServiceSession(authorization: .always)
        }
        let watcher = await Watcher()
        self.watcher = watcher
        if listens { await watcher.listen() }
    }

    func beginSession() async { session = await app.run { CLServiceSession(authorization: .always) } }

    func endSession() {
        session?.invalidate()
        session = nil
    }
}
