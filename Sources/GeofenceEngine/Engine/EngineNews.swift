public import LocationCore

/// What an engine tells its adapter, in the order in which it happened.
public enum EngineNews: Sendable {
    /// A transition, committed before it is told, with its records.
    case transition(Transition, records: [Record])
    /// A crossing became no transition; why.
    case suppressed(Suppression)
    /// Fences got or lost their region.
    case slice(SliceChange)
    /// A fix was recorded.
    case fix(Fix, record: Record?)
    /// A fix that the host asked for, or why there is none.
    case fixAnswer(request: String, FixAnswer)
    /// The device left the engine's own region; a fix has been asked for.
    case helperLeft
    /// A fix that was asked for to look round has come, or could not be had; the position to go by, if there is any.
    case looked(Fix?)
    /// Tracking ended by itself; why.
    case trackingEnded(String)
    /// The location permission, when it becomes known and after each change.
    case authorization(Authorization)
    /// How the device reaches the network.
    case network(NetworkState)
    /// The system asks for a low-power mode, or no longer does.
    case powerSave(Bool)
    /// The permission to show notifications.
    case notificationPermission(NotificationPermission)
    /// An upload request ended.
    case upload(records: [Record], HTTPResult)
    /// Records begin to be carried, or nothing more is carried for now.
    case delivering(Bool)
    /// A refresh of the credentials ended.
    case refreshed(HTTPResult, succeeded: Bool)
    /// A request of the adapter's own ended.
    case response(id: String, HTTPResult)
    /// A 3xx that is not followed: where it points, without what may be secret. (AMD-01)
    case redirected(status: Int, to: String)
    /// An event of the app's life, after the engine has dealt with it.
    case app(AppEvent)
    /// How the store's file was found, or what went wrong with it in use.
    case store(StoreNews)
}

/// A crossing that was stopped on its way to a transition.
public struct Suppression: Hashable, Sendable {
    /// What the journal says of it.
    public let line: JournalLine
    /// What stopped it.
    public let reason: Reason

    /// Describes a crossing that was stopped.
    public init(line: JournalLine, reason: Reason) {
        self.line = line
        self.reason = reason
    }

    /// What can stop a crossing. More may be added.
    public struct Reason: Hashable, Sendable {
        private let word: String

        /// The fence does not report this kind.
        public static let notReported = Reason(word: "not reported")
        /// The policy asks for a person, and nobody is identified.
        public static let nobodyIdentified = Reason(word: "nobody identified")
        /// The same was told within the duplicate window.
        public static let repeated = Reason(word: "repeated")
    }
}

/// How a request for a fix ended.
public enum FixAnswer: Hashable, Sendable {
    /// The fix.
    case fix(Fix)
    /// Why there is none.
    case failure(FixFailure)
}

/// Something about the store.
public enum StoreNews: Hashable, Sendable {
    /// It was opened.
    case opened(StoreOpening)
    /// Rows that could not be read were left out.
    case lostRows([String])
    /// Another process had changed what is kept; what it wrote counts from now on.
    case caughtUp
    /// A commit or a read failed; what it would have changed is undone and tried again at the next input.
    case failed(StoreError)
    /// Something about the snapshot of the fences; no answer depends on it.
    case snapshot(SnapshotNews)
}

/// Who hears an engine's news.
public protocol EngineListener: Sendable {
    /// Takes one piece of news; the next comes when this returns. The engine does not wait for it.
    func hear(_ news: EngineNews) async
}
