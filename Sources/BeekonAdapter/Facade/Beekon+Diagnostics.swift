import GeofenceEngine

extension Beekon {
    /// The newest lines of the log, oldest first; 2000 are kept.
    ///
    /// - Parameters:
    ///   - level: Leaves out what lies above it.
    ///   - limit: Most lines.
    public func getLog(level: LogLevel = .debug, limit: Int = 2000) -> [LogEntry] {
        diagnostics.entries(upTo: level, limit: limit)
    }

    /// The log as text, one JSON object a line. (BKN-176)
    public func exportLog() -> String { diagnostics.export() }

    /// Changes what is kept from now on, until the process ends or a configuration comes.
    public func setLogLevel(_ level: LogLevel) { diagnostics.setLevel(level) }

    /// Uploads what is pending, also in a pause after a failure; how it went is on ``syncStatus``. (BKN-131)
    public func sync() async {
        await calls.run { await deliver() }
    }

    private func deliver() async {
        guard let engine = await openedEngine() else { return }
        do throws(BeekonError) {
            try await engine.deliver()
        } catch {
            diagnostics.write(.error, "sync", error.description)
        }
    }
}
