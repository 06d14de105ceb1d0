import LocationCore

/// Why did it not fire?
extension Core {
    func monitored() -> [GeofenceEngine.MonitoredFence] {
        var ranks: [Int64: (rank: Int, metres: Double)] = [:]
        if let anchor = process.lastFix?.coordinate ?? durable.scalars.anchor {
            let ranking = Ranking(
                from: anchor, rules: policy.slice,
                clamp: policy.registration.clampsToMaximum ? process.capabilities?.maximumRadius : nil)
            let ranked = fences.fences.compactMap { ranking.rank($0) }.sorted { $0.precedes($1) }
            for (index, one) in ranked.enumerated() {
                ranks[one.stored.ordinal] = (index + 1, Double(one.edgeMetres))
            }
        }
        let places = Dictionary(
            durable.places.compactMap { place in place.owner.map { ($0.ordinal, place) } }
        ) { first, _ in first }
        return fences.fences.map { stored in
            let place = places[stored.ordinal]
            let rank = ranks[stored.ordinal]
            return GeofenceEngine.MonitoredFence(
                id: stored.fence.id, circle: stored.fence.shape.enclosingCircle, rank: rank?.rank,
                distance: rank?.metres, effectiveRadius: place?.circle.radius,
                isHeld: place?.isHeld ?? false,
                absence: place == nil ? absence(of: stored, rank?.rank, rank?.metres) : nil)
        }
    }

    /// The first reason that is true, in the order in which places are given.
    private func absence(of stored: StoredFence, _ rank: Int?, _ metres: Double?) -> String {
        if !isActive {
            switch policy.activity.condition {
            case .whenTracking: return "tracking is off"
            case .whenIdentified: return "nobody is identified"
            case .always: return "fences are not watched"
            }
        }
        guard let authorization = process.authorization else { return "the system has not told yet what is allowed" }
        if !authorization.allowsMonitoring {
            return authorization.servicesEnabled
                ? "the location permission is \(authorization.tier.rawValue)" : "location services are off"
        }
        if policy.places.cap == 0 { return "watching is switched off" }
        if stored.fence.reports.isEmpty, !policy.slice.includesSilentFences {
            return "it reports no transitions, so nothing is watched for it"
        }
        guard process.lastFix != nil || durable.scalars.anchor != nil else { return "no position is known yet" }
        guard let rank else { return "too far away to be a candidate" }
        if let loss = process.lastRegionError, rank <= durable.places.count {
            return "the system did not take its region: \(loss.rawValue)"
        }
        let sharing = process.capabilities?.sharing.map { "; \($0)" } ?? ""
        let foreign = judgesCircles || process.foreign == 0 ? "" : "; \(process.foreign) places are held by others"
        return "not in the slice: rank \(rank) of \(durable.places.count) watched, "
            + "\(LocationText.metres(metres)) away" + sharing + foreign
    }

    func explain(
        _ id: FenceID, journal: [JournalLine], general: [JournalLine], waiting: Int
    ) -> [String] {
        guard let stored = fences[id: id] else { return ["no fence is named \(id)"] }
        var sentences: [String] = []
        let fence = stored.fence
        let kinds = TransitionKind.allCases.filter { fence.reports.contains($0) }.map(\.rawValue)
        sentences.append(kinds.isEmpty ? "it reports nothing" : "it reports \(kinds.joined(separator: ", "))")
        if stored.enclosing.radius < 100 {
            sentences.append(
                "its radius of \(metres(stored.enclosing.radius)) is small: below about 100 m systems report late or not at all"
            )
        }
        sentences.append(regionSentence(stored))
        if let authorization = process.authorization {
            if authorization.tier == .whenInUse {
                sentences.append("the permission is while-in-use only, so nothing is reported in the background")
            }
            if !authorization.isPrecise { sentences.append("positions are approximate, so regions are not watched") }
        }
        sentences.append(sideSentence(stored))
        let standing = durable.standings[stored.ordinal] ?? Standing()
        if let stay = standing.stay, fence.reports.contains(TransitionKinds.dwell) {
            sentences.append(
                "a stay of \(fence.dwellDelay / 1000) s is a dwell; this one began at \(stay.enteredAt)"
                    + (stay.dwell == .told
                        ? " and was told" : stay.dwell == .void ? " unseen, so it does not count" : ""))
        }
        sentences += approachSentences(id, journal)
        sentences += journal.reversed().filter { $0.code != .approach }.map { "\($0.at) \($0.code): \($0.text)" }
        sentences += obstacles(general, since: standing.since)
        if waiting > 0 {
            let pause = general.first { $0.code == .delivery }
            sentences.append(
                "\(waiting) of its transitions wait for delivery" + (pause.map { " (\($0.text))" } ?? ""))
        }
        return sentences
    }

    private func sideSentence(_ stored: StoredFence) -> String {
        let state = believedState(of: stored)
        guard state.side != .unknown else { return "it is not known on which side the device is" }
        let since = state.since.map { " since \($0)" } ?? ""
        var confirmed = ""
        if let fix = process.lastFix, stored.prepared.verdict(of: fix).side == state.side, fix.timestamp != state.since
        {
            confirmed = ", last confirmed at \(fix.timestamp)"
        }
        return "the device is \(state.side.rawValue)\(since), by \(state.evidence)\(confirmed)"
    }

    /// The nearest approach of each day on which nothing was told, oldest first.
    private func approachSentences(_ id: FenceID, _ journal: [JournalLine]) -> [String] {
        let told = Set(journal.filter { $0.code == .transition }.map(\.at.day))
        var days: [Int64: Approaches.Nearest] = [:]
        for nearest in journal.compactMap({ Approaches.Nearest($0) }) + process.approaches.known(of: id) {
            let day = nearest.at.day
            guard !told.contains(day), nearest.distance < days[day]?.distance ?? .infinity else { continue }
            days[day] = nearest
        }
        return days.sorted { $0.key < $1.key }.map { _, nearest in
            "the nearest approach was \(metres(nearest.distance)) outside its edge, at \(nearest.at)"
        }
    }

    /// What concerns every fence, as far as it concerns this one now: that no position has been believed since one was
    /// refused, and a change of permission after its side was decided.
    private func obstacles(_ general: [JournalLine], since: Timestamp?) -> [String] {
        var lines: [JournalLine] = []
        if let refused = general.first(where: { $0.code == .fixRefused }),
            process.lastFix.map({ $0.timestamp < refused.at }) ?? true
        {
            lines.append(refused)
        }
        if let change = general.first(where: { $0.code == .authorization }), since.map({ $0 < change.at }) ?? true {
            lines.append(change)
        }
        return lines.sorted { $0.at < $1.at }.map { "\($0.at) \($0.code): \($0.text)" }
    }

    private func regionSentence(_ stored: StoredFence) -> String {
        guard let place = place(of: stored) else {
            let own = monitored().first { $0.id == stored.fence.id }
            let what = judgesCircles ? "it is not watched" : "it has no region"
            return "\(what): \(own?.absence ?? "unknown")"
        }
        if judgesCircles { return "it is watched by positions: this system has no region monitoring" }
        if isTooLarge(stored) { return "it is watched by positions: its circle is larger than the system takes" }
        let clamp =
            stored.fence.shape.isCircle && place.circle.radius < stored.enclosing.radius
            ? ", the most the system takes, instead of \(metres(stored.enclosing.radius))" : ""
        return "it has a region of \(metres(place.circle.radius))\(clamp)"
            + (place.isHeld ? "" : ", which the system has not confirmed yet")
    }
}

private enum LocationText {
    static func metres(_ value: Double?) -> String {
        value.map { "\(Int($0.rounded())) m" } ?? "unknown"
    }
}
