import LocationCore

/// Keeping account of what changes, so that a start after a few changes reads just those.
extension EngineStore {
    /// Changes that are kept account of; with more of them the snapshot saves too little, and its lineage ends.
    static let mostChanges = 16_384

    /// Notes which fences a commit changes, in the same transaction and before anything is written.
    func noteFenceChanges(_ changes: [Change]) throws(StoreError) {
        tracking.next = tracking.known
        var ordinals: [Int64] = []
        var sets: [String] = []
        for change in changes {
            switch change {
            case .putFence(_, let stored): ordinals.append(stored.ordinal)
            case .removeFence(let ordinal): ordinals.append(ordinal)
            case .removeFences(let set): sets.append(set)
            default: break
            }
        }
        guard !ordinals.isEmpty || !sets.isEmpty, var mark = try readMark() else { return }
        guard !tracking.isDoubtful else { return try endLineage() }
        for set in sets {
            ordinals += try database.query(
                "SELECT ordinal FROM geofences WHERE set_name = ? LIMIT ?",
                [.text(set), .integer(Int64(Self.mostChanges + 1))]
            ) { (row) throws(StoreError) in try row.integer(0) }
        }
        mark.generation += 1
        mark.pending += Int64(ordinals.count)
        guard mark.pending <= Self.mostChanges else { return try endLineage() }
        try database.execute(
            "INSERT OR REPLACE INTO fence_changes (ordinal, generation) VALUES (?, ?)", each: ordinals
        ) { .init([.integer($0), .integer(mark.generation)]) }
        try database.execute(
            "UPDATE fence_snapshot SET generation = ?, pending = ?",
            [.integer(mark.generation), .integer(mark.pending)])
        tracking.next = mark
    }

    /// Takes over what the transaction wrote.
    func endTracking() {
        if tracking.known?.lineage != tracking.next?.lineage { tracking.isDoubtful = false }
        tracking.known = tracking.next
    }

    func writeSnapshot(_ change: Change) throws(StoreError) {
        let mark = try readMark()
        switch change {
        case .beginSnapshot(let lineage):
            tracking.mayHaveFile = true
            if mark != nil, !tracking.isDoubtful { return }
            try endLineage()
            let begun = SnapshotMark(lineage: lineage, base: 0, generation: 0, pending: 0)
            try database.execute(
                "INSERT INTO fence_snapshot (lineage, base, generation, pending) VALUES (?, 0, 0, 0)", [.text(lineage)])
            tracking.next = begun
        case .endSnapshot(let generation):
            guard var mark, mark.base < generation else { return }
            try database.execute("DELETE FROM fence_changes WHERE generation <= ?", [.integer(generation)])
            mark.base = generation
            mark.pending =
                try database.first("SELECT count(*) FROM fence_changes") { (row) throws(StoreError) in
                    try row.integer(0)
                } ?? 0
            try database.execute(
                "UPDATE fence_snapshot SET base = ?, pending = ?", [.integer(generation), .integer(mark.pending)])
            tracking.next = mark
        case .dropSnapshot: try endLineage()
        default: preconditionFailure("only changes of the snapshot come here")
        }
    }

    private func endLineage() throws(StoreError) {
        try database.execute("DELETE FROM fence_changes")
        try database.execute("DELETE FROM fence_snapshot")
        tracking.next = nil
    }

    private func readMark() throws(StoreError) -> SnapshotMark? {
        let mark = try database.first("SELECT lineage, base, generation, pending FROM fence_snapshot") {
            (row) throws(StoreError) in
            SnapshotMark(
                lineage: try row.text(0), base: try row.integer(1), generation: try row.integer(2),
                pending: try row.integer(3))
        }
        if mark != tracking.known { tracking.isOvertaken = true }
        return mark
    }
}

extension EngineStore {
    /// Begins a snapshot of sets as they were last committed.
    ///
    /// - Parameters:
    ///   - lineage: A name that was never used, in case another lineage has to begin.
    ///   - seed: Random bits.
    /// - Returns: What to write; `nil` where another process has changed fences that are not in memory yet.
    func beginSnapshot(of sets: [String: FenceSet], lineage: String, seed: UInt64) throws(StoreError)
        -> SnapshotContents?
    {
        guard !tracking.isOvertaken else { return nil }
        try commit([.beginSnapshot(lineage: lineage)], isPrecious: false)
        guard !tracking.isOvertaken, let mark = tracking.known else { return nil }
        return SnapshotContents(
            lineage: mark.lineage, generation: mark.generation, seed: seed,
            sets: sets.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }

    /// Writes a snapshot of sets as they were last committed, for whoever may wait for it.
    ///
    /// - Returns: Whether it was written: not where another process has changed fences.
    package func writeSnapshot(of sets: [String: FenceSet], lineage: String, seed: UInt64) throws(StoreError) -> Bool {
        guard let contents = try beginSnapshot(of: sets, lineage: lineage, seed: seed) else { return false }
        try snapshotFile.write(contents)
        try commit([.endSnapshot(generation: contents.generation)], isPrecious: false)
        return true
    }

    /// Where the fences of a start came from.
    package enum SnapshotUse: Hashable, Sendable {
        /// There is none.
        case none
        case used
        case ignored(SnapshotFault)
    }

    /// Reads the mark, and opens the snapshot that it stands for.
    func openSnapshot() throws(StoreError) -> (Snapshot?, SnapshotUse) {
        tracking = SnapshotTracking()
        tracking.known = try readMark()
        tracking.isOvertaken = false
        guard let mark = tracking.known else { return (nil, .none) }
        tracking.mayHaveFile = true
        do throws(SnapshotFault) {
            guard mark.base <= mark.generation else { throw .outOfStep(generation: mark.base) }
            let snapshot = try snapshotFile.read(lineage: mark.lineage, generations: mark.base...mark.generation)
            tracking.isDoubtful = false
            return (snapshot, .used)
        } catch {
            return (nil, .ignored(error))
        }
    }

    /// All fences out of the database, because the snapshot is damaged; its lineage ends with the next change.
    func reloadFences() throws(StoreError) -> [String: FenceSet] {
        var lost: [String] = []
        let sets = try loadFences(where: "1", [], &lost).mapValues { FenceSet($0) }
        tracking.isDoubtful = true
        tracking.hasLosses = !lost.isEmpty
        return sets
    }

    /// The numbers of the fences that were changed after a generation, ascending.
    func changedOrdinals(after generation: Int64) throws(StoreError) -> [Int64] {
        try database.query(
            "SELECT ordinal FROM fence_changes WHERE generation > ? ORDER BY ordinal", [.integer(generation)]
        ) { (row) throws(StoreError) in try row.integer(0) }
    }

    /// The sets of a snapshot brought up to date, and those that it does not have.
    ///
    /// - Returns: `nil` if the snapshot turns out damaged.
    func loadFences(from snapshot: Snapshot, _ losses: inout [String]) throws(StoreError) -> [String: FenceSet]? {
        let ordinals = try changedOrdinals(after: snapshot.generation)
        let changed = try loadFences(
            where: "ordinal IN (SELECT ordinal FROM fence_changes WHERE generation > ?)",
            [.integer(snapshot.generation)], &losses)
        var sets: [String: FenceSet] = [:]
        for (name, fences) in snapshot.sets {
            guard let set = FenceSet(fences, without: ordinals, changed: changed[name] ?? []) else { return nil }
            sets[name] = set
        }
        for name in try setNames() where sets[name] == nil {
            let fences = try loadFences(where: "set_name = ?", [.text(name)], &losses)
            sets[name] = FenceSet(fences[name] ?? [])
        }
        return sets
    }

    /// The names of all sets, without going through all rows.
    private func setNames() throws(StoreError) -> [String] {
        var names: [String] = []
        var next = try database.first("SELECT min(set_name) FROM geofences") { (row) throws(StoreError) in
            try row.textIfAny(0)
        }
        while let name = next ?? nil {
            names.append(name)
            next = try database.first("SELECT min(set_name) FROM geofences WHERE set_name > ?", [.text(name)]) {
                (row) throws(StoreError) in try row.textIfAny(0)
            }
        }
        return names
    }
}
