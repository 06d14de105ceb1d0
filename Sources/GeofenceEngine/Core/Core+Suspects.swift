import LocationCore

/// One fix alone ends no stay. (AMD-03)
///
/// Where the system watches a circle and has not reported an exit, and after a silence where the core itself watches, a fix on
/// the other side is only a suspicion: another believed fix, or the system, must agree.
extension Core {
    /// How much younger the second fix must be, in milliseconds.
    static var secondLook: Int64 { 5000 }

    /// Milliseconds without a believed fix after which the next one does not decide alone. Also how much older than the
    /// system's report a fix may be to date it: the system has a date of its own, and was silent for that long.
    static var silence: Int64 { 120_000 }

    /// Whether a fix that shows another side than is known must be confirmed by a second one.
    func needsSecondLook(_ standing: Standing?, _ draft: Draft) -> Bool {
        draft.followsSilence && standing.map { $0.side != .unknown } ?? false
    }

    /// Notes what one fix says, and sees that another one comes.
    mutating func suspect(_ side: Side, of stored: StoredFence, by fix: Fix, _ draft: inout Draft) {
        guard process.suspects[stored.ordinal] == nil else { return }
        let steady = durable.clock?.steady(of: fix.timestamp) ?? draft.steady
        process.suspects[stored.ordinal] = Process.Suspect(
            side: side, fix: fix, steady: steady, revision: stored.shapeRevision)
        draft.say(
            .side, stored.fence.id,
            "a fix of \(fix.timestamp) says \(side.rawValue); another one, or the system, must agree")
        let due = max(steady + Self.secondLook, draft.steady)
        process.secondLookAt = min(process.secondLookAt ?? .max, due)
        meetSecondLook(&draft)
    }

    /// Asks for the second fix once it may differ from the first.
    mutating func meetSecondLook(_ draft: inout Draft) {
        guard let due = process.secondLookAt, due <= draft.steady else { return }
        process.secondLookAt = nil
        guard !process.suspects.isEmpty else { return }
        ask(.confirmation, accuracy: policy.fixes.requestAccuracy, timeout: policy.fixes.requestTimeout, &draft)
    }

    /// Holds a believed fix against what earlier ones made likely.
    mutating func judgeSuspects(by fix: Fix, at point: SurfacePoint, _ draft: inout Draft) {
        guard !process.suspects.isEmpty else { return }
        let steady = durable.clock?.steady(of: fix.timestamp) ?? draft.steady
        for (ordinal, suspect) in process.suspects.sorted(by: { $0.key < $1.key }) {
            guard let stored = fence(ordinal: ordinal), stored.shapeRevision == suspect.revision,
                let standing = durable.standings[ordinal], standing.side != suspect.side || standing.stay != nil
            else {
                process.suspects[ordinal] = nil
                continue
            }
            let circle = circle(of: stored)
            let verdict = Verdict(
                distanceToCenter: point.distance(to: SurfacePoint(circle.center)), radius: circle.radius,
                accuracy: fix.accuracy)
            guard let side = verdict.side else { continue }
            guard side == suspect.side else {
                process.suspects[ordinal] = nil
                draft.say(
                    .outdated, stored.fence.id,
                    "the fix of \(suspect.fix.timestamp) is not believed: the next one says \(side.rawValue)")
                continue
            }
            guard steady - suspect.steady >= Self.secondLook else { continue }
            process.suspects[ordinal] = nil
            conclude(side, of: stored, by: suspect.fix, &draft)
        }
        if process.suspects.isEmpty { process.secondLookAt = nil }
    }

    private mutating func conclude(_ side: Side, of stored: StoredFence, by fix: Fix, _ draft: inout Draft) {
        let decides =
            judgesCircles || policy.endings.leavingSlice == .exitIfProven
            || process.unconfirmed.contains(stored.ordinal)
        if decides {
            let seen = evidence(side, .fix, at: fix.timestamp, isCrossing: false, position: fix, draft)
            observe(
                seen, of: stored, tellsFirstEnter: place(of: stored)?.tellsFirstEnter ?? false, &draft)
        } else if policy.endings.fixOutsideEndsStay, side == .outside,
            let standing = durable.standings[stored.ordinal], standing.stay != nil
        {
            set(endedStay(standing), of: stored.ordinal, &draft)
            draft.say(.stayEnded, stored.fence.id, "the stay ended silently: two fixes lie clear outside")
        }
    }

    /// The system's word about a fence of which a fix has said something: it refutes the fix, or bears its date.
    mutating func compare(_ evidence: Evidence, with stored: StoredFence) -> Evidence {
        guard evidence.kind != .fix, let suspect = process.suspects[stored.ordinal] else { return evidence }
        guard suspect.side == evidence.side else {
            if evidence.steady >= suspect.steady { process.suspects[stored.ordinal] = nil }
            return evidence
        }
        guard (0...Self.silence).contains(evidence.steady - suspect.steady) else { return evidence }
        return Evidence(
            side: evidence.side, kind: evidence.kind, at: suspect.fix.timestamp, steady: suspect.steady,
            isCrossing: evidence.isCrossing, position: evidence.position ?? suspect.fix)
    }
}

extension Process {
    /// What one fix says against what is known.
    package struct Suspect: Hashable, Sendable {
        let side: Side
        let fix: Fix
        let steady: Int64
        /// Of the shape it was held against.
        let revision: Int
    }
}
