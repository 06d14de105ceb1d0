import Foundation
package import GeofenceEngine
import LocationCore

#if os(iOS) || os(macOS)
    import AppleLocation
#else
    import HostDevice
#endif

/// One engine and the hub that it emits to.
package struct BGeoContext: Sendable {
    package let engine: any BGeoEngine
    package let hub: EventHub
    /// Calls take effect in the order in which they were made. (AMD-09)
    let calls: CallQueue

    package init(engine: any BGeoEngine, hub: EventHub, calls: CallQueue = CallQueue()) {
        self.engine = engine
        self.hub = hub
        self.calls = calls
    }
}

nonisolated extension BackgroundGeolocation {
    /// The pair that the running task uses instead of the process's own; for tests.
    @TaskLocal package static var context: BGeoContext?
}

extension BackgroundGeolocation {
    /// The hub of the process. It is there before any engine, so that no listener comes too early.
    package nonisolated static let processHub = EventHub()

    /// The pair that requests and subscriptions go to: that of the running task, or else the process's own.
    static var current: BGeoContext {
        context ?? BGeoContext(engine: processEngine, hub: processHub, calls: processCalls)
    }

    private static let processCalls = CallQueue()

    /// Makes a request of the engine after those that were made before, and before those that come.
    static func inOrder<Answer, Failure: Error>(
        _ request: @MainActor (any BGeoEngine) async throws(Failure) -> Answer
    ) async throws(Failure) -> Answer {
        let context = current
        return try await context.calls.run { () async throws(Failure) -> Answer in
            try await request(context.engine)
        }
    }

    /// The engine, once the requests that were made before have been carried out: for one that waits for a person or a
    /// position and must not hold up the others.
    static func engineInOrder() async -> any BGeoEngine {
        let context = current
        await context.calls.passed()
        return context.engine
    }

    /// Makes an engine that emits to ``processHub`` the engine of the process.
    package static func install(_ engine: any BGeoEngine) { installed = engine }

    private static var installed: (any BGeoEngine)?

    /// The engine of the process; the machine's own where nothing was connected.
    private static var processEngine: any BGeoEngine {
        if let installed { return installed }
        let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        let folder = (support ?? FileManager.default.temporaryDirectory).appending(path: "bgeo")
        #if os(iOS) || os(macOS)
            let device = AppleDevice.shared.device(for: .bgeo)
        #else
            let device = HostDevice.device()
        #endif
        let service = BGeoService(device: device, store: location(in: folder, device), hub: processHub)
        installed = service
        return service
    }
}
