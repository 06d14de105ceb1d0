#if os(iOS) || os(macOS) || APPLE_STANDIN
    import CoreLocation
    import LocationCore

    /// Keeps an app with a permission for use only in use while it follows positions in the background, with the system's
    /// sign that it does. (PLAT-060)
    @MainActor final class BackgroundActivity {
        #if os(iOS) || APPLE_STANDIN
            private var session: CLBackgroundActivitySession?

            func update(isWanted: Bool) {
                if isWanted {
                    if session == nil { session = CLBackgroundActivitySession() }
                } else {
                    // Letting go of it does not end it.
                    session?.invalidate()
                    session = nil
                }
            }
        #else
            func update(isWanted: Bool) {}
        #endif
    }

    /// Lets a monitor's events come, from iOS 18 on, and with Always in the background too. (PLAT-055)
    @MainActor final class MonitoringSession {
        #if os(iOS) || APPLE_STANDIN
            /// A service session; the type is not there on every system.
            private var session: (any Sendable)?
            private var tier: AuthorizationTier?

            /// Whether there is one.
            var isHeld: Bool { tier != nil }

            /// Holds a session for what is granted, never for more, which would put up a question (PLAT-057). With a
            /// permission for use only it does what an implicit session does in an app that has not opted out of those.
            /// (PLAT-058)
            ///
            /// One for more than is granted now is kept: the rest may be granted again while the app is in the background,
            /// where a new one would not count. (PLAT-055)
            func hold(_ granted: AuthorizationTier) {
                guard granted == .always || granted == .whenInUse, tier != granted, tier != .always else { return }
                tier = granted
                if #available(iOS 18.0, macOS 15.0, *) {
                    let former = session as? CLServiceSession
                    session = CLServiceSession(authorization: granted == .always ? .always : .whenInUse)
                    former?.invalidate()
                }
            }

            func end() {
                tier = nil
                if #available(iOS 18.0, macOS 15.0, *) { (session as? CLServiceSession)?.invalidate() }
                session = nil
            }
        #else
            let isHeld = false
            func hold(_ granted: AuthorizationTier) {}
            func end() {}
        #endif
    }
#endif
