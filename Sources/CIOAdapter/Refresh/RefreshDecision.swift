import LocationCore

/// What a pass does. (CIO 3.3)
package enum RefreshDecision: Hashable, Sendable {
    /// Ask the server.
    case download
    /// Rank the kept fences from the new position.
    case rerank
    /// Nothing; the kept set is good.
    case skip

    /// Decides a normal pass; the first row that matches wins.
    init(normalAt anchor: Coordinate, isForced: Bool, _ facts: RefreshFacts) {
        guard !isForced, let last = facts.lastSync, !Self.isDue(last, facts) else {
            self = .download
            return
        }
        if Geodesic.distance(from: last.anchor, to: anchor) >= facts.config.remoteFetchRefreshTriggerRadius {
            self = .download
        } else if let center = facts.registrationCenter {
            let isFar = Geodesic.distance(from: center, to: anchor) >= facts.config.localRefreshTriggerRadius
            self = isFar ? .rerank : .skip
        } else {
            self = facts.hasCachedFences && !facts.hasRegisteredFences ? .rerank : .skip
        }
    }

    /// Decides a movement pass. The age of the last download plays no part. (CIO 3.5, CIO-053)
    init(movementTo fix: Coordinate, _ facts: RefreshFacts) {
        guard let last = facts.lastSync else {
            self = .download
            return
        }
        let isFar = Geodesic.distance(from: last.anchor, to: fix) >= facts.config.remoteFetchRefreshTriggerRadius
        self = isFar ? .download : .rerank
    }

    /// Whether the time is over. A download that lies ahead of now was dated by a clock that has been set back; it must
    /// not keep the next one away for as long as it lies ahead.
    private static func isDue(_ last: LastSync, _ facts: RefreshFacts) -> Bool {
        let elapsed = facts.now.milliseconds(since: last.at)
        return elapsed < 0 || elapsed >= facts.config.remoteFetchRefreshExpiry
    }
}
