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
    }

    /// What the app goes through.
    @MainActor final class AppLife {
        /// Why the process began, as far as can be told: the system's own key for it is no longer kept. (PLAT-083)
        let cause: WakeCause
        private(set) var isInFront: Bool
        var onEvent: ((AppEvent) -> Void)?

        init(_ app: HostApp, _ wire: Wire) {
            #if os(iOS) || APPLE_STANDIN
                let state = app.application.applicationState
                isInFront = state == .active
                switch state {
                case .active, .inactive: cause = .user
                case .background: cause = .region
                @unknown default: cause = .region
                }
                observe(UIApplication.didBecomeActiveNotification, app, wire) { .becameActive }
                observe(UIApplication.didEnterBackgroundNotification, app, wire) { .enteredBackground }
                observe(UIApplication.willTerminateNotification, app, wire) { .terminating }
                observe(UIApplication.protectedDataDidBecomeAvailableNotification, app, wire) {
                    .protectedDataAvailable
                }
            #else
                isInFront = true
                cause = .user
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
            if event == .becameActive { isInFront = true }
            if event == .enteredBackground { isInFront = false }
            onEvent?(event)
        }
    }
#endif
