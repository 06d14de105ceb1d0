#if os(iOS) || os(macOS) || APPLE_STANDIN
    import CoreLocation

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

    /// Lets a monitor's events come in the background, from iOS 18 on. (PLAT-055)
    @MainActor final class MonitoringSession {
        #if os(iOS) || APPLE_STANDIN
            /// A service session; the type is not there on every system.
            private var session: (any Sendable)?

            /// Wanted only while Always is granted: above what is granted it would put up a question. (PLAT-057)
            func update(isWanted: Bool) {
                if #available(iOS 18.0, macOS 15.0, *) {
                    if isWanted {
                        if session == nil { session = CLServiceSession(authorization: .always) }
                    } else {
                        (session as? CLServiceSession)?.invalidate()
                        session = nil
                    }
                }
            }
        #else
            func update(isWanted: Bool) {}
        #endif
    }
#endif
