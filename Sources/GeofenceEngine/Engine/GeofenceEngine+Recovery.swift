import LocationCore

/// What is done about a store that fails.
extension GeofenceEngine {
    private func open() throws(StoreError) {
        let now = device.clock.now().wall
        let (store, loaded) = try openStoreTwice(now)
        if let core {
            // A connection that was given up: what this process knows and has under way stays.
            self.store = store
            adopt(loaded, in: caughtUp(core, with: loaded))
            if case .startedOver = store.opening { post(.store(.opened(store.opening))) }
            return
        }
        let newest = try store.newestSequence()
        self.store = store
        values = loaded.values
        courier = Courier(kept: newest)
        let configuration = configure(values)
        precondition(configuration.policy.name == name, "an engine's policy bears the engine's name")
        transport = configuration.transport
        core = Core(policy: configuration.policy, format: configuration.format, durable: loaded.durable)
        post(.store(.opened(store.opening)))
        tellUnreadable(loaded.losses)
        if case .ignored(let fault) = loaded.snapshot {
            say(SnapshotNews(.ignored, "the snapshot of the fences \(fault); they were read out of the database"))
        }
        writeSnapshotIfDue()
    }

    /// Opens the store if it is not. Events that came meanwhile are taken in their order.
    func openIfPossible() {
        guard store == nil, life == .running else { return }
        do throws(StoreError) {
            try open()
        } catch {
            // Each kind of failure is told once, however often it is tried.
            if openingError != error { post(.store(.failed(error))) }
            openingError = error
            armRetry()
            return
        }
        openingError = nil
        takeQueue()
        noteUnreadable()
    }

    /// Opens the file and reads it. What fails twice in a row for what is in it is set aside, as damage is.
    func openStoreTwice(_ now: Timestamp) throws(StoreError) -> (EngineStore, EngineStore.Loaded) {
        do throws(StoreError) {
            return try openAndLoad(now)
        } catch {
            guard error.isAboutContent else { throw error }
        }
        do throws(StoreError) {
            return try openAndLoad(now)
        } catch {
            guard error.isAboutContent else { throw error }
            let store = try EngineStore(insteadOfUnreadableAt: location, detail: error.detail, now: now)
            return (store, try store.load(usingSnapshot: true))
        }
    }

    private func openAndLoad(_ now: Timestamp) throws(StoreError) -> (EngineStore, EngineStore.Loaded) {
        let store = try EngineStore(at: location, now: now)
        do throws(StoreError) {
            return (store, try store.load(usingSnapshot: true))
        } catch {
            store.database.closeKeepingLog()
            throw error
        }
    }

    /// Prepares for deciding anew after a commit that failed.
    ///
    /// Damage is believed when it is met twice in a row, with a look at the whole file between: a disk that fails to read
    /// shows in the same way. What the disk refuses twice is tried on a connection of its own: one that could not be
    /// opened whole stays unable to write.
    func recover(from error: StoreError) throws(StoreError) {
        switch error {
        case .moved: try openAnew(after: error)
        case .overtaken: try catchUp()
        // Another process may have set it aside already.
        case .corrupt where store?.database.hasMoved == true: try openAnew(after: error)
        case .corrupt(_, let detail):
            faults.unconfirmedDamage += 1
            if faults.unconfirmedDamage > 1 { return try startOver(detail) }
            try reopen()
        case .readOnly, .io, .notReadableYet:
            faults.refusedCommits += 1
            // Ever more seldom: reading the whole file again is work.
            if faults.refusedCommits > 1, faults.refusedCommits.nonzeroBitCount == 1 { try reopen() }
        case .interrupted: throw error
        default: break
        }
    }

    /// Opens the same file anew and goes on.
    private func reopen() throws(StoreError) {
        guard let old = store, let core else { return }
        old.database.closeKeepingLog()
        store = nil
        let (fresh, loaded) = try openStoreTwice(device.clock.now().wall)
        store = fresh
        // Unless another has written meanwhile nobody needs to know: an adapter that answers by writing would meet the same
        // failure for ever.
        adopt(loaded, in: caughtUp(core, with: loaded), isNews: fresh.turn.writes != old.turn.writes)
        if case .startedOver = fresh.opening { post(.store(.opened(fresh.opening))) }
    }

    private func startOver(_ detail: String) throws(StoreError) {
        guard let damaged = store, let process = core?.process else { return }
        store = nil
        let fresh = try EngineStore(replacing: damaged, at: location, detail: detail, now: device.clock.now().wall)
        store = fresh
        values = [:]
        let configuration = configure([:])
        transport = configuration.transport
        var core = Core(policy: configuration.policy, format: configuration.format, durable: Durable())
        core.adopt(process)
        self.core = core
        post(.store(.opened(fresh.opening)))
    }

    /// Tells which rows could not be read since it was last asked, in the order in which they were found. (AMD-10)
    func tellUnreadable(_ losses: [String] = []) {
        let names = losses + (store?.takeUnreadable() ?? [])
        guard !names.isEmpty else { return }
        post(.store(.lostRows(names)))
        lost += names
    }

    /// Writes into the journal what could not be read, after the step that found it.
    func noteUnreadable() {
        guard !lost.isEmpty, !isNoting, store != nil, core != nil else { return }
        isNoting = true
        defer { isNoting = false }
        let names = lost
        let some = names.prefix(20).joined(separator: ", ") + (names.count > 20 ? ", …" : "")
        do throws(StoreError) {
            try step(.note(.store, "rows that could not be read are set aside (\(names.count)): \(some)"))
            lost.removeFirst(names.count)
        } catch {
            // The next step notes it.
            post(.store(.failed(error)))
        }
    }
}
