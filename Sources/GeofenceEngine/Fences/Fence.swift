public import LocationCore

/// What a customer defines: an area, and what to report about it.
public struct Fence: Hashable, Sendable {
    /// The customer's name for it.
    public let id: FenceID
    /// Where it is.
    public let shape: FenceShape
    /// The circle the system watches for a polygon, where the vendor's server says so; `nil` for the smallest one around it.
    public let watchedCircle: Circle?
    /// Which transitions are reported. The device's side is followed in any case.
    public let reports: TransitionKinds
    /// Milliseconds a stay must last to be a dwell; greater than 0. Read only if ``reports`` has a dwell.
    public let dwellDelay: Int64
    /// Groups for each of which a transition is reported once, in order; empty means one report without a group.
    public let geosets: [String]
    /// What the system shows at a crossing; `nil` for nothing.
    public var notice: Notice? { boxedNotice?.value }
    /// The vendor's own fields, kept and handed back exactly as given.
    public let attributes: JSONValue
    /// Most fences have none, and its room would be that of all the rest.
    private let boxedNotice: Boxed<Notice>?

    /// Defines a fence.
    ///
    /// - Parameter dwellDelay: Milliseconds; values below 1 are not a stay and count as 1.
    public init(
        id: FenceID, shape: FenceShape, watchedCircle: Circle? = nil, reports: TransitionKinds,
        dwellDelay: Int64 = 300_000, geosets: [String] = [], notice: Notice? = nil, attributes: JSONValue = .null
    ) {
        self.id = id
        self.shape = shape
        self.watchedCircle = watchedCircle
        self.reports = reports
        self.dwellDelay = max(1, dwellDelay)
        self.geosets = geosets
        self.boxedNotice = notice.map { Boxed($0) }
        self.attributes = attributes
    }
}

/// Kinds of transitions.
public struct TransitionKinds: OptionSet, Hashable, Sendable {
    /// The bits; they are stored.
    public let rawValue: Int
    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Coming in.
    public static let enter = TransitionKinds(rawValue: 1)
    /// Going out.
    public static let exit = TransitionKinds(rawValue: 2)
    /// Having stayed inside for at least the fence's delay.
    public static let dwell = TransitionKinds(rawValue: 4)

    /// Whether a kind is among them.
    public func contains(_ kind: TransitionKind) -> Bool {
        switch kind {
        case .enter: contains(TransitionKinds.enter)
        case .exit: contains(TransitionKinds.exit)
        case .dwell: contains(TransitionKinds.dwell)
        }
    }
}

/// The event we stand behind.
public enum TransitionKind: String, Hashable, Sendable, Codable, CaseIterable {
    /// The device came in.
    case enter
    /// The device went out.
    case exit
    /// The device stayed inside for the fence's delay.
    case dwell
}

/// What the system shows when a fence is crossed.
public struct Notice: Hashable, Sendable {
    /// Shown on coming in; `nil` for nothing.
    public let onEnter: NoticeContent?
    /// Shown on going out; `nil` for nothing.
    public let onExit: NoticeContent?

    /// Describes what is shown.
    public init(onEnter: NoticeContent?, onExit: NoticeContent?) {
        self.onEnter = onEnter
        self.onExit = onExit
    }

    /// The content for a kind of transition; a dwell shows nothing.
    public func content(for kind: TransitionKind) -> NoticeContent? {
        switch kind {
        case .enter: onEnter
        case .exit: onExit
        case .dwell: nil
        }
    }
}

/// Text and payload of a notification.
public struct NoticeContent: Hashable, Sendable {
    /// First line.
    public let title: String
    /// Text.
    public let body: String
    /// Whether it interrupts with a sound.
    public let isProminent: Bool
    /// What the app finds in it.
    public let userInfo: [String: JSONValue]

    /// Describes a notification.
    public init(title: String, body: String, isProminent: Bool, userInfo: [String: JSONValue]) {
        self.title = title
        self.body = body
        self.isProminent = isProminent
        self.userInfo = userInfo
    }
}
