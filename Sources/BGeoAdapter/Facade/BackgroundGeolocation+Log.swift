import LocationCore

/// The log.
extension BackgroundGeolocation {
    /// Writes the application's own rows to the log.
    public static var logger: Logger { Logger(engine: current.engine) }

    /// Rows of the log, newest first.
    ///
    /// - Parameter limit: How many at most; forced into 1…5000.
    public static func getLog(limit: Int = 500) async -> [LogEntry] {
        await inOrder { await $0.log(limit: min(max(limit, 1), 5000)) }.compactMap { row in
            (row.anyValue as? [String: Any]).flatMap(LogEntry.init(dictionary:))
        }
    }

    /// Removes all rows; tells how many.
    public static func destroyLog() async -> Int { await inOrder { await $0.destroyLog() } }

    /// Begins to upload the rows that wait for it; tells how many they are.
    public static func uploadLog() async -> Int { await inOrder { await $0.uploadLog() } }

    /// Writes rows with event `app` and source `native`, if their level is kept.
    @MainActor public struct Logger: Sendable {
        let engine: any BGeoEngine

        /// Writes what failed.
        public func error(_ message: String, data: [String: Any]? = nil) { write(.error, message, data) }
        /// Writes what may fail.
        public func warn(_ message: String, data: [String: Any]? = nil) { write(.warning, message, data) }
        /// Writes what happened.
        public func info(_ message: String, data: [String: Any]? = nil) { write(.info, message, data) }
        /// Writes what was decided.
        public func debug(_ message: String, data: [String: Any]? = nil) { write(.debug, message, data) }
        /// Writes anything.
        public func verbose(_ message: String, data: [String: Any]? = nil) { write(.verbose, message, data) }

        private func write(_ level: LogLevel, _ message: String, _ data: [String: Any]?) {
            engine.log(
                LogRow(
                    level: level, source: "native", event: "app", message: message,
                    data: data.map { PlainObject($0).members }))
        }
    }
}
