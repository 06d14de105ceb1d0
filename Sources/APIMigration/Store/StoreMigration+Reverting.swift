import GeofenceEngine
public import LocationCore

/// Going back.
extension StoreMigration {
    /// Goes back to the old style: its fences and settings as they were, what the device crossed since, and of its outbox
    /// what has not been delivered. What the new style still has to deliver stays in its store, for ``RetiringOutbox``.
    ///
    /// - Throws: ``StoreMigrationError/nothingToRevert`` once the switch was confirmed; a call that was ended midway goes on
    ///   at the next one.
    public func revert(at now: Timestamp) throws(StoreMigrationError) {
        switch try stageBeforeReverting(at: now) {
        case .nothingInstalled: throw .nothingToRevert
        case .notBegun:
            // The old store is whole; at most the copy is left of going back.
            guard try isCopyThere else { throw .nothingToRevert }
            try forgetCopy()
        case .published: throw .nothingToRevert
        case .switched:
            guard try isCopyThere else { throw .nothingToRevert }
            try restore(at: now)
            try endReverting(at: now)
        case .returned: try endReverting(at: now)
        }
    }

    /// A new store that is gone is no reason not to go back.
    private func stageBeforeReverting(at now: Timestamp) throws(StoreMigrationError) -> Stage {
        do throws(StoreMigrationError) {
            return try stage(at: now)
        } catch {
            switch error {
            case .newLost, .newUnusable: return .switched
            // It was dismissed by going back, and has records of its own to deliver.
            case .newStillRetiring: return .notBegun
            default: throw error
            }
        }
    }

    private func restore(at now: Timestamp) throws(StoreMigrationError) {
        let left =
            try perform { () throws(StoreError) in try EngineStore.condition(at: old.store) } == .sound
            ? Set(try using(old.store, at: now) { (store) throws(StoreError) in try store.records().map(\.id) }) : []
        var since: Durable?
        if try perform({ () throws(StoreError) in try EngineStore.condition(at: new.store) }) == .sound {
            since = try using(new.store, at: now) { (store) throws(StoreError) in try store.load().durable }
        }
        try step(.restoring)
        let file = aside(old)
        try perform { () throws(StoreError) in
            try file.remove()
            try copy.copy(to: file)
        }
        try using(old.store.moved(to: file.path), at: now) { (store) throws(StoreError) in
            let loaded = try store.load()
            var changes = Self.sides(of: loaded.durable, since: since)
            changes += try store.records().filter { !left.contains($0.id) }.map { .removeRecord($0.id) }
            changes += loaded.durable.waiting.map { .waited($0.transition.id) }
            changes.append(.told(loaded.durable.announced.map(\.id)))
            changes.append(.places([]))
            changes.append(.value(StoreMark.back, .string(new.style.rawValue)))
            try store.commit(changes, isPrecious: true)
        }
        try step(.returning)
        try perform { () throws(StoreError) in try file.replace(StoreFile(path: old.store.path)) }
    }

    /// The sides of the old fences as the new style knows them now; a fence that it does not have is found out anew.
    private static func sides(of before: Durable, since: Durable?) -> [Change] {
        guard let since else { return [.clearStandings] }
        var changes: [Change] = [.clearStandings]
        var transfer = SideTransfer()
        let now = since.sets[since.scalars.activeSet] ?? FenceSet()
        for stored in before.sets[before.scalars.activeSet]?.fences ?? [] {
            guard let other = now[id: stored.fence.id],
                let standing = transfer.carried(since.standings[other.ordinal], of: other.fence, as: stored.fence)
            else { continue }
            changes.append(.standing(ordinal: stored.ordinal, standing))
        }
        if let clock = since.clock { changes.append(.value(Durable.clockKey, clock.json)) }
        changes.append(.value("engine.odometer", .double(since.scalars.odometer)))
        return changes
    }

    private func endReverting(at now: Timestamp) throws(StoreMigrationError) {
        if try perform({ () throws(StoreError) in try EngineStore.condition(at: new.store) }) == .sound {
            try retire(new, to: old.style, at: now)
        }
        try forgetCopy()
    }
}
