import LocationCore

/// What an interval says of a rank.
enum PackedRank {
    case noCandidate
    /// The key is what the exact circle would give.
    case known(RankKey)
    /// Only the fence itself can tell.
    case unclear
}

extension Ranking {
    /// Metres to an edge beyond which nothing is a candidate.
    var reach: Float {
        switch candidates {
        case .all: .infinity
        // Of `centreWithin`: a centre within max(P, R + min(P, 500)) has its edge within P.
        case .edgeWithin(let most), .centreWithin(let most): Float(max(0, most)) * 1.000_001 + 1
        }
    }

    /// Ranks a circle from its intervals, to the same result as the fence itself or to none.
    @inline(__always)
    func rank(_ circle: PackedCircle) -> PackedRank {
        let marks = PackedIndex.Marks(rawValue: circle.handle & ~PackedCircle.handleMask)
        if !includesSilentFences, marks.contains(.silent) { return .noCandidate }
        var radius = circle.radius
        if marks.contains(.polygon) {
            if measuresPolygonsExactly { return .unclear }
        } else if let clamp {
            radius = (min(radius.least, clamp), min(radius.most, clamp))
        }
        let edge = (least: circle.center.least - radius.most, most: circle.center.most - radius.least)
        switch candidates {
        case .all: break
        case .edgeWithin(let most):
            if edge.least > most { return .noCandidate }
            if edge.most > most { return .unclear }
        case .centreWithin(let most):
            let near = min(most, 500)
            if circle.center.least > max(most, radius.most + near) { return .noCandidate }
            if circle.center.most > max(most, radius.least + near) { return .unclear }
        }
        let metres = Self.half(edge.least)
        guard metres == Self.half(edge.most) else { return .unclear }
        var center = 0
        if ties == .centreThenStoredOrder {
            center = Self.half(circle.center.least)
            guard center == Self.half(circle.center.most) else { return .unclear }
        }
        return .known(RankKey(edge: metres, center: center, handle: circle.handle & PackedCircle.handleMask))
    }

    /// Metres that a circle is away from becoming a candidate or ceasing to be one, at least.
    @inline(__always)
    func slack(_ circle: PackedCircle) -> Double {
        switch candidates {
        case .all: return .infinity
        case .edgeWithin(let most):
            return max(
                circle.center.least - circle.radius.most - most, most - circle.center.most + self.least(circle.radius))
        case .centreWithin(let most):
            let near = min(most, 500)
            return max(
                circle.center.least - max(most, circle.radius.most + near),
                max(most, self.least(circle.radius) + near) - circle.center.most)
        }
    }

    @inline(__always)
    private func least(_ radius: (least: Double, most: Double)) -> Double { min(radius.least, clamp ?? .infinity) }

    /// Rounds to whole metres what is never near a half, since an interval of millimetres was.
    @inline(__always)
    private static func half(_ metres: Double) -> Int { metres < 1e9 ? Int(max(0, metres) + 0.5) : .max }
}
