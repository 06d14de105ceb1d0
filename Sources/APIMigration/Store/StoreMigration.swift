import BeekonAdapter
import CIOAdapter
import GeofenceEngine
public import LocationCore

/// An installed app's switch from one style to another.
///
/// Run it at every start of the process, before either adapter is started: it makes the switch once, and goes on where a
/// killed process left it. The new store is written under another name and takes its place in one step; only then is the
/// old one emptied, down to its outbox, which ``RetiringOutbox`` delivers. A copy of the old store stays until
/// ``confirm()``, and until then ``revert(at:)`` goes back.
public struct StoreMigration: Sendable {
    /// What is left.
    public let old: InstalledStyle
    /// What takes over.
    public let new: InstalledStyle
    /// Asked before each step that changes a file; `false` ends the simulated process there. For tests.
    package var goesOn: (@Sendable (Step) -> Bool)?

    /// A step that changes a file.
    package enum Step: String, Hashable, Sendable, CaseIterable {
        case clearing = "clearing what an earlier attempt left"
        case writing = "writing the new store aside"
        case publishing = "giving the new store its name"
        case copying = "copying the old store"
        case keeping = "giving the copy its name"
        case retiring = "emptying the old store"
        case restoring = "writing the old store anew"
        case returning = "giving the old store its name back"
        case dismissing = "emptying the new store"
        case forgetting = "removing the copy"
    }

    /// How far a switch has come.
    package enum Stage: Hashable, Sendable {
        case nothingInstalled
        case notBegun
        /// The new store is in its place and in use, the old one as it was.
        case published
        /// The old store holds its outbox alone, or is gone.
        case switched
        /// The old store is back, the new one as it was.
        case returned
    }

    /// Names the two styles.
    public init(from old: InstalledStyle, to new: InstalledStyle) {
        self.old = old
        self.new = new
    }

    /// Makes the switch, or what is left of it.
    ///
    /// - Parameter now: Civil time, for what is told to the app later.
    /// - Throws: ``StoreMigrationError``; nothing is half-done that the next call does not end.
    public func run(at now: Timestamp) throws(StoreMigrationError) -> StoreMigrationOutcome {
        let stage = try stage(at: now)
        switch stage {
        case .nothingInstalled: return .nothingInstalled
        case .switched: return .switchedBefore
        case .returned: throw .revertBegun
        case .notBegun, .published:
            let conversion = try convert(at: now)
            // One that nobody has worked with yet is written anew: the old style may have been in use since.
            if stage == .notBegun { try publish(conversion, at: now) }
            try keepCopy()
            try retire(old, to: new.style, at: now)
            return .switched(conversion.report)
        }
    }

    /// Ends the time in which ``revert(at:)`` is possible: the copy of the old store is removed. Adapters may be running.
    ///
    /// - Throws: ``StoreMigrationError``; nothing happens before the switch is made.
    public func confirm(at now: Timestamp) throws(StoreMigrationError) {
        guard try stage(at: now, whileOpen: true) == .switched else { return }
        try forgetCopy()
    }
}

extension StoreMigration {
    /// The copy of the old store, as it was before the switch.
    var copy: StoreFile { StoreFile(path: "\(old.store.path).before-\(new.style.rawValue)") }

    var isCopyThere: Bool {
        get throws(StoreMigrationError) {
            try perform { () throws(StoreError) in try copy.status() } != .missing
        }
    }

    func forgetCopy() throws(StoreMigrationError) {
        try step(.forgetting)
        try perform { () throws(StoreError) in try copy.remove() }
    }

    /// Where a store is written before it takes its place.
    func aside(_ style: InstalledStyle) -> StoreFile { StoreFile(path: "\(style.store.path).incoming") }

    func step(_ step: Step) throws(StoreMigrationError) {
        if let goesOn, !goesOn(step) { throw .interrupted(before: step.rawValue) }
    }

    func perform<Value>(_ body: () throws(StoreError) -> Value) throws(StoreMigrationError) -> Value {
        do throws(StoreError) {
            return try body()
        } catch {
            throw .store(error)
        }
    }

    /// Opens a store for as long as `body` takes. Afterwards it has no log, or somebody else has it open.
    func using<Value>(
        _ location: StoreLocation, at now: Timestamp, whileOpen: Bool = false,
        _ body: (EngineStore) throws(StoreError) -> Value
    ) throws(StoreMigrationError) -> Value {
        let value = try perform { () throws(StoreError) in
            let store = try EngineStore(at: location, now: now)
            defer { store.close() }
            return try body(store)
        }
        let file = StoreFile(path: location.path)
        guard !whileOpen else { return value }
        guard try !perform({ () throws(StoreError) in try file.hasLog }) else { throw .open(file: file.name) }
        return value
    }

    func stage(at now: Timestamp, whileOpen: Bool = false) throws(StoreMigrationError) -> Stage {
        guard old.style != new.style else { throw .sameStyle(old.style) }
        let before = try contents(of: old, at: now, whileOpen) { .oldUnusable(file: $0, $1) }
        guard let after = try contents(of: new, at: now, whileOpen, { .newUnusable(file: $0, $1) }) else {
            guard let before else { return .nothingInstalled }
            guard before.mark(StoreMark.to) == nil else {
                throw .newLost(file: StoreFile(path: new.store.path).name)
            }
            return .notBegun
        }
        let name = StoreFile(path: new.store.path).name
        if after.mark(StoreMark.to) != nil {
            guard after.records == 0 else { throw .newStillRetiring(file: name, records: after.records) }
            return before == nil ? .nothingInstalled : .notBegun
        }
        if after.mark(StoreMark.from) == old.style {
            guard let before, before.mark(StoreMark.to) != new.style else { return .switched }
            if before.mark(StoreMark.back) == new.style { return .returned }
            return after.isUntouched ? .notBegun : .published
        }
        guard before != nil else { return .nothingInstalled }
        throw .newInUse(file: name, fences: after.fences, records: after.records)
    }

    private struct Contents {
        let values: [String: JSONValue]
        let fences: Int
        let records: Int
        let hasJournal: Bool

        /// Whether no adapter has written to it since the switch made it.
        var isUntouched: Bool {
            records == 0 && !hasJournal && values.keys.allSatisfy { $0.hasPrefix("engine.") || $0 == StoreMark.from }
        }

        func mark(_ key: String) -> APIStyle? { StoreMark.style(key, in: values) }
    }

    private func contents(
        of style: InstalledStyle, at now: Timestamp, _ whileOpen: Bool,
        _ unusable: (String, StoreOpening.Reason) -> StoreMigrationError
    ) throws(StoreMigrationError) -> Contents? {
        switch try perform({ () throws(StoreError) in try EngineStore.condition(at: style.store) }) {
        case .missing: return nil
        case .unusable(let reason): throw unusable(StoreFile(path: style.store.path).name, reason)
        case .sound:
            return try using(style.store, at: now, whileOpen: whileOpen) { (store) throws(StoreError) in
                Contents(
                    values: try store.values(), fences: try store.fenceCount(), records: try store.count(),
                    hasJournal: try !store.journal(about: nil, limit: 1).isEmpty)
            }
        }
    }

    private func convert(at now: Timestamp) throws(StoreMigrationError) -> StoreConversion {
        try using(old.store, at: now) { (store) throws(StoreError) in
            let loaded = try store.load()
            return StoreConversion(
                loaded, records: try store.count() + waitingEvents(loaded.values), from: old.style, to: new.style,
                at: now)
        }
    }

    private func waitingEvents(_ values: [String: JSONValue]) -> Int {
        old.style == .customerio ? CIOStore.waitingEvents(values) : 0
    }

    private func publish(_ conversion: StoreConversion, at now: Timestamp) throws(StoreMigrationError) {
        try step(.clearing)
        let file = aside(new)
        try perform { () throws(StoreError) in
            try file.remove()
            // Of an earlier switch that was taken back.
            try copy.remove()
        }
        try using(old.store, at: now) { (store) throws(StoreError) in
            guard try store.values()[StoreMark.back] != nil else { return }
            try store.commit([.value(StoreMark.back, nil)], isPrecious: true)
        }
        try step(.writing)
        let mark = Change.value(StoreMark.from, .string(old.style.rawValue))
        try using(new.store.moved(to: file.path), at: now) { (store) throws(StoreError) in
            try store.commit(conversion.changes + [mark], isPrecious: true)
        }
        try step(.publishing)
        try perform { () throws(StoreError) in try file.replace(StoreFile(path: new.store.path)) }
    }

    private func keepCopy() throws(StoreMigrationError) {
        guard try !isCopyThere else { return }
        try step(.copying)
        let file = aside(old)
        try perform { () throws(StoreError) in
            try file.remove()
            try StoreFile(path: old.store.path).copy(to: file)
        }
        try step(.keeping)
        try perform { () throws(StoreError) in try file.replace(copy) }
    }

    /// Leaves a store nothing but its outbox: no fence, no region, nobody to ask for more.
    func retire(
        _ style: InstalledStyle, to successor: APIStyle, at now: Timestamp
    ) throws(StoreMigrationError) {
        try step(style.style == old.style ? .retiring : .dismissing)
        try using(style.store, at: now) { (store) throws(StoreError) in
            let loaded = try store.load()
            try store.commit(Self.retirement(of: loaded, style.style, to: successor), isPrecious: true)
        }
    }

    private static func retirement(of loaded: EngineStore.Loaded, _ style: APIStyle, to successor: APIStyle)
        -> [Change]
    {
        var changes: [Change] = loaded.durable.sets.keys.sorted().map { .removeFences(set: $0) }
        changes += [.clearStandings, .places([]), .helper(nil), .clearWindows]
        changes.append(.told(loaded.durable.announced.map(\.id)))
        var values: [String: JSONValue?] = [
            "engine.isTracking": false, "engine.session": nil, "engine.person": nil, "engine.anchor": nil,
            "engine.hasSlice": false, StoreMark.to: .string(successor.rawValue), StoreMark.from: nil,
            StoreMark.back: nil, StoreMark.released: nil,
            StoreMark.regions: FormerRegions(loaded.durable.places).json,
        ]
        switch style {
        case .bgeo: break
        case .beekon: values.merge(BeekonStore.asleep) { _, new in new }
        case .customerio: values.merge(CIOStore.asleep(loaded.values)) { _, new in new }
        }
        return changes + values.sorted { $0.key < $1.key }.map { .value($0.key, $0.value) }
    }
}

extension StoreLocation {
    /// The same store under another name.
    func moved(to path: String) -> StoreLocation {
        var location = StoreLocation(path: path, survivesPowerLoss: survivesPowerLoss)
        location.faults = faults
        return location
    }
}

/// Switches an installed app from one style to another: ``StoreMigration/run(at:)`` in one call.
///
/// - Throws: ``StoreMigrationError``.
public func migrateStore(
    from old: InstalledStyle, to new: InstalledStyle, at now: Timestamp
) throws(StoreMigrationError) -> StoreMigrationOutcome {
    try StoreMigration(from: old, to: new).run(at: now)
}
