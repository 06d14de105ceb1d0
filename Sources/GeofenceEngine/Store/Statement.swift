#if canImport(SQLite3)
    import SQLite3
#else
    import CSQLite
#endif

/// One compiled statement, owned by the connection that compiled it.
///
/// It is open, and holds the database's read lock, only between ``bind(_:)`` and ``reset()``.
final class Statement {
    let pointer: OpaquePointer
    let sql: String

    init(pointer: OpaquePointer, sql: String) {
        self.pointer = pointer
        self.sql = sql
    }

    deinit { sqlite3_finalize(pointer) }

    /// Whether running it can change nothing.
    var onlyReads: Bool { sqlite3_stmt_readonly(pointer) != 0 }

    /// Binds all parameters, and returns a result code.
    func bind(_ values: [SQLValue]) -> Int32 {
        precondition(
            values.count == Int(sqlite3_bind_parameter_count(pointer)), "one value for each parameter of: \(sql)")
        var index: Int32 = 1
        for value in values {
            let code: Int32
            switch value {
            case .null: code = sqlite3_bind_null(pointer, index)
            case .integer(let number): code = sqlite3_bind_int64(pointer, index, number)
            case .real(let number) where number.isNaN: code = SQLITE_MISMATCH
            case .real(let number): code = sqlite3_bind_double(pointer, index, number)
            case .text(var text): code = text.withUTF8 { bindCopy(text: $0, at: index, of: pointer) }
            case .blob(let bytes): code = bytes.withUnsafeBytes { bindCopy(blob: $0, at: index, of: pointer) }
            }
            guard code == SQLITE_OK else { return code }
            index += 1
        }
        return SQLITE_OK
    }

    /// Ends a run and lets go of what was bound.
    func reset() {
        sqlite3_reset(pointer)
        sqlite3_clear_bindings(pointer)
    }
}
