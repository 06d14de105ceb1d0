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

            /// Holds a session for what is granted, never for more, which would put up a question (PLAT-057); `nil` for
            /// none. With a permission for use only it does what an implicit session does in an app that has not opted
            /// out of those. (PLAT-058)
            func update(_ tier: AuthorizationTier?) {
                guard tier != self.tier else { return }
                self.tier = tier
                if #available(iOS 18.0, macOS 15.0, *) {
                    let former = session as? CLServiceSession
                    switch tier {
                    case .always?: session = CLServiceSession(authorization: .always)
                    case .whenInUse?: session = CLServiceSession(authorization: .whenInUse)
                    case .notDetermined?, .restricted?, .denied?, nil: session = nil
                    }
                    former?.invalidate()
                }
            }
        #else
            func update(_ tier: AuthorizationTier?) {}
        #endif
    }
#endif
