import Foundation

#if os(iOS) || os(macOS)
    import AppleLocation
#else
    import HostDevice
#endif

/// One engine and the hub that it emits to.
package struct BGeoContext: Sendable {
    package let engine: any BGeoEngine
    package let hub: EventHub

    package init(engine: any BGeoEngine, hub: EventHub) {
        self.engine = engine
        self.hub = hub
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
    static var current: BGeoContext { context ?? BGeoContext(engine: processEngine, hub: processHub) }

    /// Makes an engine that emits to ``processHub`` the engine of the process.
    package static func install(_ engine: any BGeoEngine) { installed = engine }

    private static var installed: (any BGeoEngine)?

    /// The engine of the process; the machine's own where nothing was connected.
    private static var processEngine: any BGeoEngine {
        if let installed { return installed }
        let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        let folder = (support ?? FileManager.default.temporaryDirectory).appending(path: "bgeo")
        #if os(iOS) || os(macOS)
            AppleStore.protect(folder)
            let device = AppleDevice.shared.device(for: "bgeo")
        #else
            let device = HostDevice.device()
        #endif
        let service = BGeoService(device: device, store: location(in: folder, device), hub: processHub)
        installed = service
        return service
    }
}
