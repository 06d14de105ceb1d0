import LocationCore

/// When a stay becomes a dwell.
extension Core {
    mutating func checkDwells(_ draft: inout Draft) {
        settleDoubts(with: nil, &draft)
        decideCrossings(&draft)
        guard policy.dwell.proof != .none, !process.dwelling.isEmpty, !isWaitingForLaunchEvent(draft) else { return }
        for stored in dwellers() {
            guard let standing = durable.standings[stored.ordinal], standing.side == .inside, let stay = standing.stay,
                stay.dwell == .awaited
            else { continue }
            check(stored, standing, stay, &draft)
        }
    }

    /// The fences whose stay may become a dwell that they report, in stored order.
    private mutating func dwellers() -> [StoredFence] {
        if let known = process.dwellers, known.edition === durable.edition { return known.fences }
        let dwellers = Process.Dwellers(durable.edition, process.dwelling.sorted().compactMap { fence(ordinal: $0) })
        process.dwellers = dwellers
        return dwellers.fences
    }

    /// Before it is known why the process runs, it may be for the exit. (CASE-036)
    private func isWaitingForLaunchEvent(_ draft: Draft) -> Bool {
        !process.hasLaunched || process.launchEventUntil.map { draft.steady < $0 } ?? false
    }

    private mutating func check(_ stored: StoredFence, _ standing: Standing, _ stay: Stay, _ draft: inout Draft) {
        // Nobody watched for a while, so that the device may have left. (AMD-07)
        guard !isLeftToSystem(stay, of: stored), !process.unconfirmed.contains(stored.ordinal) else { return }
        let elapsed = draft.steady - stay.enteredSteady
        switch policy.dwell.proof {
        case .none: break
        case .timeUnlessContradicted:
            guard elapsed >= stored.fence.dwellDelay else { return }
            guard !isContradicted(stay, of: stored) else {
                sayOnce(.dwell, stored, "the stay is long enough, but the newest fix lies outside", &draft)
                return
            }
            tellDwell(stored, standing, stay, at: draft.now, by: .elapsedTime, &draft)
        case .evidence:
            if stay.lastInsideSteady - stay.enteredSteady >= stored.fence.dwellDelay {
                tellDwell(stored, standing, stay, at: stay.lastInside, by: stay.lastInsideBy, &draft)
            } else if elapsed >= stored.fence.dwellDelay {
                askForPresence(stored, standing, stay, &draft)
            }
        }
    }

    /// Whether the system itself tells the dwell: it watches a stay that it has seen begin. One that is older than its
    /// region's registration, after a reboot or under another style, is ours to time.
    private func isLeftToSystem(_ stay: Stay, of stored: StoredFence) -> Bool {
        guard policy.dwell.usesNative, process.capabilities?.detectsDwell == true, let place = place(of: stored) else {
            return false
        }
        return place.askedAt <= stay.enteredSteady
    }

    /// Whether the newest fix since the entry lies outside what is registered. (BGEO-088)
    private func isContradicted(_ stay: Stay, of stored: StoredFence) -> Bool {
        guard let fix = process.lastFix, process.lastFixSteady > stay.enteredSteady else { return false }
        guard stored.fence.shape.isCircle else { return !stored.prepared.contains(fix.coordinate) }
        let circle = place(of: stored)?.circle ?? stored.enclosing
        return SurfacePoint(fix.coordinate).distance(to: SurfacePoint(circle.center)) > circle.radius
    }

    private mutating func tellDwell(
        _ stored: StoredFence, _ standing: Standing, _ stay: Stay, at: Timestamp, by evidence: EvidenceKind,
        _ draft: inout Draft
    ) {
        var standing = standing
        standing.stay?.dwell = .told
        standing.stay?.askAgainAt = nil
        set(standing, of: stored.ordinal, &draft)
        pass(.dwell, of: stored, at: at, by: evidence, position: nil, stay: stay, &draft)
    }

    mutating func tellNativeDwell(_ evidence: Evidence, of stored: StoredFence, _ draft: inout Draft) {
        decideCrossings(&draft)
        guard let standing = durable.standings[stored.ordinal], let stay = standing.stay, stay.dwell == .awaited
        else { return }
        tellDwell(stored, standing, stay, at: evidence.at, by: .nativeDwell, &draft)
    }

    /// Asks whether the device is still inside; once at the deadline and a bounded number of times after it. (CIO-083)
    private mutating func askForPresence(
        _ stored: StoredFence, _ standing: Standing, _ stay: Stay, _ draft: inout Draft
    ) {
        if let again = stay.askAgainAt {
            guard draft.steady >= again, stay.retriesLeft > 0 else { return }
        }
        var standing = standing
        let isFirst = stay.askAgainAt == nil
        standing.stay?.retriesLeft = isFirst ? stay.retriesLeft : stay.retriesLeft - 1
        standing.stay?.askAgainAt = draft.steady + policy.dwell.retryMilliseconds
        set(standing, of: stored.ordinal, &draft)
        // The system's own word first; a fix where it has none, or gave none the last time. (CIO 4.4)
        let asked = stored.fence.shape.isCircle ? place(of: stored).flatMap { $0.isHeld ? $0 : nil } : nil
        let asksSystem = asked != nil && process.capabilities?.answersStateRequests == true
        if asksSystem, let asked { askState(asked.regionID, &draft) }
        if !asksSystem || !isFirst { askPresenceFix(&draft) }
        draft.say(.dwell, stored.fence.id, "the stay may be long enough; asked whether the device is still inside")
    }

    func isAwaitingPresence(_ stored: StoredFence) -> Bool {
        guard policy.dwell.proof == .evidence, let stay = durable.standings[stored.ordinal]?.stay else { return false }
        return stay.dwell == .awaited && stay.askAgainAt != nil
    }

    mutating func askPresenceFix(_ draft: inout Draft) {
        ask(.dwell, accuracy: policy.polygons.fixAccuracy, timeout: policy.polygons.fixTimeout, &draft)
    }

    /// Coming to the front, or a region's wake, allows the questions anew.
    mutating func renewDwellQuestions(_ draft: inout Draft) {
        guard policy.dwell.proof == .evidence else { return }
        for ordinal in process.dwelling.sorted() {
            guard var standing = durable.standings[ordinal], standing.stay?.askAgainAt != nil else { continue }
            standing.stay?.askAgainAt = nil
            standing.stay?.retriesLeft = policy.dwell.retries
            set(standing, of: ordinal, &draft)
        }
    }

    /// When the next dwell is due or asked about, on the steady clock.
    mutating func nextDwellDeadline(after steady: Int64) -> Int64? {
        guard policy.dwell.proof != .none, !process.dwelling.isEmpty else { return nil }
        var next: Int64?
        for stored in dwellers() {
            guard let stay = durable.standings[stored.ordinal]?.stay, stay.dwell == .awaited,
                !isLeftToSystem(stay, of: stored)
            else { continue }
            let (sum, overflows) = stay.enteredSteady.addingReportingOverflow(stored.fence.dwellDelay)
            let due = overflows ? Int64.max : sum
            let candidate = due > steady ? due : (stay.retriesLeft > 0 ? stay.askAgainAt : nil)
            if let candidate, candidate > steady { next = min(next ?? .max, candidate) }
        }
        return next
    }
}
