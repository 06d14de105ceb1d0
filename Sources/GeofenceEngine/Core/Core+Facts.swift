import LocationCore

/// Facts about the world, and what they end.
extension Core {
    mutating func note(_ reading: SteadyClock.Reading, _ draft: inout Draft) {
        if reading.rebooted {
            draft.say(.clock, nil, "the device booted")
            if !policy.endings.stayGoesOnAcrossReboot { endStays("the device booted", &draft) }
            if !policy.activity.survivesReboot, durable.scalars.isTracking {
                endTracking("tracking does not go on after a reboot", forgetsSides: false, &draft)
            }
        }
        if abs(reading.step) > 2000 {
            draft.say(.clock, nil, "the wall clock was set by \(reading.step) ms")
            for (ordinal, standing) in durable.standings.sorted(by: { $0.key < $1.key }) where standing.stay != nil {
                var standing = standing
                standing.stay?.clockWasSet = true
                set(standing, of: ordinal, &draft)
            }
            process.suspects = [:]
            // What waits to be believed is dated by the clock as it was.
            for index in durable.places.indices {
                durable.places[index].doubted = durable.places[index].doubted?.moved(by: reading.step)
                durable.places[index].firstEvidence = durable.places[index].firstEvidence?.moved(by: reading.step)
            }
        }
    }

    mutating func takeApp(_ event: AppEvent, _ draft: inout Draft) {
        switch event {
        case .launched(let cause):
            process.hasLaunched = true
            skipThreshold()
            if !policy.activity.survivesTermination, durable.scalars.isTracking {
                endTracking("tracking does not go on in a new process", forgetsSides: false, &draft)
            }
            trim(&draft)
            wake(cause, &draft)
            reconcileIfDue(&draft)
            if !durable.announced.isEmpty { tellAgain(&draft) }
        case .woken(let cause):
            wake(cause, &draft)
            lookForDevice(&draft)
        case .becameActive:
            process.isInFront = true
            // An app with scenes that the person starts looks at first like one that the system starts. (PLAT-083)
            endLaunchWait(&draft)
            lookForDevice(&draft)
            renewDwellQuestions(&draft)
            renewIfStale(&draft)
            wake(.user, &draft)
        case .enteredBackground:
            process.isInFront = false
        case .terminating, .protectedDataAvailable:
            draft.wantsDelivery = true
        }
    }

    private mutating func wake(_ cause: WakeCause, _ draft: inout Draft) {
        draft.wantsDelivery = true
        // Where no region is wanted, it is somebody else's that woke the app.
        if cause == .region, !judgesCircles, !durable.places.isEmpty || durable.helper != nil {
            // The event that woke the app comes first: a due dwell must not outrun the exit, nor may a fix that came
            // with it take the fence out of the slice before its date is known. (CASE-036)
            process.launchEventUntil = draft.steady + 10_000
            renewDwellQuestions(&draft)
            return
        }
        draft.isCheck = true
        guard isActive, process.hasReconciled else { return }
        askAllStates(&draft)
        if policy.fixes.looksAtWake { look(&draft) }
        if fences.hasPolygons { askPolygonFix(&draft) }
    }

    /// What was committed but not told when the last process ended.
    private mutating func tellAgain(_ draft: inout Draft) {
        for announced in durable.announced {
            draft.tell(.transition(announced.transition, records: announced.records), id: announced.id)
        }
        durable.announced = []
    }

    mutating func changeAuthorization(_ authorization: Authorization, _ draft: inout Draft) {
        let old = process.authorization
        guard old != authorization else { return }
        process.authorization = authorization
        draft.tell(.authorization(authorization))
        let could = old?.allowsMonitoring ?? authorization.allowsMonitoring
        if old != nil {
            draft.say(
                .authorization, nil,
                "permission is \(authorization.tier.rawValue), \(authorization.isPrecise ? "precise" : "approximate"), "
                    + "services \(authorization.servicesEnabled ? "on" : "off")")
        }
        if old?.tier == .always, authorization.tier != .always, !policy.endings.stayGoesOnAcrossDowngrade {
            endStays("the permission reaches less far", &draft)
        }
        if could, !authorization.allowsMonitoring {
            loseThePermission(&draft)
        } else if !could, authorization.allowsMonitoring {
            draft.mayRank = true
            if isActive, policy.fixes.looksAtWake { look(&draft) }
            doubtAllSides(&draft)
        } else if let old, could, old.tier != .always, authorization.tier == .always {
            // What the system tells only while the app is in use was not told.
            renew(&draft)
            doubtAllSides(&draft)
        }
        if old == nil { reconcileIfDue(&draft) }
    }

    mutating func loseThePermission(_ draft: inout Draft) {
        endStillness(&draft)
        process.lastRegionError = .notAuthorized
        process.unconfirmed = []
        process.askSidesAt = nil
        process.suspects = [:]
        dropPlaces(&draft)
        // What was in reach before says nothing about the day on which it is granted again.
        durable.scalars.hasSlice = false
    }

    mutating func changeNetwork(_ network: NetworkState, _ draft: inout Draft) {
        let old = process.network
        process.network = network
        draft.tell(.network(network))
        if network != .none, old == .none { lookForDevice(&draft) }
        guard network != .none, old != network, old == .none || network == .unmetered else { return }
        networkReturned(&draft)
    }

    mutating func changePolicy(_ new: Policy, _ draft: inout Draft) {
        precondition(new.name == policy.name, "a policy may change, but not into another engine's")
        guard new != policy else { return }
        // The width of the region or the pause itself may have changed.
        if new.fixes.stationary != policy.fixes.stationary { endStillness(&draft) }
        policy = new
        countForeign()
        draft.mayRank = true
    }

    mutating func changeTracking(_ isOn: Bool, _ draft: inout Draft) {
        guard durable.scalars.isTracking != isOn else { return }
        draft.isPrecious = true
        guard isOn else {
            endTracking(nil, forgetsSides: policy.endings.switchingOffForgetsSides, &draft)
            return
        }
        durable.scalars.isTracking = true
        durable.scalars.session = draft.envelope.makeID()
        durable.scalars.gate = nil
        draft.mayRank = true
        trim(&draft)
    }

    /// Only the host's own stop forgets sides: a stay that a reboot interrupts goes on at the next start. (CASE-038)
    private mutating func endTracking(_ reason: String?, forgetsSides: Bool, _ draft: inout Draft) {
        endStillness(&draft)
        durable.scalars.isTracking = false
        durable.scalars.session = nil
        durable.scalars.gate = nil
        draft.wantsDelivery = true
        skipThreshold()
        if let reason { draft.tell(.trackingEnded(reason)) }
        if policy.activity.condition == .whenTracking { switchOff(forgetsSides: forgetsSides, &draft) }
    }

    mutating func changePerson(_ person: String?, _ draft: inout Draft) {
        let old = durable.scalars.person
        guard old != person else { return }
        durable.scalars.person = person
        draft.isPrecious = true
        draft.wantsDelivery = true
        if person == nil {
            durable.windows = [:]
            draft.changes.append(.clearWindows)
            if policy.activity.condition == .whenIdentified {
                switchOff(forgetsSides: policy.endings.switchingOffForgetsSides, &draft)
            }
        } else if old == nil {
            draft.mayRank = true
        } else if policy.endings.otherPersonEndsStays {
            endStays("another person was identified", &draft)
        }
    }

    /// Fences are no longer watched.
    private mutating func switchOff(forgetsSides: Bool, _ draft: inout Draft) {
        dropPlaces(&draft)
        durable.scalars.hasSlice = false
        durable.scalars.anchor = nil
        if forgetsSides, !durable.standings.isEmpty {
            durable.standings = Standings()
            recallStandings()
            draft.changes.append(.clearStandings)
        }
    }

    func endedStay(_ standing: Standing) -> Standing {
        var standing = standing
        standing.stay = nil
        return standing
    }

    private mutating func endStays(_ reason: String, _ draft: inout Draft) {
        for (ordinal, standing) in durable.standings.sorted(by: { $0.key < $1.key }) where standing.stay != nil {
            set(endedStay(standing), of: ordinal, &draft)
            draft.say(.stayEnded, fence(ordinal: ordinal)?.fence.id, "the stay ended silently: \(reason)")
        }
    }
}
