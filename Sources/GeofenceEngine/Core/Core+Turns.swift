/// Going on from what another process has decided.
extension Core {
    /// What a process that was overtaken has still to bring into line with what was decided elsewhere.
    package struct Overtaking: Sendable {
        /// The regions that this process knows the system to hold, or has asked it for.
        var regions: Set<String>
        /// How the engine behaves from now on; `nil` for no change.
        var policy: Policy?
    }

    /// The same process on what is kept by now: what it knows of the world stays, what it had decided on is read anew.
    ///
    /// Its registrations and whatever else the system has to be asked for follow with the next step.
    ///
    /// - Parameter policy: How the engine behaves from now on; `nil` for no change.
    func caughtUp(with kept: Durable, policy: Policy? = nil) -> Core {
        var core = self
        let known = Dictionary(durable.places.map { ($0.regionID, $0) }) { first, _ in first }
        core.durable = kept
        core.durable.placesVersion = durable.placesVersion + 1
        for index in core.durable.places.indices {
            let place = core.durable.places[index]
            guard let old = known[place.regionID], old.circle == place.circle else { continue }
            core.durable.places[index].isHeld = old.isHeld
            core.durable.places[index].doubted = old.doubted
            core.durable.places[index].firstEvidence = old.firstEvidence
        }
        core.durable.helper?.isHeld = durable.helper?.isHeld == true && durable.helper?.circle == kept.helper?.circle
        if process.hasLaunched {
            // What is committed and not yet told is told by the process that committed it.
            core.durable.announced = []
        }
        core.recallStandings()
        core.process.forgetShortcuts()
        core.process.marginal = process.marginal.filter { core.fence(ordinal: $0.key) == fence(ordinal: $0.key) }
        let newcomers = core.fences.fences.lazy.map(\.ordinal).filter { $0 >= durable.scalars.nextOrdinal }
        core.process.unranked.formUnion(newcomers)
        core.keepMovement(of: self)
        var overtaking = process.overtaking ?? Overtaking(regions: [])
        overtaking.regions.formUnion(durable.places.map(\.regionID) + [durable.helper?.regionID].compactMap { $0 })
        overtaking.policy = policy ?? overtaking.policy
        core.process.overtaking = overtaking
        return core
    }

    /// The way that this process has come and not yet written.
    private mutating func keepMovement(of old: Core) {
        process.savedScalars = nil
        guard let saved = old.process.savedScalars else { return }
        process.savedScalars = durable.scalars
        durable.scalars.odometer += old.durable.scalars.odometer - saved.odometer
        if durable.scalars.anchor == saved.anchor { durable.scalars.anchor = old.durable.scalars.anchor }
    }

    /// Asks the system for what another process wants watched, and gives back what it wants no longer.
    mutating func followOthers(_ draft: inout Draft) {
        guard let overtaking = process.overtaking else { return }
        process.overtaking = nil
        if let policy = overtaking.policy { changePolicy(policy, &draft) }
        draft.isCheck = true
        draft.mayRank = true
        guard process.hasReconciled, !judgesCircles else { return }
        let wanted = durable.places.map(\.regionID) + [durable.helper?.regionID].compactMap { $0 }
        for id in overtaking.regions.subtracting(wanted).sorted() { draft.perform(.unregister(id)) }
        for index in durable.places.indices {
            let place = durable.places[index]
            guard !overtaking.regions.contains(place.regionID), place.owner.map(isTooLarge) != true else { continue }
            durable.places[index] = place.asked(at: draft.steady)
            draft.missing.insert(place.regionID)
        }
        if let helper = durable.helper, !helper.isHeld {
            durable.helper = helper.asked(at: draft.steady)
            draft.missing.insert(helper.regionID)
        }
    }
}
