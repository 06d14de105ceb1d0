/// Where the lines of the package's log go, whichever adapter writes them.
///
/// On Apple systems they go to the system's log unless the app has a handler of its own. Elsewhere Customer.io's go to standard
/// error, and the others only to the log of their vendor's API.
///
/// At info and above no line has a credential, a person's id or a position in it; at debug there may be positions.
public enum GeofencingLog {
    /// How important a line is.
    public enum Level: Int, Hashable, Sendable, CaseIterable, Comparable {
        /// Every decision.
        case debug
        /// What happens.
        case info
        /// What may go wrong.
        case warning
        /// What failed.
        case error

        /// Orders from least to most important.
        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    /// One line.
    public struct Line: Hashable, Sendable, CustomStringConvertible {
        /// How important it is.
        public let level: Level
        /// Which adapter wrote it: `Beekon`, `BGeo` or `CustomerIO`.
        public let source: String
        /// What it is about, in the adapter's words.
        public let category: String
        /// What happened.
        public let message: String

        /// The line as text.
        public var description: String { "[\(source)][\(category)] \(level): \(message)" }
    }

    /// Gives every line of this process to a handler, in place of where lines went before; set it once, before anything else.
    ///
    /// The levels that are configured for the vendors' own logs have no say here. The handler is called on whatever thread has
    /// something to say, never while a lock is held; what it does takes the adapter's time.
    ///
    /// - Parameters:
    ///   - level: The least important lines to be given.
    ///   - handler: Takes a line.
    public static func setHandler(from level: Level = .info, _ handler: @escaping @Sendable (Line) -> Void) {
        state.withLock { $0.own = (level, handler) }
    }

    private struct State {
        var own: (level: Level, handler: @Sendable (Line) -> Void)?
        var system: (@Sendable (Line) -> Void)?
    }

    private static let state = Locked(State())

    /// Where lines go on this system while the app has no handler.
    package static func setSystemHandler(_ handler: @escaping @Sendable (Line) -> Void) {
        state.withLock { $0.system = handler }
    }

    /// Whether lines go anywhere but to the adapter's own log.
    package static var hasHandler: Bool { state.withLock { $0.own != nil || $0.system != nil } }

    /// Passes a line on.
    ///
    /// - Parameter isKept: Whether the level configured for the vendor's log lets it through; the system's log keeps to that.
    package static func write(
        _ level: Level, source: String, category: String, _ message: String, isKept: Bool
    ) {
        let handler = state.withLock { state -> (@Sendable (Line) -> Void)? in
            guard let own = state.own else { return isKept ? state.system : nil }
            return level >= own.level ? own.handler : nil
        }
        handler?(Line(level: level, source: source, category: category, message: message))
    }
}
