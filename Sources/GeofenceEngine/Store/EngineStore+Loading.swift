package import LocationCore

/// Reading back what was kept. A row that cannot be read costs itself and is reported.
extension EngineStore {
    package struct Loaded {
        package let durable: Durable
        package let values: [String: JSONValue]
        /// Which rows could not be read.
        package let losses: [String]
    }

    package func load() throws(StoreError) -> Loaded {
        var losses: [String] = []
        let values = try loadValues(&losses)
        var durable = Durable()
        durable.scalars = Durable.Scalars(values: values)
        durable.clock = values[Durable.clockKey].flatMap(SteadyClock.init(json:))
        durable.sets = try loadFences(&losses)
        let highest = durable.sets.values.compactMap { $0.fences.last?.ordinal }.max() ?? 0
        durable.scalars.nextOrdinal = max(durable.scalars.nextOrdinal, highest + 1)
        durable.standings = try loadStandings(&losses)
        try loadPlaces(into: &durable)
        durable.windows = try loadWindows()
        durable.waiting = try loadWaiting(&losses)
        durable.announced = try loadAnnounced(&losses)
        return Loaded(durable: durable, values: values, losses: losses)
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

    private func loadFences(_ losses: inout [String]) throws(StoreError) -> [String: FenceSet] {
        var lost: [String] = []
        let rows = try database.query(
            """
            SELECT ordinal, set_name, identifier, latitude, longitude, radius, notify_on_entry, notify_on_exit,
                notify_on_dwell, loitering_delay, shape, geosets, notice, attributes, revision, shape_revision
            FROM geofences ORDER BY ordinal
            """
        ) { (row) throws(StoreError) -> (String, StoredFence)? in
            do throws(StoreError) {
                if let stored = try Self.fence(row) { return (try row.text(1), stored) }
            } catch {
                // A row of the wrong kind costs itself; what is wrong with the file as a whole is thrown.
                guard case .badValue = error else { throw error }
            }
            lost.append("fence in row \((try? row.integer(0)) ?? 0)")
            return nil
        }
        losses += lost
        return Dictionary(grouping: rows.compactMap { $0 }, by: \.0).mapValues { FenceSet($0.map(\.1)) }
    }

    private static func fence(_ row: borrowing Row) throws(StoreError) -> StoredFence? {
        let shape: FenceShape?
        if let text = try row.textIfAny(10) {
            shape = (try? JSONValue(json: text)).flatMap { try? FenceShape(json: $0) }
        } else {
            let center = try? Coordinate(latitude: row.real(3), longitude: row.real(4))
            let radius = try row.real(5)
            shape = center.flatMap { try? Circle(center: $0, radius: radius) }.map { .circle($0) }
        }
        guard let shape else { return nil }
        var reports: TransitionKinds = []
        if try row.flag(6) { reports.insert(.enter) }
        if try row.flag(7) { reports.insert(.exit) }
        if try row.flag(8) { reports.insert(.dwell) }
        let json: (String?) -> JSONValue?? = { text in text.map { try? JSONValue(json: $0) } }
        // A column that is there but cannot be read makes the fence another than was defined.
        guard let attributes = try json(row.textIfAny(13)) ?? .some(.null),
            let geosets = try json(row.textIfAny(11)) ?? .some(.null),
            let notice = try json(row.textIfAny(12)) ?? .some(.null)
        else { return nil }
        return StoredFence(
            fence: Fence(
                id: FenceID(try row.text(2)), shape: shape, watchedCircle: try watchedCircle(row, shape),
                reports: reports, dwellDelay: try row.integer(9),
                geosets: geosets.arrayValue?.compactMap(\.stringValue) ?? [], notice: Notice(json: notice),
                attributes: attributes),
            ordinal: try row.integer(0), revision: Int(truncatingIfNeeded: try row.integer(14)),
            shapeRevision: Int(truncatingIfNeeded: try row.integer(15)))
    }

    /// The registered circle of a polygon stands in the columns of a circle.
    private static func watchedCircle(_ row: borrowing Row, _ shape: FenceShape) throws(StoreError) -> Circle? {
        guard !shape.isCircle, let center = try? Coordinate(latitude: row.real(3), longitude: row.real(4)) else {
            return nil
        }
        let radius = try row.real(5)
        return try? Circle(center: center, radius: radius)
    }

    private func loadStandings(_ losses: inout [String]) throws(StoreError) -> [Int64: Standing] {
        let rows = try database.query("SELECT ordinal, body FROM geofence_state") { (row) throws(StoreError) in
            (try row.integer(0), (try? JSONValue(json: row.text(1))).flatMap(Standing.init(json:)))
        }
        var standings: [Int64: Standing] = [:]
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
