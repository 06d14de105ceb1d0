package import LocationCore

/// The engine's decisions: a value that knows no clock, no disk and no network.
///
/// It is told what happened and when, and answers with what must be written and what shall then be done. A commit that
/// fails is undone by throwing the new value away.
package struct Core: Sendable {
    package internal(set) var policy: Policy {
        get { boxedPolicy.value }
        set { boxedPolicy = Boxed(newValue) }
    }
    /// A step works on a copy of the core.
    private var boxedPolicy: Boxed<Policy>
    var format: any RecordFormat
    /// What outlives the process.
    package internal(set) var durable: Durable
    /// What does not.
    package var process = Process()

    package init(policy: Policy, format: any RecordFormat, durable: Durable) {
        boxedPolicy = Boxed(policy)
        self.format = format
        self.durable = durable
        recallStandings()
    }

    /// Finds the standings that are asked for with each fix.
    mutating func recallStandings() {
        process.dwelling = Set(durable.standings.lazy.filter { $0.value.stay?.dwell == .awaited }.map(\.key))
        process.occupied = durable.standings.lazy.filter { $0.value.side == .inside || $0.value.stay != nil }.map(\.key)
        process.judged = nil
    }

    /// What the core is handed with each input.
    package struct Envelope: Sendable {
        package let moment: Moment
        package let status: DeviceStatus
        package let makeID: @Sendable () -> String
        /// A number in 0..<1 for jitter.
        package let chance: @Sendable () -> Double

        package init(
            moment: Moment, status: DeviceStatus, makeID: @escaping @Sendable () -> String,
            chance: @escaping @Sendable () -> Double
        ) {
            self.moment = moment
            self.status = status
            self.makeID = makeID
            self.chance = chance
        }
    }

    /// What an input led to.
    package struct Step: Sendable {
        package let changes: [Change]
        package let effects: [Effect]
        /// Whether what was changed must survive a loss of power, and not only the end of the process.
        package let isPrecious: Bool
    }

    /// Takes one input. The order of the parts is that of the policy matrix, section 12.
    package mutating func step(_ input: Input, _ envelope: Envelope) -> Step {
        let before = durable.scalars
        var clock = durable.clock ?? SteadyClock(at: envelope.moment)
        let reading = clock.read(envelope.moment)
        durable.clock = clock
        var draft = Draft(envelope: envelope, steady: reading.steady)
        draft.mayTellFirstEnter = policy.slice.reranking != .onRefreshOnly

        note(reading, &draft)
        followOthers(&draft)
        take(input, &draft)
        takeHandedReports(&draft)
        meetDeadlines(&draft)
        decideCrossings(&draft)
        checkDwells(&draft)
        if draft.mayRank { rank(&draft) }
        decideCrossings(&draft)
        completeOverdue(&draft)
        if let fix = draft.trackingFix { recordTrackingFix(fix, &draft) }
        tellDemand(&draft)
        armNotices(&draft)
        runOutbox(&draft)
        arm(&draft)
        return finish(before, draft)
    }

    private mutating func take(_ input: Input, _ draft: inout Draft) {
        switch input {
        case .device(let event): take(event, &draft)
        case .fences(let change): changeFences(change, &draft)
        case .chooseSet(let name): chooseSet(name, &draft)
        case .person(let person, let values):
            keep(values, &draft)
            changePerson(person, &draft)
        case .rank(let request): use(request, &draft)
        case .tracking(let isOn): changeTracking(isOn, &draft)
        case .policy(let policy): changePolicy(policy, &draft)
        case .configuration(let policy, let format, let values):
            keep(values, &draft)
            use(format)
            changePolicy(policy, &draft)
        case .hostFix(let fix): takeFix(fix, request: nil, &draft)
        case .hostRecord(let record): append([record], &draft)
        case .removeRecords(let selection): draft.changes.append(.removeRecords(selection))
        case .renew: renew(&draft)
        case .look: look(&draft)
        case .deliver(let cause): askDelivery(cause, &draft)
        case .delivered(let results): takeDelivered(results, &draft)
        case .told(let ids): draft.changes.append(.told(ids))
        case .note(let code, let text): draft.say(code, nil, text)
        case .odometer(let metres): durable.scalars.odometer = metres
        case .values(let values): keep(values, &draft)
        }
    }

    private mutating func take(_ event: DeviceEvent, _ draft: inout Draft) {
        switch event {
        case .capabilities(let capabilities): takeCapabilities(capabilities, &draft)
        case .fix(let fix, let request): takeFix(fix, request: request, &draft)
        case .fixFailed(let request, let failure): takeFixFailure(request, failure, &draft)
        case .regionCrossed(let crossing): takeCrossing(crossing, &draft)
        case .regionState(let state): takeState(state, &draft)
        case .regionTaken(let id, let radius): takeTaken(id, radius, &draft)
        case .regionLost(let id, let reason): takeLost(id, reason, &draft)
        case .nativeDwell(let id, let at, let position): takeNativeDwell(id, at, position, &draft)
        case .wakeUp: draft.isCheck = true
        case .authorization(let authorization): changeAuthorization(authorization, &draft)
        case .app(let event):
            takeApp(event, &draft)
            draft.tell(.app(event))
        case .network(let network): changeNetwork(network, &draft)
        case .powerSave(let isOn): draft.tell(.powerSave(isOn))
        case .notificationPermission(let permission):
            process.notificationPermission = permission
            draft.tell(.notificationPermission(permission))
        // The shell turns answers over HTTP into `delivered`.
        case .http: break
        }
    }

    func use(_ request: RankRequest, _ draft: inout Draft) {
        draft.mayRank = true
        draft.anchor = request.anchor
        draft.firstEvidence = request.evidence
        draft.mayTellFirstEnter = request.tellsFirstEnter
    }

    func keep(_ values: [String: JSONValue?], _ draft: inout Draft) {
        for (key, value) in values.sorted(by: { $0.key < $1.key }) { draft.changes.append(.value(key, value)) }
    }

    private mutating func finish(_ before: Durable.Scalars, _ draft: Draft) -> Step {
        var changes = draft.changes
        let saved = process.savedScalars ?? before
        if changes.isEmpty, draft.journal.isEmpty, durable.scalars.isMereMovement(since: saved, policy) {
            process.savedScalars = saved
        } else {
            process.savedScalars = nil
            changes += durable.scalars.changes(from: saved)
            changes += draft.journal.map { .journal($0) }
        }
        if !changes.isEmpty {
            changes += process.approaches.due(at: draft.steady, durable).map { .approach($0.line) }
        }
        if !changes.isEmpty, let clock = durable.clock { changes.append(.value(Durable.clockKey, clock.json)) }
        return Step(changes: changes, effects: draft.effects, isPrecious: draft.isPrecious)
    }
}

extension Core {
    /// Whether fences are watched now.
    package var isActive: Bool {
        switch policy.activity.condition {
        case .always: true
        case .whenTracking: durable.scalars.isTracking
        case .whenIdentified: durable.scalars.person != nil
        }
    }

    /// The fences of the active set.
    package var fences: FenceSet { durable.sets[durable.scalars.activeSet] ?? FenceSet() }

    /// Whether a part of a snapshot could not be read, so that whatever was decided since then may be wrong.
    var hasDamagedFences: Bool { durable.sets.contains { $0.value.isDamaged } }

    package func fence(ordinal: Int64) -> StoredFence? { durable.sets[durable.scalars.activeSet]?[ordinal: ordinal] }

    /// Whether a region's identifier is one that this engine makes.
    package func isOwn(_ regionID: String) -> Bool {
        regionID == policy.places.helper?.regionID || regionID == stillRegionID
            || regionID.hasPrefix("\(policy.name).f")
    }

    /// Counts the regions of others, which is asked for with each fix.
    mutating func countForeign() {
        process.foreign = process.capabilities.map { capabilities in capabilities.held.count { !isOwn($0.id) } } ?? 0
    }

    func regionID(of stored: StoredFence) -> String { "\(policy.name).f\(stored.ordinal).\(stored.shapeRevision)" }

    /// The system watches nothing by itself, so that the core judges circles from fixes too.
    var judgesCircles: Bool { process.capabilities?.reports == .nothing }

    mutating func set(_ standing: Standing?, of ordinal: Int64, _ draft: inout Draft) {
        guard durable.standings[ordinal] != standing else { return }
        durable.standings[ordinal] = standing
        let mayDwell = standing?.stay?.dwell == .awaited
        if mayDwell != process.dwelling.contains(ordinal) {
            let dwellers = process.dwellers
            if mayDwell { process.dwelling.insert(ordinal) } else { process.dwelling.remove(ordinal) }
            process.dwellers = dwellers.flatMap { known in
                guard known.edition === durable.edition else { return nil }
                return mayDwell ? known.with(fence(ordinal: ordinal)) : known.without(ordinal)
            }
        }
        let place = process.occupied.firstIndex(of: ordinal)
        if standing?.side == .inside || standing?.stay != nil {
            if place == nil { process.occupied.append(ordinal) }
        } else if let place {
            process.occupied.remove(at: place)
        }
        process.judged?.note(standing?.side ?? .unknown, of: ordinal)
        draft.changes.append(.standing(ordinal: ordinal, standing))
    }
}
