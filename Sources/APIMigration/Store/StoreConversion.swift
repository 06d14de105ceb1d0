import BGeoAdapter
import GeofenceEngine
import LocationCore

/// What the new style's store is filled with.
struct StoreConversion {
    private(set) var changes: [Change] = []
    let report: StoreMigrationReport

    init(_ old: EngineStore.Loaded, records: Int, from source: APIStyle, to target: APIStyle, at now: Timestamp) {
        let durable = old.durable
        let stored = durable.sets[durable.scalars.activeSet]?.fences ?? []
        let fences = FenceConversion(stored.map(\.fence), from: source, to: target)
        var sides = SideTransfer()
        var ordinal: Int64 = 0
        for one in stored {
            guard let fence = fences.converted[one.fence.id] else { continue }
            ordinal += 1
            changes.append(
                .putFence(
                    set: GeofenceEngine.appSet,
                    StoredFence(fence: fence, ordinal: ordinal, revision: 0, shapeRevision: 0)))
            if let standing = sides.carried(durable.standings[one.ordinal], of: one.fence, as: fence) {
                changes.append(.standing(ordinal: ordinal, standing))
            }
        }
        if let clock = durable.clock { changes.append(.value(Durable.clockKey, clock.json)) }
        changes.append(.value("engine.nextOrdinal", .integer(ordinal + 1)))
        changes.append(.value("engine.odometer", .double(durable.scalars.odometer)))
        // BGeo begins without a place of its own choosing; the others go on from where the fences were ranked last.
        if target != .bgeo, let anchor = durable.scalars.anchor {
            changes.append(.value("engine.anchor", anchor.json))
        }
        let untold = Self.untold(durable, to: target, fences.converted, at: now)
        changes += untold.map { .announce($0) }
        report = StoreMigrationReport(
            fences: fences.report, inside: sides.inside, awaitingDwell: sides.awaitingDwell,
            sidesForgotten: sides.forgotten, recordsLeft: records, toldByNew: untold.map(\.id),
            remarks: Self.remarks(old, from: source, to: target))
    }

    /// What the app has not heard of yet and the new style can tell.
    private static func untold(
        _ durable: Durable, to target: APIStyle, _ fences: [FenceID: Fence], at now: Timestamp
    ) -> [Announced] {
        guard target != .customerio else { return [] }
        let announced = durable.announced.map(\.transition)
        let known = Set(announced.map(\.id))
        let all = announced + durable.waiting.map(\.transition).filter { !known.contains($0.id) }
        return all.compactMap { transition -> Announced? in
            guard let fence = fences[transition.fence.id], fence.reports.contains(transition.kind) else { return nil }
            let circle = fence.shape.enclosingCircle
            let resort = Fix(
                coordinate: circle.center, accuracy: circle.radius, timestamp: transition.at, source: .region)
            let told = Transition(
                id: transition.id, kind: transition.kind, fence: fence, at: transition.at,
                evidence: transition.evidence, position: transition.position ?? resort, person: nil,
                stay: transition.stay, odometer: transition.odometer)
            let records = target == .bgeo ? BGeoStore.records(of: told, at: now) : []
            return Announced(id: transition.id, transition: told, records: records)
        }
    }

    private static func remarks(_ old: EngineStore.Loaded, from source: APIStyle, to target: APIStyle) -> [String] {
        var remarks = ["Settings of \(source.name) are not carried; configure \(target.name) at its first start"]
        let scalars = old.durable.scalars
        let sleeping = old.durable.sets.filter { $0.key != scalars.activeSet && $0.value.count > 0 }
        for (name, set) in sleeping.sorted(by: { $0.key < $1.key }) {
            remarks.append("\(set.count) fences of the set \(name), which was not watched, are left behind")
        }
        switch target {
        case .bgeo: remarks.append("BGeo watches fences while tracking is on: call start()")
        case .customerio:
            remarks.append("Customer.io watches fences while someone is identified, until the workspace's replace them")
        case .beekon:
            remarks.append("In cloud mode the server's fences replace these, and their sides are found out anew")
        }
        if source == .customerio, !old.durable.windows.isEmpty {
            remarks.append("\(target.name) suppresses no repeats: the windows that are open end here")
        }
        return remarks + old.losses.map { "could not be read and is left behind: \($0)" }
    }
}

/// Which side of each fence the device is on, as far as it says so for the fence in its new form too.
struct SideTransfer {
    private(set) var inside: [FenceID] = []
    private(set) var awaitingDwell: [FenceID] = []
    private(set) var forgotten: [FenceID] = []

    /// What is known about a fence in its new form.
    mutating func carried(_ standing: Standing?, of old: Fence, as new: Fence) -> Standing? {
        guard var standing, standing.side != .unknown else { return nil }
        if old.shape != new.shape {
            // Inside an area is inside a circle round it; outside of a circle is outside of all that is in it.
            let (wide, narrow) = standing.side == .inside ? (new.shape, old.shape) : (old.shape, new.shape)
            guard wide.isCircle, wide.enclosingCircle.holds(narrow.enclosingCircle) else {
                forgotten.append(old.id)
                return nil
            }
            if !new.shape.isCircle { standing.isInEnclosingCircle = false }
        }
        if standing.side == .inside {
            inside.append(new.id)
            if new.reports.contains(TransitionKinds.dwell), standing.stay?.dwell == .awaited {
                awaitingDwell.append(new.id)
            }
        }
        return standing
    }
}

extension Circle {
    /// Whether another circle lies in it.
    fileprivate func holds(_ other: Circle) -> Bool {
        Geodesic.distance(from: center, to: other.center) + other.radius <= radius
    }
}
