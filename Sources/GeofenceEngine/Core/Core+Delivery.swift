import LocationCore

/// When the outbox is delivered, and what answers do to its records.
extension Core {
    mutating func askDelivery(_ cause: DeliveryCause, _ draft: inout Draft) {
        switch cause {
        case .host:
            guard policy.outbox.isEnabled else { return }
            if process.delivery.isBusy {
                process.delivery.isHostWaiting = true
                return
            }
            begin(minimum: 1, includesParked: true, &draft)
        case .settings:
            process.delivery.failures = 0
            process.delivery.pausedUntil = nil
            process.delivery.askedUntil = nil
            process.delivery.overloadedAt = nil
            process.delivery.ignoresThreshold = true
            draft.wantsDelivery = true
        case .adapter:
            process.delivery.ignoresThreshold = true
            draft.wantsDelivery = true
        }
    }

    /// Starts what this input gave a reason to start, or what the clock says is due.
    mutating func runOutbox(_ draft: inout Draft) {
        let rules = policy.outbox
        if let until = process.delivery.pausedUntil, until <= draft.steady {
            process.delivery.pausedUntil = nil
            // What had begun goes on, however few wait by now.
            process.delivery.ignoresThreshold = true
            draft.wantsDelivery = true
        }
        if let due = process.delivery.networkDueAt, due <= draft.steady {
            process.delivery.networkDueAt = nil
            networkReturned(&draft)
        }
        runInterval(&draft)
        guard draft.wantsDelivery, rules.isEnabled, rules.isAutomatic, process.delivery.pausedUntil == nil,
            !(rules.avoidsCellular && process.network == .cellular)
        else { return }
        if process.delivery.isBusy {
            process.delivery.isWantedAgain = true
            return
        }
        let minimum = process.delivery.ignoresThreshold ? 1 : max(1, rules.threshold)
        begin(minimum: minimum, includesParked: false, &draft)
    }

    private mutating func runInterval(_ draft: inout Draft) {
        guard policy.outbox.isEnabled, let interval = policy.outbox.interval else {
            process.delivery.nextIntervalAt = nil
            return
        }
        guard let due = process.delivery.nextIntervalAt, due <= draft.steady else {
            process.delivery.nextIntervalAt = process.delivery.nextIntervalAt ?? draft.steady + interval
            return
        }
        process.delivery.nextIntervalAt = draft.steady + interval
        process.delivery.ignoresThreshold = true
        draft.wantsDelivery = true
    }

    private mutating func begin(minimum: Int, includesParked: Bool, _ draft: inout Draft) {
        process.delivery.isBusy = true
        process.delivery.isProbing = process.delivery.isForNetwork && process.delivery.overloadedAt != nil
        process.delivery.isForNetwork = false
        process.delivery.isWantedAgain = false
        process.delivery.isHostWaiting = false
        process.delivery.ignoresThreshold = false
        process.delivery.includesParked = includesParked
        process.delivery.isSingly = false
        process.delivery.limit = process.delivery.partLimit
        process.delivery.passed = 0
        process.delivery.leftAlone = []
        sendNext(minimum: minimum, isFirst: true, &draft)
    }

    private func sendNext(minimum: Int, isFirst: Bool = false, _ draft: inout Draft) {
        let delivery = process.delivery
        draft.perform(
            .deliver(
                DrainRequest(
                    isFirst: isFirst, minimum: minimum, includesParked: delivery.includesParked, after: delivery.passed,
                    isSingly: delivery.isSingly, limit: delivery.limit, isProbe: delivery.isProbing,
                    leftAlone: delivery.leftAlone)))
    }

    mutating func takeDelivered(_ results: [DeliveryResult], _ draft: inout Draft) {
        guard process.delivery.isBusy else { return }
        if results.isEmpty {
            nothingLeft(&draft)
            return
        }
        var goesOn = true
        for result in results { goesOn = take(result, &draft) && goesOn }
        goesOn = !isHeld(by: results, &draft) && goesOn
        if goesOn {
            sendNext(minimum: 1, &draft)
        } else {
            end(&draft)
        }
    }

    /// Nothing (more) was there to send: another pass over what was refused, or the end.
    private mutating func nothingLeft(_ draft: inout Draft) {
        if process.delivery.passed > 0 {
            process.delivery.passed = 0
            // Parked records get one try a drain.
            process.delivery.includesParked = false
            sendNext(minimum: 1, &draft)
        } else {
            process.delivery.partLimit = nil
            end(&draft)
        }
    }

    private mutating func end(_ draft: inout Draft) {
        process.delivery.isBusy = false
        if process.delivery.isHostWaiting {
            begin(minimum: 1, includesParked: true, &draft)
        } else if process.delivery.isWantedAgain {
            process.delivery.isWantedAgain = false
            draft.wantsDelivery = true
        }
    }

    /// Whether the drain goes on after an answer.
    private mutating func take(_ result: DeliveryResult, _ draft: inout Draft) -> Bool {
        switch result.outcome {
        case .accepted:
            process.delivery.failures = 0
            process.delivery.pausedUntil = nil
            process.delivery.askedUntil = nil
            process.delivery.overloadedAt = nil
            process.delivery.networkDueAt = nil
            for record in result.records { draft.changes.append(.removeRecord(record.id)) }
            return true
        case .kept:
            for record in result.records { process.delivery.leftAlone.insert(record.id) }
            return true
        case .singly:
            guard !process.delivery.isSingly else { return refuse(result.records, &draft) }
            process.delivery.isSingly = true
            return true
        case .later(let after):
            pause(after ?? result.asked, "the server or the network failed", result, &draft)
            return false
        case .unauthorised:
            guard policy.outbox.pausesUnauthorised else { return false }
            pause(nil, "the server refused the credentials", result, &draft)
            return false
        case .tooLarge:
            guard result.records.count > 1 else { return refuse(result.records, &draft) }
            process.delivery.limit = max(1, result.records.count / 2)
            return true
        case .refused:
            guard result.records.count > 1 else { return refuse(result.records, &draft) }
            guard policy.outbox.refusedAgain != .endingDelivery else {
                refuseTogether(result.records)
                return false
            }
            process.delivery.isSingly = true
            return true
        }
    }

    /// Refused often enough, the same batch is sent in halves from the next delivery on.
    private mutating func refuseTogether(_ records: [Record]) {
        guard let first = records.first?.id else { return }
        let known = process.delivery.refusedBatch
        let times = known?.first == first ? (known?.times ?? 0) + 1 : 1
        guard times >= policy.outbox.refusalsBeforeParking else {
            process.delivery.refusedBatch = RefusedBatch(first: first, times: times)
            return
        }
        process.delivery.refusedBatch = nil
        process.delivery.partLimit = max(1, records.count / 2)
    }

    private mutating func refuse(_ records: [Record], _ draft: inout Draft) -> Bool {
        for record in records {
            let refusals = record.refusals + 1
            let isParked = record.isParked || refusals >= policy.outbox.refusalsBeforeParking
            draft.changes.append(.refused(record.id, refusals: refusals, isParked: isParked))
            if isParked {
                draft.say(
                    .delivery, record.fence,
                    "record \(record.id) was refused \(refusals) times and is parked; it is kept, and sent again on request"
                )
            }
            switch policy.outbox.refusedAgain {
            case .inSameDelivery: process.delivery.passed = max(process.delivery.passed, record.sequence)
            case .atNextReason, .endingDelivery: process.delivery.leftAlone.insert(record.id)
            }
        }
        // One that was parked before was tried by the way.
        return policy.outbox.refusedAgain != .endingDelivery || records.allSatisfy(\.isParked)
    }

    private mutating func pause(_ asked: Int64?, _ reason: String, _ result: DeliveryResult, _ draft: inout Draft) {
        process.delivery.failures += 1
        let rules = policy.outbox
        guard let first = rules.firstRetry else {
            draft.say(.delivery, nil, "\(reason); \(result.records.count) records wait for the next reason to try")
            return
        }
        let doublings = min(process.delivery.failures - 1, 40)
        let (product, overflows) = first.multipliedReportingOverflow(by: 1 << Int64(doublings))
        let plain = overflows ? rules.longestRetry : min(product, rules.longestRetry)
        let spread = rules.jitter * (2 * draft.envelope.chance() - 1)
        let own = min(Int64(saturating: Double(plain) * (1 + spread)), rules.longestRetry)
        let wait = max(own, min(asked ?? 0, rules.longestServerPause))
        process.delivery.pausedUntil = draft.steady + max(1, wait)
        draft.say(
            .delivery, nil, "\(reason); \(result.records.count) records wait, next try in \((wait + 999) / 1000) s")
    }
}

/// What a server in trouble asks for, and what the network's return may do about it. (AMD-02)
extension Core {
    /// How long after a 429 or 5xx the network's return is no reason to ask again.
    private static let overloadMilliseconds: Int64 = 60_000

    /// Keeps what answers say of the server's state.
    ///
    /// - Returns: Whether nothing more is sent now.
    mutating func isHeld(by results: [DeliveryResult], _ draft: inout Draft) -> Bool {
        let isOverloaded = results.contains(where: \.isOverloaded)
        if isOverloaded { process.delivery.overloadedAt = draft.steady }
        let endsProbe = isOverloaded && process.delivery.isProbing
        process.delivery.isProbing = false
        if endsProbe, process.delivery.isForNetwork {
            // The network came back once more while the probe was on its way: the next probe is due in a minute, not now.
            process.delivery.isForNetwork = false
            process.delivery.isWantedAgain = false
            process.delivery.networkDueAt = draft.steady + Self.overloadMilliseconds
        }
        guard let asked = results.compactMap(\.pauseAsked).max(), asked > 0 else { return endsProbe }
        let wait = min(asked, policy.outbox.longestServerPause)
        let until = draft.steady + wait
        process.delivery.askedUntil = until
        if (process.delivery.pausedUntil ?? .min) < until {
            process.delivery.pausedUntil = until
            draft.say(.delivery, nil, "the server asks for a pause; next try in \((wait + 999) / 1000) s")
        }
        return true
    }

    /// The network is back: what waited for it is sent, unless the server itself wants to be left alone.
    mutating func networkReturned(_ draft: inout Draft) {
        let overload = process.delivery.overloadedAt.map { $0 + Self.overloadMilliseconds }
        let held = max(process.delivery.askedUntil ?? .min, overload ?? .min)
        guard held <= draft.steady else {
            if let until = process.delivery.pausedUntil {
                process.delivery.pausedUntil = min(until, held)
            } else {
                process.delivery.networkDueAt = held
            }
            return
        }
        if overload == nil { process.delivery.failures = 0 }
        process.delivery.pausedUntil = nil
        process.delivery.isForNetwork = true
        process.delivery.ignoresThreshold = true
        draft.wantsDelivery = true
    }
}
