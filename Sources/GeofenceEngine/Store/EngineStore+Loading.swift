package import LocationCore

/// Reading back what was kept. A row that cannot be read costs itself and is reported.
extension EngineStore {
    package struct Loaded {
        package let durable: Durable
        package let values: [String: JSONValue]
        /// Which rows could not be read.
        package let losses: [String]
        /// Whether a snapshot stands for the rows of fences.
        package let snapshot: SnapshotUse
    }

    /// Reads everything.
    ///
    /// - Parameter usingSnapshot: Whether fences may be left in a snapshot until they are asked for. Whoever says so looks
    ///   afterwards whether they could be read: see ``FenceSet``.
    package func load(usingSnapshot: Bool = false) throws(StoreError) -> Loaded {
        var losses: [String] = []
        let values = try loadValues(&losses)
        var durable = Durable()
        durable.scalars = Durable.Scalars(values: values)
        durable.clock = values[Durable.clockKey].flatMap(SteadyClock.init(json:))
        let use: SnapshotUse
        (durable.sets, use) = try loadFences(usingSnapshot, &losses)
        let highest = durable.sets.values.map(\.lastOrdinal).max() ?? 0
        durable.scalars.nextOrdinal = max(durable.scalars.nextOrdinal, highest + 1)
        durable.standings = try loadStandings(&losses)
        try loadPlaces(into: &durable)
        if usingSnapshot, durable.sets.contains(where: { $0.value.isDamaged }) { return try loadIgnoringDamage() }
        durable.windows = try loadWindows()
        durable.waiting = try loadWaiting(&losses)
        durable.announced = try loadAnnounced(&losses)
        return Loaded(durable: durable, values: values, losses: losses, snapshot: use)
    }

    private func loadIgnoringDamage() throws(StoreError) -> Loaded {
        let loaded = try load()
        tracking.isDoubtful = true
        return Loaded(
            durable: loaded.durable, values: loaded.values, losses: loaded.losses,
            snapshot: .ignored(.damaged("fences that are watched")))
    }

    private func loadValues(_ losses: inout [String]) throws(StoreError) -> [String: JSONValue] {
        let rows = try database.query("SELECT key, value FROM kv ORDER BY key") { (row) throws(StoreError) in
            (try row.text(0), try? JSONValue(json: row.text(1)))
        }
        var values: [String: JSONValue] = [:]
        for (key, value) in rows {
            if let value { values[key] = value } else { losses.append("value \(key)") }
        }
        return values
    }

    private func loadFences(
        _ usingSnapshot: Bool, _ losses: inout [String]
    ) throws(StoreError) -> ([String: FenceSet], SnapshotUse) {
        var (snapshot, use) = try openSnapshot()
        if !usingSnapshot { (snapshot, use) = (nil, .none) }
        var lost: [String] = []
        var sets: [String: FenceSet]?
        if let snapshot {
            sets = try loadFences(from: snapshot, &lost)
            if sets == nil {
                tracking.isDoubtful = true
                use = .ignored(.damaged("its fences"))
                lost = []
            }
        }
        let loaded: [String: FenceSet]
        if let sets { loaded = sets } else { loaded = try loadFences(where: "1", [], &lost).mapValues { FenceSet($0) } }
        tracking.hasLosses = !lost.isEmpty
        losses += lost
        return (loaded, use)
    }

    /// Fences by set, in stored order.
    func loadFences(
        where condition: String, _ values: [SQLValue], _ losses: inout [String]
    ) throws(StoreError) -> [String: [StoredFence]] {
        var lost: [String] = []
        let rows = try database.query(
            """
            SELECT ordinal, set_name, identifier, latitude, longitude, radius, notify_on_entry, notify_on_exit,
                notify_on_dwell, loitering_delay, shape, geosets, notice, attributes, revision, shape_revision
            FROM geofences WHERE \(condition) ORDER BY ordinal
            """, values
        ) { (row) throws(StoreError) -> (String, StoredFence)? in
            do throws(StoreError) {
                if let stored = try FenceRow(row).stored { return (try row.text(1), stored) }
            } catch {
                // A row of the wrong kind costs itself; what is wrong with the file as a whole is thrown.
                guard case .badValue = error else { throw error }
            }
            lost.append("fence in row \((try? row.integer(0)) ?? 0)")
            return nil
        }
        losses += lost
        return Dictionary(grouping: rows.compactMap { $0 }, by: \.0).mapValues { $0.map(\.1) }
    }

    private func loadStandings(_ losses: inout [String]) throws(StoreError) -> Standings {
        let rows = try database.query("SELECT ordinal, body FROM geofence_state") { (row) throws(StoreError) in
            (try row.integer(0), (try? JSONValue(json: row.text(1))).flatMap(Standing.init(json:)))
        }
        var standings = Standings()
        for (ordinal, standing) in rows {
            if let standing { standings[ordinal] = standing } else { losses.append("state of fence \(ordinal)") }
        }
        return standings
    }

    private func loadPlaces(into durable: inout Durable) throws(StoreError) {
        let active = durable.sets[durable.scalars.activeSet] ?? FenceSet()
        let rows = try database.query(
            """
            SELECT region_id, ordinal, latitude, longitude, radius, tells_first_enter, asked_at FROM regions ORDER BY position
            """
        ) { (row) throws(StoreError) -> Place? in
            let ordinal = try row.integerIfAny(1)
            let owner = ordinal.flatMap { active[ordinal: $0] }
            guard let center = try? Coordinate(latitude: row.real(2), longitude: row.real(3)),
                let circle = try? Circle(center: center, radius: row.real(4)), (ordinal == nil) == (owner == nil)
            else { return nil }
            return Place(
                regionID: try row.text(0), owner: owner, circle: circle, tellsFirstEnter: try row.flag(5),
                askedAt: try row.integer(6), isHeld: false)
        }
        let places = rows.compactMap { $0 }
        durable.places = places.filter { $0.owner != nil }
        durable.helper = places.first { $0.owner == nil }
    }

    private func loadWindows() throws(StoreError) -> [WindowKey: Int64] {
        let rows = try database.query("SELECT person, identifier, kind, spent_at FROM windows") {
            (row) throws(StoreError) -> (WindowKey, Int64)? in
            guard let kind = TransitionKind(rawValue: try row.text(2)) else { return nil }
            return (
                WindowKey(person: try row.text(0), fence: FenceID(try row.text(1)), kind: kind), try row.integer(3)
            )
        }
        return Dictionary(rows.compactMap { $0 }) { _, last in last }
    }

    private func loadWaiting(_ losses: inout [String]) throws(StoreError) -> [Durable.Waiting] {
        let rows = try database.query("SELECT id, until, body FROM waiting ORDER BY position") {
            (row) throws(StoreError) in
            (try row.text(0), try row.integer(1), (try? JSONValue(json: row.text(2))).flatMap(Transition.init(json:)))
        }
        var waiting: [Durable.Waiting] = []
        for (id, until, transition) in rows {
            guard let transition else {
                losses.append("waiting transition \(id)")
                continue
            }
            let records = try self.records(waitingFor: id)
            waiting.append(Durable.Waiting(transition: transition, records: records, until: until))
        }
        return waiting
    }

    private func loadAnnounced(_ losses: inout [String]) throws(StoreError) -> [Announced] {
        let rows = try database.query("SELECT id, body FROM announcements ORDER BY position") {
            (row) throws(StoreError) in
            (try row.text(0), (try? JSONValue(json: row.text(1))).flatMap(Announced.init(json:)))
        }
        var announced: [Announced] = []
        for (id, found) in rows {
            if let found { announced.append(found) } else { losses.append("announcement \(id)") }
        }
        return announced
    }

    /// The newest lines of the journal, newest first; about one fence or about anything.
    package func journal(about fence: FenceID?, limit: Int) throws(StoreError) -> [JournalLine] {
        let filter = fence == nil ? "?1 IS NULL" : "identifier = ?1"
        return try database.query(
            "SELECT at_ms, identifier, code, text FROM journal WHERE \(filter) ORDER BY id DESC LIMIT ?2",
            [SQLValue(fence?.text), .integer(Int64(limit))]
        ) { (row) throws(StoreError) in
            JournalLine(
                at: Timestamp(milliseconds: try row.integer(0)), fence: try row.textIfAny(1).map { FenceID($0) },
                code: JournalCode(try row.text(2)), text: try row.text(3))
        }
    }
}

extension FenceRow {
    fileprivate init(_ row: borrowing Row) throws(StoreError) {
        var reports: TransitionKinds = []
        if try row.flag(6) { reports.insert(.enter) }
        if try row.flag(7) { reports.insert(.exit) }
        if try row.flag(8) { reports.insert(.dwell) }
        self.init(
            ordinal: try row.integer(0), id: try row.text(2),
            center: try? Coordinate(latitude: row.real(3), longitude: row.real(4)), radius: try row.real(5),
            reports: reports, dwellDelay: try row.integer(9), shape: try row.textIfAny(10),
            geosets: try row.textIfAny(11), notice: try row.textIfAny(12), attributes: try row.textIfAny(13),
            revision: try row.integer(14), shapeRevision: try row.integer(15))
    }
}
