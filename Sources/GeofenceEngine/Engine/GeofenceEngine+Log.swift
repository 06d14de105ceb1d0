public import LocationCore

/// A log of the adapter's, kept beside the engine's state.
extension GeofenceEngine {
    /// A row of the log.
    public struct LogRow: Hashable, Sendable {
        /// Its place in the order.
        public let sequence: Int64
        /// The vendor's shape of the row.
        public let body: JSONObject

        /// Describes a row.
        public init(sequence: Int64, body: JSONObject) {
            self.sequence = sequence
            self.body = body
        }
    }

    /// Adds a row, and removes those older than a number of days.
    public func appendLog(
        at: Timestamp, level: Int, source: String, event: String, message: String?, data: JSONValue?, keepsDays: Int
    ) throws(StoreError) {
        try openStore().appendLog(
            at: at, level: level, source: source, event: event, message: message, data: data, keepsDays: keepsDays)
    }

    /// Adds a line of the adapter's to the journal. It concerns every fence.
    package func note(_ code: JournalCode, _ text: String) throws(StoreError) {
        try openStore().appendJournal(JournalLine(at: device.clock.now().wall, fence: nil, code: code, text: text))
    }

    /// Rows, newest first.
    public func log(limit: Int) throws(StoreError) -> [LogRow] { try openStore().log(limit: limit) }

    /// How many rows there are.
    public func logCount() throws(StoreError) -> Int { try openStore().logCount() }

    /// Removes rows up to a place, or all; tells how many.
    public func removeLog(upTo sequence: Int64? = nil) throws(StoreError) -> Int {
        try openStore().removeLog(upTo: sequence)
    }
}

extension EngineStore {
    package func appendLog(
        at: Timestamp, level: Int, source: String, event: String, message: String?, data: JSONValue?, keepsDays: Int
    ) throws(StoreError) {
        let oldest = at.adding(milliseconds: -Int64(keepsDays) * 86_400_000)
        try database.transaction(.normal) { () throws(StoreError) in
            try database.execute(
                "INSERT INTO log_entries (ts_ms, level, src, event, message, data) VALUES (?, ?, ?, ?, ?, ?)",
                [
                    .integer(at.milliseconds), .integer(Int64(level)), .text(source), .text(event), SQLValue(message),
                    SQLValue(data?.text),
                ])
            try database.execute("DELETE FROM log_entries WHERE ts_ms < ?", [.integer(oldest.milliseconds)])
        }
    }

    func appendJournal(_ line: JournalLine) throws(StoreError) {
        try database.transaction(.normal) { () throws(StoreError) in try write([.journal(line)]) }
        noteLines(of: [.journal(line)])
    }

    /// A row tells; nothing follows from it. One that cannot be read is left out, and goes when its turn comes. (AMD-10)
    func log(limit: Int) throws(StoreError) -> [GeofenceEngine.LogRow] {
        try database.query(
            "SELECT id, ts_ms, level, src, event, message, data FROM log_entries ORDER BY id DESC LIMIT ?",
            [.integer(Int64(limit))]
        ) { (row) throws(StoreError) -> GeofenceEngine.LogRow? in
            do throws(StoreError) {
                return try Self.logRow(row)
            } catch {
                guard case .badValue = error else { throw error }
                return nil
            }
        }.compactMap { $0 }
    }

    private static func logRow(_ row: borrowing Row) throws(StoreError) -> GeofenceEngine.LogRow {
        var body: JSONObject = [
            "ts": .integer(try row.integer(1)), "level": .integer(try row.integer(2)),
            "src": .string(try row.text(3)), "event": .string(try row.text(4)),
        ]
        if let message = try row.textIfAny(5) { body["message"] = .string(message) }
        if let data = try row.textIfAny(6).flatMap({ try? JSONValue(json: $0) }) { body["data"] = data }
        return GeofenceEngine.LogRow(sequence: try row.integer(0), body: body)
    }

    func logCount() throws(StoreError) -> Int {
        let count = try database.first("SELECT count(*) FROM log_entries") { (row) throws(StoreError) in
            try row.integer(0)
        }
        return Int(count ?? 0)
    }

    func removeLog(upTo sequence: Int64?) throws(StoreError) -> Int {
        if let sequence {
            return try database.execute("DELETE FROM log_entries WHERE id <= ?", [.integer(sequence)])
        }
        return try database.execute("DELETE FROM log_entries")
    }
}
