#if os(iOS) || os(macOS)
    import LocationCore
    import os

    /// The system's log, where lines go unless the app has a handler of its own.
    enum SystemLog {
        static func install() { GeofencingLog.setSystemHandler { write($0) } }

        private static func write(_ line: GeofencingLog.Line) {
            let logger = Logger(subsystem: "geofencing.\(line.source)", category: line.category)
            let text = line.message
            switch line.level {
            // A position may be in it, which others must not read.
            case .debug: logger.debug("\(text, privacy: .private)")
            case .info: logger.info("\(text, privacy: .public)")
            case .warning: logger.warning("\(text, privacy: .public)")
            case .error: logger.error("\(text, privacy: .public)")
            }
        }
    }
#endif
