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
        let hasPosition = process.lastFix != nil || durable.scalars.anchor != nil
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
                absence: place == nil ? absence(of: stored, rank?.rank, rank?.metres, hasPosition) : nil)
        }
    }

    /// The first reason that is true, in the order in which places are given.
    private func absence(of stored: StoredFence, _ rank: Int?, _ metres: Double?, _ hasPosition: Bool) -> String {
        if !isActive {
            switch policy.activity.condition {
            case .whenTracking: return "tracking is off"
            case .whenIdentified: return "nobody is identified"
            case .always: return "fences are not watched"
            }
        }
        if let authorization = process.authorization, !authorization.allowsMonitoring {
            return authorization.servicesEnabled
                ? "the location permission is \(authorization.tier.rawValue)" : "location services are off"
        }
        if policy.places.cap == 0 { return "watching is switched off" }
        if stored.fence.reports.isEmpty, !policy.slice.includesSilentFences {
            return "it reports no transitions, so nothing is watched for it"
        }
        if let rank {
            let sharing = process.capabilities?.sharing.map { "; \($0)" } ?? ""
            return
                "not in the slice: rank \(rank) of \(durable.places.count) watched, \(LocationText.metres(metres)) away"
                + sharing
        }
        return hasPosition ? "too far away to be a candidate" : "no position is known yet"
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
        let standing = durable.standings[stored.ordinal] ?? Standing()
        let since = standing.since.map { " since \($0)" } ?? ""
        sentences.append(
            standing.side == .unknown
                ? "it is not known on which side the device is"
                : "the device is \(standing.side.rawValue)\(since), by \(standing.evidence)")
        if let stay = standing.stay, fence.reports.contains(TransitionKinds.dwell) {
            sentences.append(
                "a stay of \(fence.dwellDelay / 1000) s is a dwell; this one began at \(stay.enteredAt)"
                    + (stay.dwell == .told
                        ? " and was told" : stay.dwell == .void ? " unseen, so it does not count" : ""))
        }
        sentences += journal.reversed().map { "\($0.at) \($0.code): \($0.text)" }
        if let last = general.first(where: { $0.code == .fixRefused || $0.code == .authorization }) {
            sentences.append("\(last.at) \(last.code): \(last.text)")
        }
        if waiting > 0 {
            let pause = general.first { $0.code == .delivery }
            sentences.append(
                "\(waiting) of its transitions wait for delivery" + (pause.map { " (\($0.text))" } ?? ""))
        }
        return sentences
    }

    private func regionSentence(_ stored: StoredFence) -> String {
        guard let place = place(of: stored) else {
            let own = monitored().first { $0.id == stored.fence.id }
            return "it has no region: \(own?.absence ?? "unknown")"
        }
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
