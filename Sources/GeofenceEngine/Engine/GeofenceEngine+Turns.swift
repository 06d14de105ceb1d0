import LocationCore

/// Several processes on one file: each decides on what the others have committed.
///
/// The app and its extension, or two engines of one process, take turns as one state machine would take their inputs:
/// whoever finds that another has committed reads what is kept, keeps what its own process knows of the world, and
/// decides on that. Nothing is locked between two steps. (CASE-115, CASE-118)
extension GeofenceEngine {
    /// Reads what others have committed since this engine last read or wrote.
    func catchUp() throws(StoreError) {
        guard let store, let core, try !store.isCurrent() else { return }
        let loaded = try store.catchUp()
        adopt(loaded, in: caughtUp(core, with: loaded))
    }

    /// Writes what was decided. Where that is nothing it may still have been decided on what another has changed since.
    func commit(_ step: Core.Step, to store: EngineStore) throws(StoreError) {
        if step.changes.isEmpty, try !store.isCurrent() { throw .overtaken(file: store.database.file.name) }
        try store.commit(step.changes, isPrecious: step.isPrecious)
    }

    /// The core, on what is kept by now.
    var known: Core? {
        freshen()
        return core
    }

    /// For reads: what stands in the file when a question comes is what it is answered from.
    ///
    /// A file that cannot be read at the moment is answered from memory; the next input tells what is wrong with it.
    func freshen() {
        guard let store, (try? store.isCurrent()) == false else { return }
        try? take(.values([:]))
    }

    /// Decides under the write lock, so that the decision stands.
    func decideAnew(_ input: Input, asOf moment: Moment? = nil) throws(StoreError) {
        guard let store, let core else { return }
        var base = CaughtUp(core: core)
        var news: EngineStore.Loaded?
        var decided: (core: Core, step: Core.Step)?
        var wasDamaged = false
        try store.commit { (loaded) throws(StoreError) in
            if let loaded {
                news = loaded
                base = caughtUp(core, with: loaded)
            }
            var next = base.core
            var step = next.step(input, envelope(asOf: moment))
            if next.hasDamagedFences {
                wasDamaged = true
                base.core.durable.sets = try store.reloadFences()
                next = base.core
                step = next.step(input, envelope(asOf: moment))
            }
            decided = (next, step)
            return step.changes
        }
        if let news { adopt(news, in: base) }
        if let decided { finish(decided.core, decided.step) }
        if wasDamaged { sayDamaged() }
    }

    /// Goes on with the file that the path names now. One that is not there is not made: whoever took it away may be about
    /// to put another in its place, and a start makes one in any case.
    func openAnew(after error: StoreError) throws(StoreError) {
        guard let old = store, let core else { return }
        guard case .regular(let bytes) = try StoreFile(path: location.path).status(), bytes > 0 else { throw error }
        let store = try EngineStore(at: location, now: device.clock.now().wall)
        let loaded = try store.load()
        old.close()
        self.store = store
        adopt(loaded, in: caughtUp(core, with: loaded))
        post(.store(.opened(store.opening)))
    }

    struct CaughtUp {
        var core: Core
        /// What the adapter makes of its values, where they have changed.
        var configuration: EngineConfiguration?
    }

    func caughtUp(_ core: Core, with loaded: EngineStore.Loaded) -> CaughtUp {
        let isOwn: ((key: String, value: JSONValue)) -> Bool = { !$0.key.hasPrefix("engine.") }
        var configuration: EngineConfiguration?
        if loaded.values.filter(isOwn) != values.filter(isOwn) { configuration = configure(loaded.values) }
        var next = core.caughtUp(with: loaded.durable, policy: configuration?.policy)
        if let configuration { next.use(configuration.format) }
        return CaughtUp(core: next, configuration: configuration)
    }

    /// - Parameter isNews: Whether another has committed since this engine last read or wrote.
    func adopt(_ loaded: EngineStore.Loaded, in caughtUp: CaughtUp, isNews: Bool = true) {
        core = caughtUp.core
        values = loaded.values
        if let configuration = caughtUp.configuration { transport = configuration.transport }
        tellUnreadable(loaded.losses)
        if isNews { post(.store(.caughtUp)) }
    }
}
