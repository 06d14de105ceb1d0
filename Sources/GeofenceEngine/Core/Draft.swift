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
    /// A fix to be recorded as a tracking fix, unless it turns out to stand beside a transition.
    var trackingFix: Fix?
    /// The position to rank from, where the host gives one.
    var anchor: Coordinate?
    /// Whether regions registered in this step may tell a first enter.
    var mayTellFirstEnter = true
    /// A fix that may prove the first side of regions registered in this step. (CIO 7.5)
    var firstEvidence: Fix?
    /// Whether dwells are looked at: a deadline, a fix, a wake.
    var isCheck = false
    var crossings: [Crossing] = []
    var wantsDelivery = false
    var newRecords = 0
    var isPrecious = false
    /// Records of fixes made in this step, so that one fix beside several transitions is one record. (BKN 4.2)
    var companions: [Fix: String] = [:]

    private var unregistered: [Effect] = []
    private var helperRegistered: [Effect] = []
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
        unregistered + helperRegistered + registered + questions + fixes + timers + notifications + tellings
            + deliveries
    }

    mutating func tell(_ news: EngineNews, id: String? = nil) {
        tellings.append(.tell(Announcement(id: id, news: news)))
    }

    /// The helper is asked for before the fences, so that it is not the one that finds no place. (CIO-115)
    mutating func performFirst(_ effect: Effect) { helperRegistered.append(effect) }

    mutating func perform(_ effect: Effect) {
        switch effect {
        // What is taken back makes room for what is asked for.
        case .unregister, .withdraw: unregistered.append(effect)
        case .register: registered.append(effect)
        case .askState: questions.append(effect)
        case .askFix, .watchFixes, .stopWatching: fixes.append(effect)
        case .wakeUp: timers.append(effect)
        case .notify: notifications.append(effect)
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
