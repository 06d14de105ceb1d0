#if os(iOS) || os(macOS) || APPLE_STANDIN
    import Foundation
    import HostDevice
    import LocationCore

    #if os(iOS) || APPLE_STANDIN
        import UIKit
    #endif

    /// The app around the library. A Mac has none that matters here: monitoring works only while it runs. (PLAT-081)
    @MainActor struct HostApp {
        #if os(iOS) || APPLE_STANDIN
            let application = UIApplication.shared
        #endif

        /// Whether files can be read that the system protects while the phone is locked, or has not been unlocked since
        /// it booted. A Mac protects none.
        var readsProtectedFiles: Bool {
            #if os(iOS) || APPLE_STANDIN
                application.isProtectedDataAvailable
            #else
                true
            #endif
        }
    }

    /// What the app goes through.
    @MainActor final class AppLife {
        /// Why the process began, as far as can be told: the system's own key for it is no longer kept. (PLAT-083)
        let cause: WakeCause
        private(set) var isInFront: Bool
        /// Called with each event, and whether listeners should hear of it.
        var onEvent: ((AppEvent, _ isNews: Bool) -> Void)?

        init(_ app: HostApp, _ wire: Wire) {
            (cause, isInFront) = Self.beginning(app)
            #if os(iOS) || APPLE_STANDIN
                observe(UIApplication.didBecomeActiveNotification, app, wire) { .becameActive }
                observe(UIApplication.didEnterBackgroundNotification, app, wire) { .enteredBackground }
                observe(UIApplication.willTerminateNotification, app, wire) { .terminating }
                observe(UIApplication.protectedDataDidBecomeAvailableNotification, app, wire) {
                    .protectedDataAvailable
                }
            #endif
        }

        private static func beginning(_ app: HostApp) -> (WakeCause, isInFront: Bool) {
            #if os(iOS) || APPLE_STANDIN
                switch app.application.applicationState {
                case .active: (.user, true)
                case .inactive: (.user, false)
                case .background: (.region, false)
                @unknown default: (.region, false)
                }
            #else
                (.user, true)
            #endif
        }

        #if os(iOS) || APPLE_STANDIN
            /// The observation is never taken back: it lasts as long as the process, and holds nothing but a weak word.
            private func observe(
                _ name: Notification.Name, _ app: HostApp, _ wire: Wire, _ event: @escaping @Sendable () -> AppEvent
            ) {
                _ = NotificationCenter.default.addObserver(forName: name, object: app.application, queue: nil) {
                    @Sendable [weak self] _ in
                    // UIKit posts on the main thread, and a process that is about to end has no second turn.
                    if Thread.isMainThread {
                        MainActor.assumeIsolated { self?.take(event()) }
                    } else {
                        wire.load.begin()
                        Task { @MainActor in
                            self?.take(event())
                            wire.load.end()
                        }
                    }
                }
            }
        #endif

        private func take(_ event: AppEvent) {
            // After a look at another layer of the screen the app becomes active without ever having left the front.
            let isNews = event != .becameActive || !isInFront
            if event == .becameActive { isInFront = true }
            if event == .enteredBackground { isInFront = false }
            onEvent?(event, isNews)
        }
    }
#endif
