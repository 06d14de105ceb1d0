/// Where an engine keeps its store.
public struct StoreLocation: Sendable {
    /// The file; its folder is created if it is missing.
    public let path: String
    /// Whether a transition must survive the loss of power, which costs a wait for the disk at each. False for simulated
    /// phones, whose machine does not lose power when they do; the end of the process is survived either way.
    public let survivesPowerLoss: Bool
    /// Failures to be injected, for tests.
    package var faults: StoreFaults?
    /// Fences of a set from which on they are also kept in a snapshot beside the database. A start reads some 200,000 rows
    /// a second.
    package var snapshotThreshold = 40_000

    /// Names a file.
    public init(path: String, survivesPowerLoss: Bool = true) {
        self.path = path
        self.survivesPowerLoss = survivesPowerLoss
    }
}
