public import LocationCore

/// Every line that the package gives to a handler in this process; there is one handler, so tests share it.
public enum LogCollector {
    private static let lines = Locked<[GeofencingLog.Line]>([])

    private static let isInstalled: Bool = {
        GeofencingLog.setHandler(from: .debug) { line in lines.withLock { $0.append(line) } }
        return true
    }()

    /// Begins to collect. What other tests of the process say is among it: look for what only one's own can have said.
    public static func begin() { _ = isInstalled }

    /// What came so far.
    public static var collected: [GeofencingLog.Line] { lines.withLock { $0 } }
}
