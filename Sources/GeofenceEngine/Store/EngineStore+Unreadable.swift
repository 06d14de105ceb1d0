/// Rows that cannot be read.
///
/// A row costs itself: it leaves its table, so that it is in nobody's way and goes with no other row, and is kept beside,
/// value by value, for whoever wants to look. The newest thousand are kept. (AMD-10)
extension EngineStore {
    /// Where a row stood.
    struct UnreadableRow {
        let table: String
        let id: Int64
    }

    /// What came of reading one row.
    enum LoadedRow<Value> {
        case read(Value)
        /// Sound, and of no use any more.
        case passed
        /// Its name, for people.
        case lost(String)
    }

    static let mostUnreadable = 1000

    /// Reads rows whose number is the first column.
    func loadRows<Value>(
        _ sql: String, of table: String, _ losses: inout [String],
        row read: (borrowing Row) throws(StoreError) -> LoadedRow<Value>
    ) throws(StoreError) -> [Value] {
        var lost: [UnreadableRow] = []
        var names: [String] = []
        let values = try database.query(sql) { (row) throws(StoreError) -> Value? in
            switch try read(row) {
            case .read(let value): return value
            case .passed: return nil
            case .lost(let name):
                names.append(name)
                lost.append(UnreadableRow(table: table, id: try row.integer(0)))
                return nil
            }
        }
        losses += names.filter { toldUnreadable.insert($0).inserted }
        try setAside(lost)
        return values.compactMap { $0 }
    }

    /// Moves rows out of their tables.
    ///
    /// - Parameter name: What to tell of each; without it nothing is told here.
    /// - Returns: Whether there is nothing in the way any more: not on a disk that is full. They are found again then.
    @discardableResult func setAside(
        _ rows: [UnreadableRow], telling name: ((Int64) -> String)? = nil
    ) throws(StoreError) -> Bool {
        guard !rows.isEmpty else { return true }
        do throws(StoreError) {
            if database.isInTransaction {
                for row in rows { try move(row) }
            } else {
                try database.transaction { () throws(StoreError) in for row in rows { try move(row) } }
            }
        } catch {
            // In a transaction of somebody else's nothing may be half done.
            if database.isInTransaction { throw error }
            switch error {
            case .full, .readOnly, .busy, .io:
                if let name { noteUnreadable(rows.map { name($0.id) }) }
                return false
            default: throw error
            }
        }
        if let name { noteUnreadable(rows.map { name($0.id) }) }
        return true
    }

    private func move(_ row: UnreadableRow) throws(StoreError) {
        try database.execute(
            """
            CREATE TABLE IF NOT EXISTS unreadable_rows (
                id INTEGER PRIMARY KEY, source TEXT NOT NULL, source_row INTEGER NOT NULL, content TEXT NOT NULL
            ) STRICT
            """)
        let columns = try database.query("SELECT name FROM pragma_table_info(?) ORDER BY cid", [.text(row.table)]) {
            (found) throws(StoreError) in try found.text(0)
        }
        // Bytes as hexadecimal digits: they need not be text of any kind.
        let content = columns.map { column in
            "'\(column)=' || CASE typeof(\(column)) WHEN 'text' THEN 'text:' || hex(CAST(\(column) AS BLOB)) "
                + "WHEN 'blob' THEN 'blob:' || hex(\(column)) ELSE quote(\(column)) END"
        }.joined(separator: " || ' ' || ")
        try database.execute(
            """
            INSERT INTO unreadable_rows (source, source_row, content)
            SELECT ?, rowid, \(content) FROM \(row.table) WHERE rowid = ?
            """,
            [.text(row.table), .integer(row.id)])
        try database.execute("DELETE FROM \(row.table) WHERE rowid = ?", [.integer(row.id)])
        try database.execute(
            "DELETE FROM unreadable_rows WHERE id <= (SELECT max(id) FROM unreadable_rows) - ?",
            [.integer(Int64(Self.mostUnreadable))])
    }

    /// Each is told once: what cannot be moved is found again.
    private func noteUnreadable(_ names: [String]) {
        guard toldUnreadable.count < Self.mostUnreadable else { return }
        unreadable += names.filter { toldUnreadable.insert($0).inserted }
    }

    /// The names of what could not be read, once.
    func takeUnreadable() -> [String] {
        defer { unreadable = [] }
        return unreadable
    }

    /// How many rows lie aside.
    package func unreadableCount() throws(StoreError) -> Int {
        let isThere = try database.first("SELECT count(*) FROM sqlite_master WHERE name = 'unreadable_rows'") {
            (row) throws(StoreError) in try row.integer(0)
        }
        guard isThere == 1 else { return 0 }
        let count = try database.first("SELECT count(*) FROM unreadable_rows") { (row) throws(StoreError) in
            try row.integer(0)
        }
        return Int(count ?? 0)
    }
}

/// What numbers in a store may be. Further out lies what nobody has written and what would not be fit for arithmetic.
enum StoredRange {
    static let most: Int64 = 1 << 53
    /// Milliseconds on any clock: 285,000 years to both sides.
    static let times = -most...most
    /// Numbers of rows and revisions.
    static let numbers = 0...most

    /// A time on the steady clock that has been, whatever is stored.
    static func time(_ stored: Int64, upTo now: Int64) -> Int64 { min(max(stored, -most), now) }
}
