import LocationCore

/// On which side the device is believed to be, for those who ask.
extension Core {
    /// What is known about the device and one fence, whether or not the fence is watched.
    ///
    /// Of a watched fence the side that was decided counts. Of any other, or while nothing was decided, the newest believed
    /// fix counts if it is newer and tells a side. While nothing is watched at all, only what was decided counts.
    func believedState(of stored: StoredFence) -> GeofenceEngine.FenceState {
        let standing = durable.standings[stored.ordinal] ?? Standing()
        let decided = GeofenceEngine.FenceState(
            side: standing.side, since: standing.since, evidence: standing.evidence)
        guard isActive, let fix = process.lastFix, standing.side == .unknown || isNews(to: standing, of: stored),
            let side = stored.prepared.verdict(of: fix).side, side != standing.side
        else { return decided }
        return GeofenceEngine.FenceState(side: side, since: fix.timestamp, evidence: .fix)
    }

    private func isNews(to standing: Standing, of stored: StoredFence) -> Bool {
        place(of: stored) == nil && process.lastFixSteady > standing.asOf
    }

    /// The fences of the active set in which the device is believed to be, in stored order.
    func believedInside() -> [FenceID] {
        var set = fences
        var ordinals = Set(durable.standings.lazy.filter { $0.value.side == .inside }.map(\.key))
        if let fix = process.lastFix { ordinals.formUnion(set.ordinals(within: 0, of: fix.coordinate)) }
        return ordinals.sorted().compactMap { set[ordinal: $0] }
            .filter { believedState(of: $0).side == .inside }.map(\.fence.id)
    }
}
