import LocationCore

/// What a step collects on its way.
struct Draft {
    let envelope: Core.Envelope
    let steady: Int64
    var changes: [Change] = []
    var journal: [JournalLine] = []
    /// Whether the input may change the ranking.
    var mayRank = false
    /// The admitted fix that came with the input.
    var fix: Fix?
    /// Whether dwells are looked at: a deadline, a fix, a wake.
    var isCheck = false
    var crossings: [Crossing] = []
    var wantsDelivery = false
    var isPrecious = false
    /// Regions that a relaunch found missing. They are registered once the ranking has confirmed that they are wanted.
    var missing: Set<String> = []

    private var unregistered: [Effect] = []
    private var registered: [Effect] = []
    private var questions: [Effect] = []
    private var fixes: [Effect] = []
    private var timers: [Effect] = []
    private var notifications: [Effect] = []
    private var tellings: [Effect] = []
    private var deliveries: [Effect] = []

    init(envelope: Core.Envelope, steady: Int64) {
        self.envelope = envelope
        self.steady = steady
    }

    var now: Timestamp { envelope.moment.wall }

    /// In the order in which they are performed. (policy matrix, section 12, step 14)
    var effects: [Effect] {
        unregistered + registered + questions + fixes + timers + notifications + tellings + deliveries
    }

    mutating func tell(_ news: EngineNews, id: String? = nil) {
        tellings.append(.tell(Announcement(id: id, news: news)))
    }

    mutating func perform(_ effect: Effect) {
        switch effect {
        case .unregister: unregistered.append(effect)
        case .register: registered.append(effect)
        case .askState: questions.append(effect)
        case .askFix, .watchFixes, .stopWatching: fixes.append(effect)
        case .wakeUp: timers.append(effect)
        case .notify, .withdraw: notifications.append(effect)
        case .tell: tellings.append(effect)
        case .deliver: deliveries.append(effect)
        }
    }

    mutating func say(_ code: JournalCode, _ fence: FenceID?, _ text: String) {
        journal.append(JournalLine(at: now, fence: fence, code: code, text: text))
    }
}

/// A change of side that has still to pass the gates.
struct Crossing {
    let stored: StoredFence
    let kind: TransitionKind
    let evidence: Evidence
    /// The stay that an exit ended.
    let stay: Stay?
}
