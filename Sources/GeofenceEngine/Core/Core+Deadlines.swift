import LocationCore

/// When the core must be called again though nothing happens, and which subscriptions it needs.
extension Core {
    mutating func arm(_ draft: inout Draft) {
        updateWatching(&draft)
        let next = nextDeadline(draft)
        guard next != process.armedFor || draft.isCheck else { return }
        process.armedFor = next
        draft.perform(.wakeUp(after: next.map { max(1, $0 - draft.steady) }))
    }

    private mutating func nextDeadline(_ draft: Draft) -> Int64? {
        var next = nextDwellDeadline(after: draft.steady)
        func consider(_ deadline: Int64?) {
            guard let deadline, deadline > draft.steady else { return }
            next = min(next ?? .max, deadline)
        }
        consider(process.launchEventUntil)
        for waiting in durable.waiting { consider(waiting.until) }
        consider(process.delivery.pausedUntil)
        consider(process.delivery.networkDueAt)
        consider(process.delivery.nextIntervalAt)
        consider(process.polygonRetryAt)
        consider(stillnessDeadline)
        consider(process.secondLookAt)
        consider(process.movement?.askAgainAt)
        consider(process.askSidesAt)
        consider(process.roomBelieved?.until)
        consider(process.helperRetryAt)
        if let helper = durable.helper, !helper.isHeld {
            consider(helper.askedAt + policy.registration.answerMilliseconds)
        }
        for index in durable.places.indices where !durable.places[index].isSettled {
            let place = durable.places[index]
            if place.doubted != nil { consider(place.askedAt + policy.registration.settleMilliseconds) }
            if !place.isHeld { consider(place.askedAt + policy.registration.answerMilliseconds) }
        }
        return next
    }

    /// What the time alone brings: the end of waiting for the launch's event, registrations nobody answered, polygons that
    /// are looked at again.
    mutating func meetDeadlines(_ draft: inout Draft) {
        if let until = process.launchEventUntil, until <= draft.steady {
            process.launchEventUntil = nil
            draft.isCheck = true
            reconcileIfDue(&draft)
        }
        if let due = process.polygonRetryAt, due <= draft.steady {
            process.polygonRetryAt = nil
            askPolygonFix(&draft)
        }
        meetStillnessDeadline(&draft)
        meetSecondLook(&draft)
        meetMovementDeadline(&draft)
        meetUnconfirmed(&draft)
        meetRoomDeadline(&draft)
        let limit = policy.registration.answerMilliseconds
        guard process.hasReconciled else { return }
        let steady = draft.steady
        let isLate: (Place) -> Bool = { !$0.isHeld && steady - $0.askedAt >= limit }
        if let helper = durable.helper, isLate(helper) { takeLost(helper.regionID, .failed, &draft) }
        guard durable.places.contains(where: isLate) else { return }
        for place in durable.places.filter(isLate) { takeLost(place.regionID, .failed, &draft) }
    }

    private mutating func updateWatching(_ draft: inout Draft) {
        let rate = wantedRate()
        guard rate != process.watchRate else { return }
        process.watchRate = rate
        draft.perform(rate.map { .watchFixes($0) } ?? .stopWatching)
    }

    private func wantedRate() -> FixRate? {
        guard process.hasLaunched, process.authorization?.allowsMonitoring == true else { return nil }
        if durable.scalars.isTracking, !isPaused, let rate = policy.fixes.tracking {
            return FixRate(accuracy: rate.accuracy, distance: rate.distance)
        }
        if judgesCircles, let rate = policy.fixes.monitoring, !durable.places.isEmpty {
            return FixRate(accuracy: rate.accuracy, distance: rate.distance)
        }
        guard policy.polygons.watchesInsideCircle,
            durable.places.contains(where: { place in
                guard let owner = place.owner, !owner.fence.shape.isCircle else { return false }
                return durable.standings[owner.ordinal]?.isInEnclosingCircle == true
            })
        else { return nil }
        return FixRate(accuracy: policy.polygons.fixAccuracy, distance: 0)
    }
}
