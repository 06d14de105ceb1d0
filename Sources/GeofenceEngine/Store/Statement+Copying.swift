#if canImport(SQLite3)
    import SQLite3
#else
    import CSQLite
#endif

// The one difference between the two homes of SQLite: `SQLITE_TRANSIENT` is a cast in a macro, which Swift does not
// import. The Linux shim wraps it in C; on Apple systems there is no shim of ours.

#if canImport(SQLite3)
    // SQLite never calls this pointer: it compares it with -1 and then copies the bytes before it returns
    // (sqlite3.h, "Constants Defining Special Destructor Behavior"). A function pointer and an `Int` have one size.
    private let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
#endif

/// Binds text whose bytes SQLite copies before it returns.
func bindCopy(text: UnsafeBufferPointer<UInt8>, at index: Int32, of statement: OpaquePointer) -> Int32 {
    guard let bytes = Int32(exactly: text.count) else { return SQLITE_TOOBIG }
    // An empty buffer may have no address, and no address would bind null.
    return text.withMemoryRebound(to: CChar.self) { characters in
        withUnsafePointer(to: 0 as CChar) { empty in
            let start = characters.baseAddress ?? empty
            #if canImport(SQLite3)
                return sqlite3_bind_text(statement, index, start, bytes, copies)
            #else
                return csqlite_bind_text_copy(statement, index, start, bytes)
            #endif
        }
    }
}

/// Binds bytes that SQLite copies before it returns.
func bindCopy(blob: UnsafeRawBufferPointer, at index: Int32, of statement: OpaquePointer) -> Int32 {
    guard let bytes = Int32(exactly: blob.count) else { return SQLITE_TOOBIG }
    guard let start = blob.baseAddress, bytes > 0 else { return sqlite3_bind_zeroblob(statement, index, 0) }
    #if canImport(SQLite3)
        return sqlite3_bind_blob(statement, index, start, bytes, copies)
    #else
        return csqlite_bind_blob_copy(statement, index, start, bytes)
    #endif
}
