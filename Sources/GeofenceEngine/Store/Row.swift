import Foundation

#if canImport(SQLite3)
    import SQLite3
#else
    import CSQLite
#endif

/// One row of a result, readable while the closure that got it runs.
///
/// Columns count from 0. A value is never converted: text where an integer belongs is ``StoreError/badValue(file:column:expected:found:)``,
/// so a damaged row cannot pass for a sound one.
package struct Row: ~Copyable {
    // Valid for as long as a `Row` exists: it is made for one call of a closure, which can only borrow it.
    private let statement: OpaquePointer
    private let file: StoreFile

    init(statement: OpaquePointer, file: StoreFile) {
        self.statement = statement
        self.file = file
    }

    /// Whether the column holds null.
    package func isNull(_ column: Int) -> Bool { type(column) == SQLITE_NULL }

    /// An integer.
    package func integer(_ column: Int) throws(StoreError) -> Int64 {
        guard type(column) == SQLITE_INTEGER else { throw wrong(column, "an integer") }
        return sqlite3_column_int64(statement, Int32(column))
    }

    /// 0 or 1 as a truth value.
    package func flag(_ column: Int) throws(StoreError) -> Bool {
        switch try integer(column) {
        case 0: return false
        case 1: return true
        case let other: throw wrong(column, "0 or 1", found: String(other))
        }
    }

    /// A double, bit for bit; from a column without a declared type also the sign of zero.
    package func real(_ column: Int) throws(StoreError) -> Double {
        guard type(column) == SQLITE_FLOAT else { throw wrong(column, "a real number") }
        return sqlite3_column_double(statement, Int32(column))
    }

    /// Text with exactly the bytes that are stored, U+0000 included.
    package func text(_ column: Int) throws(StoreError) -> String {
        guard type(column) == SQLITE_TEXT else { throw wrong(column, "text") }
        guard let start = sqlite3_column_text(statement, Int32(column)) else { throw outOfMemory }
        let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, Int32(column))))
        var text = String(decoding: bytes, as: UTF8.self)
        // Decoding repairs what is not UTF-8, so text that was repaired has other bytes than the stored ones.
        let isAsStored = text.withUTF8 { decoded in
            decoded.count == bytes.count && decoded.baseAddress.map { memcmp($0, start, bytes.count) == 0 } ?? true
        }
        guard isAsStored else { throw wrong(column, "UTF-8 text", found: "other bytes") }
        return text
    }

    /// Bytes.
    package func blob(_ column: Int) throws(StoreError) -> [UInt8] {
        guard type(column) == SQLITE_BLOB else { throw wrong(column, "bytes") }
        let start = sqlite3_column_blob(statement, Int32(column))
        let count = Int(sqlite3_column_bytes(statement, Int32(column)))
        return [UInt8](UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    /// An integer, or `nil` for null.
    package func integerIfAny(_ column: Int) throws(StoreError) -> Int64? { isNull(column) ? nil : try integer(column) }

    /// A double, or `nil` for null.
    package func realIfAny(_ column: Int) throws(StoreError) -> Double? { isNull(column) ? nil : try real(column) }

    /// Text, or `nil` for null.
    package func textIfAny(_ column: Int) throws(StoreError) -> String? { isNull(column) ? nil : try text(column) }

    /// Bytes, or `nil` for null.
    package func blobIfAny(_ column: Int) throws(StoreError) -> [UInt8]? { isNull(column) ? nil : try blob(column) }

    /// An integer that is none that anybody has written.
    func outOfRange(_ column: Int, _ expected: String) -> StoreError {
        wrong(column, expected, found: "another number")
    }

    private func type(_ column: Int) -> Int32 {
        precondition((0..<Int(sqlite3_column_count(statement))).contains(column), "no column \(column)")
        return sqlite3_column_type(statement, Int32(column))
    }

    private func wrong(_ column: Int, _ expected: String, found: String? = nil) -> StoreError {
        let kinds = [
            SQLITE_NULL: "null", SQLITE_INTEGER: "an integer", SQLITE_FLOAT: "a real number", SQLITE_TEXT: "text",
            SQLITE_BLOB: "bytes",
        ]
        let name = sqlite3_column_name(statement, Int32(column)).map { String(cString: $0) } ?? String(column)
        let kind = found ?? kinds[type(column)] ?? "something unknown"
        return .badValue(file: file.name, column: name, expected: expected, found: kind)
    }

    private var outOfMemory: StoreError { .io(file: file.name, code: SQLITE_NOMEM, message: "out of memory") }
}
