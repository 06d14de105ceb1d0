package import LocationCore

/// The store of one engine: what it knows, in one file.
///
/// Not `Sendable`: the engine's actor owns it.
package final class EngineStore {
    /// The lines the journal keeps at least; it has some hundreds more before it is cut.
    package static let journalLimit = 2000

    package let database: Database
    /// Lines of the journal written since it was last cut to its length. The first lines of a process cut it: those
    /// before it may have ended early.
    private var linesSinceCut = EngineStore.linesBetweenCuts
    private static let linesBetweenCuts = 256
    /// How the file was found.
    package let opening: StoreOpening
    /// How far this store has followed what is written.
    var turn = Turn()
    /// The snapshot of the fences beside the database.
    let snapshotFile: SnapshotFile
    /// What could not be read since somebody last asked, by name.
    var unreadable: [String] = []
    /// What has been told already.
    var toldUnreadable: Set<String> = []
    var tracking = SnapshotTracking()

    /// Opens or creates the file, sets it aside if it cannot be used.
    ///
    /// - Throws: ``StoreError/notReadableYet(file:)`` for a file that a locked device keeps, and what cannot be mended.
    package init(at location: StoreLocation, now: Timestamp) throws(StoreError) {
        if let failure = location.faults?.beforeOpening() {
            throw failure.error(file: StoreFile(path: location.path), waited: 0)
        }
        let opener = Self.opener(at: location)
        let opened = try opener.open(at: now)
        database = opened.database
        opening = opened.opening
        snapshotFile = SnapshotFile(beside: opener.file, location)
        turn.writes = try writes()
    }

    /// Sets a file that turned out damaged while in use aside and starts a new one.
    package init(replacing damaged: consuming EngineStore, at location: StoreLocation, detail: String, now: Timestamp)
        throws(StoreError)
    {
        damaged.database.closeKeepingLog()
        let opener = Self.opener(at: location)
        let opened = try opener.startOver(.corrupt(detail: detail), at: now)
        database = opened.database
        opening = opened.opening
        snapshotFile = SnapshotFile(beside: opener.file, location)
        turn.writes = try writes()
    }

    /// Sets a file aside that can be opened and, twice in a row, not be read, and starts a new one.
    package init(insteadOfUnreadableAt location: StoreLocation, detail: String, now: Timestamp) throws(StoreError) {
        let opener = Self.opener(at: location)
        let opened = try opener.startOver(.corrupt(detail: detail), at: now)
        database = opened.database
        opening = opened.opening
        snapshotFile = SnapshotFile(beside: opener.file, location)
        turn.writes = try writes()
    }

    private static func opener(at location: StoreLocation) -> StoreOpener {
        var options = StoreOpener.Options()
        options.connection.medium = location.survivesPowerLoss ? .device : .process
        options.connection.faults = location.faults
        options.verify = EngineSchema.verification
        options.setsAsideFailedMigrations = true
        return StoreOpener(path: location.path, schema: EngineSchema.schema, options: options)
    }

    package func close() { database.close() }

    /// Writes everything that one input changed, or nothing of it.
    ///
    /// - Throws: ``StoreError/overtaken(file:)`` when another writer has committed since this store last read the file,
    ///   ``StoreError/moved(file:)`` when the path names another file by now; either way nothing was written.
    package func commit(_ changes: [Change], isPrecious: Bool) throws(StoreError) {
        guard !changes.isEmpty else { return }
        let changes = changes.withoutOvertaken
        try database.transaction(isPrecious ? .full : .normal) { () throws(StoreError) in
            guard try isCurrent() else { throw .overtaken(file: database.file.name) }
            try noteFenceChanges(changes)
            try write(changes)
            try putWrites(Self.after(turn.writes))
        }
        endTracking()
        try endTurn(Self.after(turn.writes))
        noteLines(of: changes)
    }

    /// Writes changes in their order, inside a transaction.
    func write(_ changes: [Change]) throws(StoreError) {
        var index = changes.startIndex
        while index < changes.endIndex {
            if case .putFence = changes[index] {
                let rest = changes[index...]
                let run = rest.prefix { if case .putFence = $0 { true } else { false } }
                try putFences(run)
                index = run.endIndex
                continue
            }
            try write(changes[index])
            index += 1
        }
        let lines = changes.journalLines
        if lines > 0, linesSinceCut + lines > Self.linesBetweenCuts { try cutJournal() }
    }

    /// Counts lines that have been committed.
    func noteLines(of changes: [Change]) {
        let lines = changes.journalLines
        guard lines > 0 else { return }
        linesSinceCut = linesSinceCut + lines > Self.linesBetweenCuts ? 0 : linesSinceCut + lines
    }

    /// Whether ``rest()`` has something to do.
    package var wantsRest: Bool { database.logPages >= Database.worthFolding || database.wantsReserve }

    /// To be called when nobody waits: folds the log into the file if it is worth it, and makes room for a new one.
    ///
    /// Nothing is lost when that fails or the process ends in the middle of it.
    package func rest() {
        guard wantsRest else { return }
        if database.wantsReserve { try? database.reserveLog() }
        try? database.foldLog()
        try? database.beginLog()
    }

    private func cutJournal() throws(StoreError) {
        try database.execute(
            "DELETE FROM journal WHERE id <= (SELECT max(id) FROM journal) - ?", [.integer(Int64(Self.journalLimit))])
    }

    /// Keeps the nearest of a fence's day. The text begins with the meters.
    private func putApproach(_ line: JournalLine) throws(StoreError) {
        let day = line.at.day * 86_400_000
        let same = "identifier = ?1 AND code = ?2 AND at_ms >= ?3 AND at_ms < ?3 + 86400000"
        let values: [SQLValue] = [
            SQLValue(line.fence?.text), .text(line.code.rawValue), .integer(day), .integer(line.at.milliseconds),
            .text(line.text),
        ]
        try database.execute(
            "DELETE FROM journal WHERE \(same) AND CAST(text AS REAL) > CAST(?5 AS REAL)", values)
        try database.execute(
            "INSERT INTO journal (at_ms, identifier, code, text) SELECT ?4, ?1, ?2, ?5 "
                + "WHERE NOT EXISTS (SELECT 1 FROM journal WHERE \(same))", values)
    }

    private func write(_ change: Change) throws(StoreError) {
        switch change {
        case .putFence: try putFences([change])
        case .removeFence(let ordinal):
            try database.execute("DELETE FROM geofences WHERE ordinal = ?", [.integer(ordinal)])
        case .removeFences(let set): try database.execute("DELETE FROM geofences WHERE set_name = ?", [.text(set)])
        case .standing(let ordinal, let standing): try putStanding(standing, ordinal)
        case .clearStandings: try database.execute("DELETE FROM geofence_state")
        case .places(let places): try putPlaces(places)
        case .helper(let helper): try putHelper(helper)
        case .window(let key, let steady): try putWindow(key, steady)
        case .clearWindows: try database.execute("DELETE FROM windows")
        case .append, .complete, .removeRecord, .removeRecords, .refused, .trimRecords:
            try writeRecord(change)
        case .waiting(let waiting): try putWaiting(waiting)
        case .waited(let id): try database.execute("DELETE FROM waiting WHERE id = ?", [.text(id)])
        case .announce(let announced):
            try database.execute(
                "INSERT OR REPLACE INTO announcements (id, body) VALUES (?, ?)",
                [.text(announced.id), .text(announced.json.text)])
        case .told(let ids):
            for id in ids { try database.execute("DELETE FROM announcements WHERE id = ?", [.text(id)]) }
        case .value(let key, let value): try putValue(key, value)
        case .beginSnapshot, .endSnapshot, .dropSnapshot: try writeSnapshot(change)
        case .approach(let line): try putApproach(line)
        case .journal(let line):
            try database.execute(
                "INSERT INTO journal (at_ms, identifier, code, text) VALUES (?, ?, ?, ?)",
                [
                    .integer(line.at.milliseconds), SQLValue(line.fence?.text), .text(line.code.rawValue),
                    .text(line.text),
                ])
        }
    }
}

extension [Change] {
    /// Without single values and sides that a later change of the same commit gives anew: where inputs share a commit
    /// most of them do.
    fileprivate var withoutOvertaken: [Change] {
        guard count > 8 else { return self }
        var keys: Set<String> = []
        var ordinals: Set<Int64> = []
        let kept = reversed().filter { change in
            switch change {
            case .value(let key, _): keys.insert(key).inserted
            case .standing(let ordinal, _): ordinals.insert(ordinal).inserted
            default: true
            }
        }
        return kept.count == count ? self : kept.reversed()
    }
}

extension EngineStore {
    /// Writes fences that come one after another with one statement: there may be tens of thousands.
    private func putFences(_ changes: ArraySlice<Change>) throws(StoreError) {
        try database.execute(
            """
            INSERT OR REPLACE INTO geofences (ordinal, set_name, identifier, latitude, longitude, radius, notify_on_entry,
                notify_on_exit, notify_on_dwell, loitering_delay, shape, geosets, notice, attributes, revision,
                shape_revision)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, each: changes
        ) { (change) throws(StoreError) in
            guard case .putFence(let set, let stored) = change else { preconditionFailure("only fences come here") }
            let row = FenceRow(stored)
            let circle = stored.enclosing
            return [
                .integer(row.ordinal), .text(set), .text(row.id), .real(circle.center.latitude),
                .real(circle.center.longitude), .real(circle.radius),
                .flag(row.reports.contains(TransitionKinds.enter)), .flag(row.reports.contains(TransitionKinds.exit)),
                .flag(row.reports.contains(TransitionKinds.dwell)), .integer(row.dwellDelay), SQLValue(row.shape),
                SQLValue(row.geosets), SQLValue(row.notice), SQLValue(row.attributes), .integer(row.revision),
                .integer(row.shapeRevision),
            ]
        }
    }

    private func putStanding(_ standing: Standing?, _ ordinal: Int64) throws(StoreError) {
        guard let standing else {
            try database.execute("DELETE FROM geofence_state WHERE ordinal = ?", [.integer(ordinal)])
            return
        }
        try database.execute(
            """
            INSERT INTO geofence_state (ordinal, state, body) VALUES (?, ?, ?)
            ON CONFLICT (ordinal) DO UPDATE SET state = excluded.state, body = excluded.body
            """,
            [.integer(ordinal), .text(standing.side.rawValue), .text(standing.json.text)])
    }

    private func putPlaces(_ places: [Place]) throws(StoreError) {
        try database.execute("DELETE FROM regions WHERE ordinal IS NOT NULL")
        for (index, place) in places.enumerated() { try putPlace(place, at: index + 1) }
    }

    private func putHelper(_ helper: Place?) throws(StoreError) {
        try database.execute("DELETE FROM regions WHERE ordinal IS NULL")
        if let helper { try putPlace(helper, at: 0) }
    }

    private func putPlace(_ place: Place, at position: Int) throws(StoreError) {
        try database.execute(
            """
            INSERT OR REPLACE INTO regions (position, region_id, ordinal, latitude, longitude, radius, tells_first_enter,
                asked_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .integer(Int64(position)), .text(place.regionID), SQLValue(place.owner?.ordinal),
                .real(place.circle.center.latitude), .real(place.circle.center.longitude), .real(place.circle.radius),
                .flag(place.tellsFirstEnter), .integer(place.askedAt),
            ])
    }

    private func putWindow(_ key: WindowKey, _ steady: Int64?) throws(StoreError) {
        let parts: [SQLValue] = [.text(key.person), .text(key.fence.text), .text(key.kind.rawValue)]
        guard let steady else {
            try database.execute("DELETE FROM windows WHERE person = ? AND identifier = ? AND kind = ?", parts)
            return
        }
        try database.execute(
            "INSERT OR REPLACE INTO windows (person, identifier, kind, spent_at) VALUES (?, ?, ?, ?)",
            parts + [.integer(steady)])
    }

    private func putWaiting(_ waiting: Durable.Waiting) throws(StoreError) {
        try database.execute(
            "INSERT OR REPLACE INTO waiting (id, until, body) VALUES (?, ?, ?)",
            [.text(waiting.transition.id), .integer(waiting.until), .text(waiting.transition.json.text)])
    }

    private func putValue(_ key: String, _ value: JSONValue?) throws(StoreError) {
        guard let value else {
            try database.execute("DELETE FROM kv WHERE key = ?", [.text(key)])
            return
        }
        // In place: replacing would give the row another number, and so change the index of keys as well.
        try database.execute(
            "INSERT INTO kv (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            [.text(key), .text(value.text)])
    }
}

extension [Change] {
    fileprivate var journalLines: Int {
        count {
            switch $0 {
            case .journal, .approach: true
            default: false
            }
        }
    }
}
