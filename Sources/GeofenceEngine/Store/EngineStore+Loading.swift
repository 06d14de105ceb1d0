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
        try loadPlaces(into: &durable, &losses)
        if usingSnapshot, durable.sets.contains(where: { $0.value.isDamaged }) { return try loadIgnoringDamage() }
        durable.windows = try loadWindows(&losses)
        durable.waiting = try loadWaiting(&losses)
        durable.announced = try loadAnnounced(&losses)
        losses += takeUnreadable()
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
        let rows = try loadRows("SELECT rowid, key, value FROM kv ORDER BY key", of: "kv", &losses) {
            (row) throws(StoreError) -> LoadedRow<(String, JSONValue)> in
            let number = try row.integer(0)
            let key = try? row.text(1)
            let value = (try? row.text(2)).flatMap { try? JSONValue(json: $0) }
            guard let key, let value else { return .lost("value \(key ?? "in row \(number)")") }
            return .read((key, value))
        }
        return Dictionary(rows) { first, _ in first }
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
        var lostRows: [UnreadableRow] = []
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
            let ordinal = try row.integer(0)
            lost.append("fence in row \(ordinal)")
            lostRows.append(UnreadableRow(table: "geofences", id: ordinal))
            return nil
        }
        losses += lost.filter { toldUnreadable.insert($0).inserted }
        try setAside(lostRows)
        return Dictionary(grouping: rows.compactMap { $0 }, by: \.0).mapValues { $0.map(\.1) }
    }

    private func loadStandings(_ losses: inout [String]) throws(StoreError) -> Standings {
        let rows = try loadRows("SELECT ordinal, body FROM geofence_state", of: "geofence_state", &losses) {
            (row) throws(StoreError) -> LoadedRow<(Int64, Standing)> in
            let ordinal = try row.integer(0)
            let standing = (try? row.text(1)).flatMap { try? JSONValue(json: $0) }.flatMap(Standing.init(json:))
            guard let standing else { return .lost("state of fence \(ordinal)") }
            return .read((ordinal, standing))
        }
        var standings = Standings()
        for (ordinal, standing) in rows { standings[ordinal] = standing }
        return standings
    }

    private func loadPlaces(into durable: inout Durable, _ losses: inout [String]) throws(StoreError) {
        let active = durable.sets[durable.scalars.activeSet] ?? FenceSet()
        let now = durable.clock?.newest ?? 0
        let places = try loadRows(
            """
            SELECT position, region_id, ordinal, latitude, longitude, radius, tells_first_enter, asked_at FROM regions
            ORDER BY position
            """, of: "regions", &losses
        ) { (row) throws(StoreError) -> LoadedRow<Place> in
            let ordinal: Int64?
            do throws(StoreError) {
                ordinal = try row.integerIfAny(2)
            } catch {
                return .lost("region \(try row.integer(0))")
            }
            guard let id = try? row.text(1), let tells = try? row.flag(6),
                let askedAt = try? row.integer(7),
                let center = try? Coordinate(latitude: row.real(3), longitude: row.real(4)),
                let circle = try? Circle(center: center, radius: row.real(5))
            else { return .lost("region \(try row.integer(0))") }
            let owner = ordinal.flatMap { active[ordinal: $0] }
            guard (ordinal == nil) == (owner == nil) else { return .passed }
            return .read(
                Place(
                    regionID: id, owner: owner, circle: circle, tellsFirstEnter: tells,
                    askedAt: StoredRange.time(askedAt, upTo: now), isHeld: false))
        }
        durable.places = places.filter { $0.owner != nil }
        durable.helper = places.first { $0.owner == nil }
    }

    private func loadWindows(_ losses: inout [String]) throws(StoreError) -> [WindowKey: Int64] {
        let rows = try loadRows("SELECT rowid, person, identifier, kind, spent_at FROM windows", of: "windows", &losses)
        {
            (row) throws(StoreError) -> LoadedRow<(WindowKey, Int64)> in
            guard let person = try? row.text(1), let fence = try? row.text(2), let word = try? row.text(3),
                let spent = try? row.integer(4), StoredRange.times.contains(spent)
            else { return .lost("window in row \(try row.integer(0))") }
            guard let kind = TransitionKind(rawValue: word) else { return .passed }
            return .read((WindowKey(person: person, fence: FenceID(fence), kind: kind), spent))
        }
        return Dictionary(rows) { _, last in last }
    }

    private func loadWaiting(_ losses: inout [String]) throws(StoreError) -> [Durable.Waiting] {
        let rows = try loadRows(
            "SELECT position, id, until, body FROM waiting ORDER BY position", of: "waiting", &losses
        ) { (row) throws(StoreError) -> LoadedRow<(Transition, Int64)> in
            let transition = (try? row.text(3)).flatMap { try? JSONValue(json: $0) }.flatMap(Transition.init(json:))
            guard let until = try? row.integer(2), StoredRange.times.contains(until), let transition else {
                let number = try row.integer(0)
                return .lost("waiting transition \((try? row.text(1)) ?? "in row \(number)")")
            }
            return .read((transition, until))
        }
        var waiting: [Durable.Waiting] = []
        for (transition, until) in rows {
            let records = try self.records(waitingFor: transition.id)
            waiting.append(Durable.Waiting(transition: transition, records: records, until: until))
        }
        return waiting
    }

    private func loadAnnounced(_ losses: inout [String]) throws(StoreError) -> [Announced] {
        try loadRows("SELECT position, id, body FROM announcements ORDER BY position", of: "announcements", &losses) {
            (row) throws(StoreError) -> LoadedRow<Announced> in
            let announced = (try? row.text(2)).flatMap { try? JSONValue(json: $0) }.flatMap(Announced.init(json:))
            guard let announced else {
                let number = try row.integer(0)
                return .lost("announcement \((try? row.text(1)) ?? "in row \(number)")")
            }
            return .read(announced)
        }
    }

    /// The newest lines of the journal, newest first; about one fence or about anything.
    package func journal(about fence: FenceID?, limit: Int) throws(StoreError) -> [JournalLine] {
        let filter = fence == nil ? "?1 IS NULL" : "identifier = ?1"
        return try database.query(
            "SELECT at_ms, identifier, code, text FROM journal WHERE \(filter) ORDER BY id DESC LIMIT ?2",
            [SQLValue(fence?.text), .integer(Int64(limit))]
        ) { (row) throws(StoreError) -> JournalLine? in
            // A line tells; nothing follows from it. One that cannot be read is not told, and goes when its turn comes.
            do throws(StoreError) {
                return JournalLine(
                    at: Timestamp(milliseconds: try row.integer(0)), fence: try row.textIfAny(1).map { FenceID($0) },
                    code: JournalCode(try row.text(2)), text: try row.text(3))
            } catch {
                guard case .badValue = error else { throw error }
                return nil
            }
        }.compactMap { $0 }
    }
}

extension FenceRow {
    fileprivate init(_ row: borrowing Row) throws(StoreError) {
        for column in [0, 14, 15] {
            let number = try row.integer(column)
            guard StoredRange.numbers.contains(number) else { throw row.outOfRange(column, "a number of a fence") }
        }
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
