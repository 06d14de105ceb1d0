import LocationCore

/// What an engine remembers of writing snapshots.
struct SnapshotWriting {
    /// The one under way.
    var task: Task<Void, Never>?
    /// Changes of fences to wait for after one that failed.
    var pause = 0
    var hasToldFailure = false

    static let changesBetweenTries = 512
}

/// Large sets of fences are kept in a snapshot too, so that a start need not read all rows.
extension GeofenceEngine {
    /// Begins to write a snapshot if the one there is has become old, or there is none. It is written by another thread
    /// from values that no longer change; an input that comes meanwhile does not wait.
    func writeSnapshotIfDue() {
        guard writing.task == nil, let core, let store, !store.tracking.hasLosses, !store.tracking.isOvertaken else {
            return
        }
        let large = core.durable.sets.filter { $0.value.count >= location.snapshotThreshold }
        guard !large.isEmpty else { return dropSnapshot(store) }
        guard large.contains(where: { !$0.value.isMapped || $0.value.hasManyChanges }) else { return }
        guard writing.pause == 0 else {
            writing.pause -= 1
            return
        }
        let contents: SnapshotContents
        do throws(StoreError) {
            let begun = try store.beginSnapshot(of: large, lineage: makeIdentifier(), seed: device.random.next())
            guard let begun else { return }
            contents = begun
        } catch {
            return noteFailure(error)
        }
        let file = store.snapshotFile
        writing.task = Task.detached(priority: .utility) { [weak self] in
            var failure: StoreError?
            do throws(StoreError) {
                try file.write(contents)
            } catch {
                failure = error
            }
            await self?.endWriting(contents, failure)
        }
    }

    /// Returns when no snapshot is being written.
    package func snapshotWritten() async {
        while let task = writing.task { await task.value }
    }

    private func endWriting(_ contents: SnapshotContents, _ failure: StoreError?) {
        writing.task = nil
        if let failure {
            _ = try? mendFences()
            return noteFailure(failure)
        }
        guard let store else { return }
        guard store.tracking.known?.lineage == contents.lineage else {
            // Everything was removed meanwhile, or the database was set aside.
            store.snapshotFile.remove()
            return writeSnapshotIfDue()
        }
        writing.hasToldFailure = false
        // If this fails more changes are kept than need be, and the fences stay in memory.
        do throws(StoreError) {
            try store.commit([.endSnapshot(generation: contents.generation)], isPrecious: false)
            try adopt(contents, store)
        } catch {
            post(.store(.failed(error)))
        }
        post(.store(.snapshot(SnapshotNews(.written, "a snapshot of the fences was written"))))
        writeSnapshotIfDue()
    }

    /// Lets go of fences in memory that can be read out of the snapshot.
    private func adopt(_ contents: SnapshotContents, _ store: EngineStore) throws(StoreError) {
        guard
            let snapshot = try? store.snapshotFile.read(
                lineage: contents.lineage, generations: contents.generation...contents.generation)
        else { return }
        let ordinals = try store.changedOrdinals(after: contents.generation)
        for (name, fences) in snapshot.sets {
            guard let old = core?.durable.sets[name],
                let set = FenceSet(fences, without: ordinals, changed: ordinals.compactMap { old[ordinal: $0] }),
                set.count == old.count
            else { continue }
            core?.durable.sets[name] = set
        }
    }

    private func dropSnapshot(_ store: EngineStore) {
        guard store.tracking.mayHaveFile else { return }
        if store.tracking.known != nil, (try? store.commit([.dropSnapshot], isPrecious: false)) == nil { return }
        store.tracking.mayHaveFile = false
        store.snapshotFile.remove()
    }

    private func noteFailure(_ error: StoreError) {
        writing.pause = SnapshotWriting.changesBetweenTries
        if case .interrupted = error { return }
        guard !writing.hasToldFailure else { return }
        writing.hasToldFailure = true
        say(SnapshotNews(.notWritten, "no snapshot of the fences was written: \(error)"))
    }

    /// Tells the adapter and the journal.
    func say(_ news: SnapshotNews) {
        let line = JournalLine(at: device.clock.now().wall, fence: nil, code: .store, text: news.text)
        // A line that cannot be kept is no reason to stop.
        try? store?.commit([.journal(line)], isPrecious: false)
        post(.store(.snapshot(news)))
    }
}

/// A snapshot that turns out damaged while in use.
extension GeofenceEngine {
    /// Reads all fences out of the database if what is in use of a snapshot is damaged.
    ///
    /// - Returns: Whether it did, so that whatever was found out with the fences before has to be found out again.
    func mendFences() throws(StoreError) -> Bool {
        guard let store, core?.hasDamagedFences == true else { return false }
        core?.durable.sets = try store.reloadFences()
        sayDamaged()
        return true
    }

    func sayDamaged() {
        say(SnapshotNews(.damaged, "the snapshot of the fences is damaged; they were read out of the database"))
        writeSnapshotIfDue()
    }

    /// Asks the core, and asks again if its fences turned out damaged on the way.
    ///
    /// - Returns: `nil` before the store is open, and where the fences can be read neither here nor there.
    func ask<Answer>(_ question: (Core) -> Answer) -> Answer? {
        freshen()
        guard let core else { return nil }
        let answer = question(core)
        guard core.hasDamagedFences else { return answer }
        guard (try? mendFences()) == true, let core = self.core else { return nil }
        return question(core)
    }
}
