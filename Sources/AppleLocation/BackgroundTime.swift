#if os(iOS) || os(macOS) || APPLE_STANDIN
    import LocationCore

    #if os(iOS) || APPLE_STANDIN
        import UIKit
    #endif

    /// Time to work while in the background. (PLAT-073)
    @MainActor final class BackgroundTime {
        #if os(iOS) || APPLE_STANDIN
            private let application: UIApplication
            private var tasks: [String: UIBackgroundTaskIdentifier] = [:]

            init(_ app: HostApp) { application = app.application }

            func hold(_ name: String) {
                guard tasks[name] == nil else { return }
                // A task that is not ended when its time is up ends the process.
                let task = application.beginBackgroundTask(withName: name) { [weak self] in self?.release(name) }
                if task != .invalid { tasks[name] = task }
            }

            func release(_ name: String) {
                guard let task = tasks.removeValue(forKey: name) else { return }
                application.endBackgroundTask(task)
            }
        #else
            init(_ app: HostApp) {}
            func hold(_ name: String) {}
            func release(_ name: String) {}
        #endif
    }
#endif
