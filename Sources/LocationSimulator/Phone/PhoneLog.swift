public import LocationCore

/// One line of what a simulated phone did.
public struct PhoneLogLine: Hashable, Sendable, CustomStringConvertible {
    /// Milliseconds of simulated time since the phone was created.
    public let elapsed: Int64
    /// What the wall clock showed.
    public let wall: Timestamp
    /// What happened. Lines that begin with `->` are events told to the app.
    public let text: String

    /// The line as the transcript has it.
    public var description: String { "\(wall) +\(elapsed) \(text)" }
}

extension SimulatedPhone {
    /// Everything that happened so far, in order.
    public var log: [PhoneLogLine] { world.withLock { $0.lines } }

    /// The log as text. Two runs of the same calls with the same seed have equal transcripts.
    public var transcript: String { log.map { $0.description + "\n" }.joined() }

    /// Adds a line of the test's own to the log.
    public func note(_ text: String) { world.withLock { $0.log("# \(text)") } }
}
