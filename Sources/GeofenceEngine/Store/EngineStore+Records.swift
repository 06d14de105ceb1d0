package import LocationCore

/// The outbox on disk.
extension EngineStore {
    func writeRecord(_ change: Change) throws(StoreError) {
        switch change {
        case .append(let record): try append(record)
        case .complete(let record):
            try database.execute(
                "UPDATE locations SET body = ?, companion = ?, is_waiting = ? WHERE uuid = ?",
                [.text(record.body.text), SQLValue(record.companion), .flag(record.isWaiting), .text(record.id)])
        case .removeRecord(let id): try database.execute("DELETE FROM locations WHERE uuid = ?", [.text(id)])
        case .removeRecords(.all): try database.execute("DELETE FROM locations")
        case .removeRecords(.kind(let kind)):
            try database.execute("DELETE FROM locations WHERE kind = ?", [.text(kind.rawValue)])
        case .removeRecords(.id(let id)): try database.execute("DELETE FROM locations WHERE uuid = ?", [.text(id)])
        case .refused(let id, let refusals, let isParked):
            try database.execute(
                "UPDATE locations SET attempts = ?, is_parked = ? WHERE uuid = ?",
                [.integer(Int64(refusals)), .flag(isParked), .text(id)])
        case .trimRecords(let most, let before): try trim(most: most, before: before)
        default: preconditionFailure("only changes of records come here")
        }
    }

    /// A record whose identifier waits already is the same record. (BGEO-125)
    private func append(_ record: Record) throws(StoreError) {
        try database.execute(
            """
            INSERT INTO locations (uuid, recorded_at_ms, kind, event, identifier, transition_id, companion, person, session,
                body, attempts, is_parked, is_waiting)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (uuid) DO NOTHING
            """,
            [
                .text(record.id), .integer(record.at.milliseconds), .text(record.kind.rawValue),
                record.kind == .transition ? .text("geofence") : .null, SQLValue(record.fence?.text),
                SQLValue(record.transition), SQLValue(record.companion), SQLValue(record.person),
                SQLValue(record.session), .text(record.body.text), .integer(Int64(record.refusals)),
                .flag(record.isParked), .flag(record.isWaiting),
            ])
    }

    private func trim(most: Int?, before: Timestamp?) throws(StoreError) {
        if let before {
            try database.execute(
                "DELETE FROM locations WHERE recorded_at_ms < ?", [.integer(before.milliseconds)])
        }
        guard let most, try mayExceed(most) else { return }
        try database.execute(
            """
            DELETE FROM locations WHERE is_parked = 0 AND id <= (
                SELECT id FROM locations WHERE is_parked = 0 ORDER BY id DESC LIMIT 1 OFFSET ?)
            """,
            [.integer(Int64(max(0, most)))])
    }

    /// Whether there can be more records than that: each has its own place, so there are no more than places in use.
    /// Counting them would mean walking through all of a long outbox at each record.
    private func mayExceed(_ most: Int) throws(StoreError) -> Bool {
        let span = try database.first("SELECT (SELECT max(id) FROM locations) - (SELECT min(id) FROM locations)") {
            (row) throws(StoreError) in try row.integerIfAny(0)
        }
        return span.flatMap { $0 }.map { $0 >= Int64(max(0, most)) } ?? false
    }

    private static let columns = """
        id, uuid, recorded_at_ms, kind, identifier, transition_id, companion, person, session, body, attempts, is_parked,
        is_waiting
        """

    /// Records in the order of creation. Rows that cannot be read are left out; they cost themselves.
    package func records(matching selection: RecordSelection = .all, limit: Int? = nil) throws(StoreError) -> [Record] {
        let order = "ORDER BY id LIMIT ?"
        let most = SQLValue.integer(Int64(limit ?? -1))
        switch selection {
        case .all:
            return try read("SELECT \(Self.columns) FROM locations \(order)", [most])
        case .kind(let kind):
            return try read(
                "SELECT \(Self.columns) FROM locations WHERE kind = ? \(order)", [.text(kind.rawValue), most])
        case .id(let id):
            return try read("SELECT \(Self.columns) FROM locations WHERE uuid = ? \(order)", [.text(id), most])
        }
    }

    /// The records of fixes whose time lies in a range, both ends included, oldest first.
    package func fixRecords(from: Timestamp, to: Timestamp) throws(StoreError) -> [Record] {
        try read(
            """
            SELECT \(Self.columns) FROM locations WHERE kind = ? AND recorded_at_ms BETWEEN ? AND ?
            ORDER BY recorded_at_ms, id
            """,
            [.text(Record.Kind.fix.rawValue), .integer(from.milliseconds), .integer(to.milliseconds)])
    }

    /// The records of a transition that waits for a position.
    func records(waitingFor transition: String) throws(StoreError) -> [Record] {
        try read(
            "SELECT \(Self.columns) FROM locations WHERE transition_id = ? AND is_waiting = 1 ORDER BY id",
            [.text(transition)])
    }

    /// The next records that may be sent, oldest first, behind a place in the order.
    package func sendable(after: Int64, includesParked: Bool, limit: Int) throws(StoreError) -> [Record] {
        let parked = includesParked ? "" : "AND is_parked = 0"
        var most = limit
        while true {
            let found = try readAll(
                "SELECT \(Self.columns) FROM locations WHERE id > ? AND is_waiting = 0 \(parked) ORDER BY id LIMIT ?",
                [.integer(after), .integer(Int64(most))])
            let isEverything = found.records.count + found.inTheWay < most
            if found.inTheWay == 0 || isEverything || found.records.count >= limit {
                return Array(found.records.prefix(limit))
            }
            // Rows that the disk does not let go are looked past.
            most += found.inTheWay
        }
    }

    /// The place of the newest record; 0 when there is none.
    package func newestSequence() throws(StoreError) -> Int64 {
        try database.first("SELECT coalesce(max(id), 0) FROM locations") { (row) throws(StoreError) in
            try row.integer(0)
        } ?? 0
    }

    /// How many records wait to be sent, up to a limit.
    package func sendableCount(upTo limit: Int) throws(StoreError) -> Int {
        let count = try database.first(
            """
            SELECT count(*) FROM (SELECT 1 FROM locations WHERE is_waiting = 0 AND is_parked = 0 LIMIT ?)
            """,
            [.integer(Int64(limit))]
        ) { (row) throws(StoreError) in try row.integer(0) }
        return Int(count ?? 0)
    }

    /// How many records there are.
    package func count(_ selection: RecordSelection = .all) throws(StoreError) -> Int {
        let read: (borrowing Row) throws(StoreError) -> Int64 = { (row) throws(StoreError) in try row.integer(0) }
        let count =
            switch selection {
            case .all: try database.first("SELECT count(*) FROM locations", row: read)
            case .kind(let kind):
                try database.first("SELECT count(*) FROM locations WHERE kind = ?", [.text(kind.rawValue)], row: read)
            case .id(let id):
                try database.first("SELECT count(*) FROM locations WHERE uuid = ?", [.text(id)], row: read)
            }
        return Int(count ?? 0)
    }

    /// How many transitions of a fence are in the outbox.
    package func transitionCount(of fence: FenceID) throws(StoreError) -> Int {
        let count = try database.first(
            "SELECT count(*) FROM locations WHERE kind = ? AND identifier = ?",
            [.text(Record.Kind.transition.rawValue), .text(fence.text)]
        ) { (row) throws(StoreError) in try row.integer(0) }
        return Int(count ?? 0)
    }

    private func read(_ sql: String, _ values: [SQLValue]) throws(StoreError) -> [Record] {
        try readAll(sql, values).records
    }

    /// Records of rows that can be read; the others are set aside. (AMD-10)
    ///
    /// - Returns: With them, how many rows were left where they are because the disk took no note of them.
    private func readAll(
        _ sql: String, _ values: [SQLValue]
    ) throws(StoreError) -> (records: [Record], inTheWay: Int) {
        while true {
            var lost: [UnreadableRow] = []
            let records = try database.query(sql, values) { (row) throws(StoreError) -> Record? in
                do throws(StoreError) {
                    if let record = try Self.record(row) { return record }
                } catch {
                    guard case .badValue = error else { throw error }
                }
                lost.append(UnreadableRow(table: "locations", id: try row.integer(0)))
                return nil
            }.compactMap { $0 }
            if lost.isEmpty { return (records, 0) }
            // With a bound there may be others behind them.
            guard try setAside(lost, telling: { "record in row \($0)" }) else { return (records, lost.count) }
        }
    }

    /// Sets records aside that an adapter cannot read.
    ///
    /// - Returns: `false` where the disk took no note of it; they are in their places still.
    package func setAside(_ records: [Record]) throws(StoreError) -> Bool {
        try setAside(records.map { UnreadableRow(table: "locations", id: $0.sequence) }) { "record in row \($0)" }
    }

    private static func record(_ row: borrowing Row) throws(StoreError) -> Record? {
        guard let kind = try Record.Kind(rawValue: row.text(3)), let body = try? JSONValue(json: row.text(9)) else {
            return nil
        }
        return Record(
            id: try row.text(1), sequence: try row.integer(0), kind: kind,
            fence: try row.textIfAny(4).map { FenceID($0) }, transition: try row.textIfAny(5),
            companion: try row.textIfAny(6), at: Timestamp(milliseconds: try row.integer(2)),
            person: try row.textIfAny(7), session: try row.textIfAny(8), body: body,
            refusals: Int(min(max(0, try row.integer(10)), 1 << 20)), isParked: try row.flag(11),
            isWaiting: try row.flag(12))
    }
}
