import LocationCore

/// Making records of transitions and fixes, and waiting for positions.
extension Core {
    /// Commits a transition's records, at once or waiting for a position.
    mutating func keep(_ transition: Transition, position: Fix?, place: Place?, _ draft: inout Draft) {
        switch policy.transitions.position {
        case .none:
            publish(transition, companion: nil, &draft)
        case .required(let wait):
            // The newest fix that was believed, else where the system said it was. (BGEO 5.1)
            if let known = process.lastFix ?? position {
                publish(transition.at(position: known), companion: nil, &draft)
            } else {
                // Committed now with the last resort, so that nothing is lost; told and sent when it is known better.
                let resort = lastResort(for: transition, place: place)
                wait == 0
                    ? publish(transition.at(position: resort), companion: nil, &draft)
                    : park(transition.at(position: resort), until: draft.steady + wait, isTold: false, &draft)
            }
        case .separate(let wait):
            if let position {
                publish(transition, companion: fixRecord(position, beside: transition, &draft), &draft)
            } else {
                park(transition, until: draft.steady + wait, isTold: true, &draft)
            }
        }
    }

    private func lastResort(for transition: Transition, place: Place?) -> Fix {
        let circle = place?.circle ?? transition.fence.watchedCircle ?? transition.fence.shape.enclosingCircle
        return Fix(coordinate: circle.center, accuracy: circle.radius, timestamp: transition.at, source: .region)
    }

    private mutating func park(_ transition: Transition, until: Int64, isTold: Bool, _ draft: inout Draft) {
        let records = makeRecords(transition, draft).map { $0.changed(isWaiting: true) }
        let waiting = Durable.Waiting(transition: transition, records: records, until: until)
        durable.waiting.append(waiting)
        for record in records { draft.changes.append(.append(record)) }
        draft.changes.append(.waiting(waiting))
        if isTold { announce(transition, records, &draft) }
        ask(.position, accuracy: policy.fixes.requestAccuracy, timeout: policy.fixes.requestTimeout, &draft)
    }

    /// Completes what waits for a position with a fix, or with none.
    mutating func completeWaiting(with fix: Fix?, _ draft: inout Draft) {
        guard !durable.waiting.isEmpty else { return }
        let waiting = durable.waiting
        durable.waiting = []
        complete(waiting, with: fix, &draft)
    }

    /// Gives up waiting where the time is over.
    mutating func completeOverdue(_ draft: inout Draft) {
        let overdue = durable.waiting.filter { $0.until <= draft.steady }
        guard !overdue.isEmpty else { return }
        durable.waiting.removeAll { $0.until <= draft.steady }
        complete(overdue, with: nil, &draft)
    }

    private mutating func complete(_ waiting: [Durable.Waiting], with fix: Fix?, _ draft: inout Draft) {
        draft.wantsDelivery = true
        skipThreshold()
        draft.isPrecious = true
        var companion: String?
        if case .separate = policy.transitions.position, let fix, let first = waiting.first {
            companion = fixRecord(fix, beside: first.transition, &draft)
        }
        for one in waiting {
            draft.changes.append(.waited(one.transition.id))
            guard case .required = policy.transitions.position else {
                for record in one.records {
                    draft.changes.append(.complete(record.changed(companion: companion, isWaiting: false)))
                }
                continue
            }
            let transition = fix.map { one.transition.at(position: $0) } ?? one.transition
            let bodies = makeRecords(transition, draft)
            let records = zip(one.records, bodies).map { $0.changed(body: $1.body, isWaiting: false) }
            for record in records { draft.changes.append(.complete(record)) }
            announce(transition, records, &draft)
        }
    }

    private mutating func publish(_ transition: Transition, companion: String?, _ draft: inout Draft) {
        let records = makeRecords(transition, draft).map { $0.changed(companion: companion) }
        append(records, &draft)
        announce(transition, records, &draft)
    }

    private func makeRecords(_ transition: Transition, _ draft: Draft) -> [Record] {
        format.records(of: transition, in: context(draft), id: draft.envelope.makeID)
    }

    private func context(_ draft: Draft) -> RecordContext {
        RecordContext(
            now: draft.now, status: draft.envelope.status, odometer: durable.scalars.odometer,
            session: durable.scalars.session)
    }

    private func announce(_ transition: Transition, _ records: [Record], _ draft: inout Draft) {
        guard policy.transitions.isTold else {
            draft.tell(.transition(transition, records: records))
            return
        }
        draft.changes.append(.announce(Announced(id: transition.id, transition: transition, records: records)))
        draft.tell(.transition(transition, records: records), id: transition.id)
    }

    /// The record of a fix beside a transition; its identifier.
    private mutating func fixRecord(_ fix: Fix, beside transition: Transition, _ draft: inout Draft) -> String? {
        if let known = draft.companions[fix] { return known }
        guard
            let record = format.record(
                of: fix, beside: transition, in: context(draft), id: draft.envelope.makeID())
        else { return nil }
        append([record], &draft)
        draft.companions[fix] = record.id
        process.lastCompanion = fix
        draft.tell(.fix(fix, record: record))
        return record.id
    }

    /// Records a tracking fix where the policy wants that.
    mutating func recordTrackingFix(_ fix: Fix, _ draft: inout Draft) {
        guard durable.scalars.isTracking, case .gated(let milliseconds, let metres) = policy.outbox.fixes else {
            return
        }
        if let gate = durable.scalars.gate {
            guard fix.timestamp.milliseconds(since: gate.at) >= milliseconds,
                metres == 0
                    || SurfacePoint(gate.coordinate).distance(to: SurfacePoint(fix.coordinate)) >= metres
            else { return }
        }
        if milliseconds > 0 || metres > 0 {
            durable.scalars.gate = Durable.Gate(at: fix.timestamp, coordinate: fix.coordinate)
        }
        // One that stands beside a transition is recorded already, also when it comes once more by another way.
        guard draft.companions[fix] == nil, !isLastCompanion(fix),
            let record = format.record(of: fix, beside: nil, in: context(draft), id: draft.envelope.makeID())
        else { return }
        append([record], &draft)
        draft.tell(.fix(fix, record: record))
    }

    private func isLastCompanion(_ fix: Fix) -> Bool {
        guard let last = process.lastCompanion else { return false }
        return last.timestamp == fix.timestamp && last.coordinate == fix.coordinate
    }

    mutating func append(_ records: [Record], _ draft: inout Draft) {
        if records.contains(where: { $0.kind == .transition }) { skipThreshold() }
        for record in records { draft.changes.append(.append(record)) }
        draft.wantsDelivery = true
        trim(&draft)
    }

    /// A reason to deliver that does not ask how many records wait, where the policy has such.
    mutating func skipThreshold() {
        if policy.outbox.transitionsSkipThreshold { process.delivery.ignoresThreshold = true }
    }

    /// Applies the bounds of the outbox: when something comes into it, and when a process or tracking starts. (BGEO-121)
    func trim(_ draft: inout Draft) {
        let oldest = policy.outbox.maximumAge.map { draft.now.adding(milliseconds: -$0) }
        guard policy.outbox.maximumRecords != nil || oldest != nil else { return }
        draft.changes.append(.trimRecords(most: policy.outbox.maximumRecords, before: oldest))
    }
}
