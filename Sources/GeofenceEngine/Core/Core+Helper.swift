import LocationCore

/// The engine's own region.
extension Core {
    func wantsHelper(_ position: Coordinate?, places: Int) -> Bool {
        guard let helper = policy.places.helper, position != nil else { return false }
        switch helper.arming {
        case .always: return true
        case .whenFencesExceedPlaces:
            guard fences.count > places else { return false }
            return policy.slice.includesSilentFences || fences.hasMoreReporting(than: places)
        }
    }

    /// Puts the helper round a position, or takes it away.
    mutating func placeHelper(_ position: Coordinate?, nearestLeftOut: Int?, _ draft: inout Draft) {
        guard let rules = policy.places.helper else { return }
        guard let position else {
            if rules.arming == .whenFencesExceedPlaces { removeHelper(&draft) }
            return
        }
        let radius = radius(rules, position, nearestLeftOut)
        if let old = durable.helper, abs(old.circle.radius - radius) <= policy.registration.sameWithinMetres,
            SurfacePoint(position).distance(to: old.center) <= rules.recentreBeyond * radius
        {
            return
        }
        let circle = Circle(center: position, checkedRadius: radius)
        let helper = Place(
            regionID: rules.regionID, owner: nil, circle: circle, tellsFirstEnter: false, askedAt: draft.steady,
            isHeld: judgesCircles)
        if !judgesCircles {
            if let old = durable.helper { draft.perform(.unregister(old.regionID)) }
            draft.performFirst(.register(region(for: helper)))
            draft.missing.remove(helper.regionID)
        }
        durable.helper = helper
        draft.changes.append(.helper(helper))
    }

    mutating func removeHelper(_ draft: inout Draft) {
        guard let helper = durable.helper else { return }
        if !judgesCircles { draft.perform(.unregister(helper.regionID)) }
        durable.helper = nil
        process.movement = nil
        draft.changes.append(.helper(nil))
    }

    private func radius(_ rules: HelperRules, _ position: Coordinate, _ nearestLeftOut: Int?) -> Double {
        switch rules.radius {
        case .fixed(let metres): return metres
        case .halfWayToNearestLeftOut(let floor): return max(floor, Double(nearestLeftOut ?? 0) / 2)
        case .nearestPolygon(let most, let floor):
            let nearest = durable.places.compactMap { place -> Double? in
                guard let owner = place.owner, !owner.fence.shape.isCircle else { return nil }
                return abs(owner.prepared.signedDistance(to: position))
            }.min()
            return nearest.map { max(floor, min(most, $0)) } ?? most
        }
    }
}
