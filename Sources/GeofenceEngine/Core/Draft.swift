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
    /// Whether no fix had been believed for so long that this one does not decide alone. (AMD-03)
    var followsSilence = false
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
    var isPrecious = false
    /// Regions that a relaunch found missing. They are registered once the ranking has confirmed that they are wanted.
    var missing: Set<String> = []
    /// Records of fixes made in this step, so that one fix beside several transitions is one record. (BKN 4.2)
    var companions: [Fix: String] = [:]

    /// In the order in which they are performed.
    private var performed: [Effect] = []
    /// Those that come before others of their turn.
    private var first: [Effect] = []

    init(envelope: Core.Envelope, steady: Int64) {
        self.envelope = envelope
        self.steady = steady
    }

    var now: Timestamp { envelope.moment.wall }

    /// In the order in which they are performed. (policy matrix, section 12, step 14)
    var effects: [Effect] {
        guard !first.isEmpty else { return performed }
        var effects = first
        for effect in performed { effects.insertInTurn(effect) }
        return effects
    }

    mutating func tell(_ news: EngineNews, id: String? = nil) {
        perform(.tell(Announcement(id: id, news: news)))
    }

    /// The helper is asked for before the fences, so that it is not the one that finds no place. (CIO-115)
    mutating func performFirst(_ effect: Effect) { first.insertInTurn(effect) }

    mutating func perform(_ effect: Effect) {
        if case .unregister(let id) = effect { withdrawRegistration(of: id) }
        performed.insertInTurn(effect)
    }

    /// What is given back comes first, so that a registration decided on before it would stand at the end.
    private mutating func withdrawRegistration(of id: String) {
        let isOf: (Effect) -> Bool = { if case .register(let region) = $0 { region.id == id } else { false } }
        performed.removeAll(where: isOf)
        first.removeAll(where: isOf)
    }

    mutating func say(_ code: JournalCode, _ fence: FenceID?, _ text: String) {
        journal.append(JournalLine(at: now, fence: fence, code: code, text: text))
    }

    /// Notes that a crossing was stopped, and tells the adapter.
    mutating func suppress(_ reason: Suppression.Reason, _ fence: FenceID?, _ text: String) {
        let line = JournalLine(at: now, fence: fence, code: .suppressed, text: text)
        journal.append(line)
        tell(.suppressed(Suppression(line: line, reason: reason)))
    }
}

extension [Effect] {
    /// Puts an effect behind those whose turn is not later. Most come in order.
    fileprivate mutating func insertInTurn(_ effect: Effect) {
        let turn = effect.turn
        var place = count
        while place > 0, self[place - 1].turn > turn { place -= 1 }
        if place == count { append(effect) } else { insert(effect, at: place) }
    }
}

extension Effect {
    /// Which come first.
    fileprivate var turn: Int {
        switch self {
        // What is taken back makes room for what is asked for.
        case .unregister, .withdraw, .want: 0
        case .register: 1
        case .askState: 2
        case .askFix, .watchFixes, .stopWatching: 3
        case .wakeUp: 4
        case .notify: 5
        case .tell: 6
        case .deliver: 7
        }
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
