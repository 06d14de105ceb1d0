package import LocationCore

/// How the fences round a position are compared.
package struct Ranking: Sendable {
    package let anchor: SurfacePoint
    package let candidates: SliceRules.Candidates
    package let ties: SliceRules.Ties
    package let includesSilentFences: Bool
    package let measuresPolygonsExactly: Bool
    private let position: Coordinate
    /// The largest radius that the system takes, where circles are clamped to it; else `nil`.
    package let clamp: Double?

    package init(from position: Coordinate, rules: SliceRules, clamp: Double?) {
        self.position = position
        self.anchor = SurfacePoint(position)
        self.measuresPolygonsExactly = rules.measuresPolygonsExactly
        self.candidates = rules.candidates
        self.ties = rules.ties
        self.includesSilentFences = rules.includesSilentFences
        self.clamp = clamp
    }

    /// Everything but the position.
    struct Rules: Equatable {
        let candidates: SliceRules.Candidates
        let ties: SliceRules.Ties
        let includesSilentFences: Bool
        let measuresPolygonsExactly: Bool
        let clamp: Double?
    }

    var rules: Rules {
        Rules(
            candidates: candidates, ties: ties, includesSilentFences: includesSilentFences,
            measuresPolygonsExactly: measuresPolygonsExactly, clamp: clamp)
    }

    /// The radius that counts: the one that is or would be registered.
    package func radius(of stored: StoredFence) -> Double {
        guard let clamp, stored.fence.shape.isCircle else { return stored.enclosing.radius }
        return min(clamp, stored.enclosing.radius)
    }

    /// A fence with its distance; `nil` when it is no candidate.
    package func rank(_ stored: StoredFence) -> Ranked? {
        guard includesSilentFences || !stored.fence.reports.isEmpty else { return nil }
        let toCenter = anchor.distance(to: stored.center)
        let radius = radius(of: stored)
        var toEdge = max(0, toCenter - radius)
        switch candidates {
        case .all: break
        case .edgeWithin(let most): if toEdge > most { return nil }
        case .centreWithin(let most): if toCenter > max(most, radius + min(most, 500)) { return nil }
        }
        if measuresPolygonsExactly, !stored.fence.shape.isCircle {
            // Never less than the way to the enclosing circle, so the bound of the tree still holds.
            toEdge = max(toEdge, stored.prepared.signedDistance(to: position))
        }
        return Ranked(
            stored: stored, edgeMetres: Self.wholeMetres(toEdge),
            centreMetres: ties == .centreThenStoredOrder ? Self.wholeMetres(toCenter) : 0,
            comparesIdentifiers: ties == .identifier)
    }

    /// The same from what is known already.
    func ranked(_ stored: StoredFence, _ key: RankKey) -> Ranked {
        Ranked(
            stored: stored, edgeMetres: key.edgeMetres, centreMetres: key.centerMetres,
            comparesIdentifiers: ties == .identifier)
    }

    /// Distances are compared in whole metres, so that noise in the last digit changes nothing. (CASE-016)
    package static func wholeMetres(_ metres: Double) -> Int {
        metres < 1e15 ? Int(metres.rounded()) : Int(1e15)
    }
}

/// A fence with its distance from the position of a ranking.
package struct Ranked: Sendable {
    package let stored: StoredFence
    package let edgeMetres: Int
    let centreMetres: Int
    fileprivate let comparesIdentifiers: Bool

    package func precedes(_ other: Ranked) -> Bool {
        if edgeMetres != other.edgeMetres { return edgeMetres < other.edgeMetres }
        if centreMetres != other.centreMetres { return centreMetres < other.centreMetres }
        if comparesIdentifiers { return stored.fence.id < other.stored.fence.id }
        return stored.ordinal < other.stored.ordinal
    }
}

/// The first of many, kept in order while they are offered one by one.
package struct BestRanked {
    private let count: Int
    package private(set) var ranked: [Ranked] = []

    package init(count: Int) {
        self.count = count
        ranked.reserveCapacity(min(count, 128) + 1)
    }

    /// Nothing farther than this can come in any more; `nil` while there is room.
    package var farthest: Int? { ranked.count < count ? nil : ranked.last?.edgeMetres }

    /// Takes candidates in their order.
    package mutating func offerSorted(_ candidates: [Ranked]) {
        if ranked.isEmpty, candidates.count <= count {
            ranked = candidates
        } else {
            for candidate in candidates { offer(candidate) }
        }
    }

    package mutating func offer(_ candidate: Ranked?) {
        guard let candidate else { return }
        if ranked.count == count {
            guard let last = ranked.last, candidate.precedes(last) else { return }
            ranked.removeLast()
        }
        var position = ranked.count
        while position > 0, candidate.precedes(ranked[position - 1]) { position -= 1 }
        ranked.insert(candidate, at: position)
    }
}
