import LocationCore

/// Admission of fixes, and what an admitted one proves.
extension Core {
    /// What a fix may do.
    enum Admission {
        case refused(String)
        /// It may choose what is watched, never what is said. (tension 6)
        case mayRank(String)
        case mayProve(Fix)
    }

    mutating func takeFix(_ fix: Fix, request: String?, _ draft: inout Draft) {
        let purpose = request.flatMap { process.requests.removeValue(forKey: $0) }
        if request != nil, purpose == nil { return }
        process.newestReading = max(process.newestReading ?? fix.timestamp, fix.timestamp)
        if let request, purpose == .host { draft.tell(.fixAnswer(request: request, .fix(fix))) }
        switch admit(fix, draft) {
        case .refused(let reason):
            refuse(fix, reason, &draft)
            if policy.fixes.recordsUnproven, request == nil { recordTrackingFix(fix, &draft) }
            if purpose == .position { completeWaiting(with: fix, &draft) }
            if purpose == .look { missDevice(&draft) }
            if purpose == .stillness { postponeStillness(&draft) }
        case .mayRank(let reason):
            refuse(fix, reason, &draft)
            process.lastRankingFix = fix
            if purpose == .position { completeWaiting(with: fix, &draft) }
            findDevice(by: fix, purpose, &draft)
            if purpose == .stillness { postponeStillness(&draft) }
        case .mayProve(let fix):
            accept(fix, purpose, &draft)
        }
    }

    private mutating func admit(_ fix: Fix, _ draft: Draft) -> Admission {
        guard isActive else { return .refused("fences are not watched now") }
        let age = draft.now.milliseconds(since: fix.timestamp)
        let rules = policy.fixes
        if -age > rules.maximumAhead { return .refused("it is stamped \(-age) ms ahead of now") }
        let fallback: (String) -> Admission = { rules.unproven == .mayRank ? .mayRank($0) : .refused($0) }
        if let clock = durable.clock, clock.steady(of: fix.timestamp) < process.lastFixSteady {
            return .refused("it is older than one already believed")
        }
        if age > rules.maximumAge { return fallback("it is \(age) ms old") }
        if let most = rules.maximumAccuracy {
            guard let accuracy = fix.accuracy, accuracy <= most else {
                return .refused("its accuracy of \(metres(fix.accuracy)) is worse than \(metres(most))")
            }
        }
        return limitSpeed(of: fix)
    }

    /// Fences that the device may be in by a refused fix. Each is told once, until its side changes.
    private mutating func sayRefused(_ fix: Fix, _ reason: String, _ draft: inout Draft) {
        let point = SurfacePoint(fix.coordinate)
        for place in durable.places {
            guard let owner = place.owner, process.lastSaid[owner.ordinal] != .fixRefused,
                durable.standings.side(of: owner.ordinal) != .inside,
                point.distance(to: place.center) - (fix.accuracy ?? 0) <= place.circle.radius
            else { continue }
            sayOnce(.fixRefused, owner, "a fix of \(fix.timestamp) that may lie in it was refused: \(reason)", &draft)
        }
    }

    private mutating func refuse(_ fix: Fix, _ reason: String, _ draft: inout Draft) {
        if isActive { sayRefused(fix, reason, &draft) }
        guard isActive, process.lastSaid[0] != .fixRefused else { return }
        process.lastSaid[0] = .fixRefused
        draft.say(.fixRefused, nil, "a fix was refused: \(reason)")
    }

    private mutating func accept(_ fix: Fix, _ purpose: FixPurpose?, _ draft: inout Draft) {
        process.lastSaid[0] = nil
        let point = SurfacePoint(fix.coordinate)
        if let last = process.lastPoint { durable.scalars.odometer += last.distance(to: point) }
        let steady = durable.clock?.steady(of: fix.timestamp) ?? draft.steady
        draft.followsSilence = process.lastFix != nil && steady - process.lastFixSteady > Self.silence
        process.lastFix = fix
        process.lastPoint = point
        process.lastFixSteady = steady
        reconcileIfDue(&draft)
        draft.fix = fix
        draft.isCheck = true
        if purpose?.isRecorded ?? true { record(fix, &draft) }
        completeWaiting(with: fix, &draft)
        judge(fix, at: point, &draft)
        process.approaches.note(fix, at: point, steady: draft.steady, durable)
        noteStillness(fix, &draft)
        switch policy.slice.reranking {
        case .everyFix: draft.mayRank = true
        case .beyondHelper(let fraction): draft.mayRank = draft.mayRank || isBeyondHelper(fix, fraction)
        case .onRefreshOnly: break
        }
        findDevice(by: fix, purpose, &draft)
    }

    private mutating func record(_ fix: Fix, _ draft: inout Draft) {
        if case .separate = policy.transitions.position {
            // A fix beside a transition is one record, which is only known once the crossings are decided.
            draft.trackingFix = fix
        } else {
            recordTrackingFix(fix, &draft)
        }
    }

    private func isBeyondHelper(_ fix: Fix, _ fraction: Double) -> Bool {
        guard durable.scalars.anchor != nil, durable.scalars.hasSlice else { return true }
        guard let helper = durable.helper else { return process.helperRetryAt != nil }
        return SurfacePoint(fix.coordinate).distance(to: helper.center) > fraction * helper.circle.radius
    }

    mutating func takeFixFailure(_ request: String, _ failure: FixFailure, _ draft: inout Draft) {
        guard let purpose = process.requests.removeValue(forKey: request) else { return }
        switch purpose {
        case .host: draft.tell(.fixAnswer(request: request, .failure(failure)))
        case .position: completeWaiting(with: nil, &draft)
        case .look: missDevice(&draft)
        case .polygons:
            process.polygonRetryAt = policy.polygons.retryMilliseconds.map { draft.steady + $0 }
        case .confirmation: acceptMarginals(&draft)
        case .stillness: postponeStillness(&draft)
        case .dwell, .doubt, .side: break
        }
    }

    /// Asks for one fix, unless one for the same purpose is on its way.
    mutating func ask(
        _ purpose: FixPurpose, accuracy: Double, timeout: Int64, oldest: Int64 = 0, _ draft: inout Draft
    ) {
        guard !process.requests.values.contains(purpose) else { return }
        let id = "\(policy.name).fix.\(draft.envelope.makeID())"
        process.requests[id] = purpose
        draft.perform(.askFix(FixRequest(id: id, accuracy: accuracy, timeout: timeout, oldestAcceptable: oldest)))
    }

    mutating func look(_ draft: inout Draft) {
        let rules = policy.fixes
        ask(
            .look, accuracy: rules.requestAccuracy, timeout: rules.requestTimeout, oldest: rules.requestOldest, &draft)
    }

    mutating func askPolygonFix(_ draft: inout Draft) {
        ask(.polygons, accuracy: policy.polygons.fixAccuracy, timeout: policy.polygons.fixTimeout, &draft)
    }
}

func metres(_ value: Double?) -> String {
    guard let value else { return "unknown" }
    return value >= 10 ? "\(Int(value.rounded())) m" : "\((value * 10).rounded() / 10) m"
}
