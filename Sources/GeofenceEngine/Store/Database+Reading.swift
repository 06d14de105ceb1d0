#if canImport(SQLite3)
    import SQLite3
#else
    import CSQLite
#endif

/// Telling a disk that cannot read from a file that says nonsense.
extension Database {
    /// Reads the whole file once, by the way on which SQLite reads it, and looks at nothing.
    ///
    /// SQLite goes on with zeros where a read ends too early, and reports what it could not read as damage in some places.
    /// A file that was read from end to end just before cannot be damaged for that reason.
    ///
    /// - Throws: ``StoreError`` for what the disk could not read.
    func readThrough() throws(StoreError) {
        var pointer: UnsafeMutablePointer<sqlite3_file>?
        try check(sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &pointer))
        guard let opened = pointer, let methods = opened.pointee.pMethods, let readBytes = methods.pointee.xRead,
            let measure = methods.pointee.xFileSize
        else { return }
        var size: sqlite3_int64 = 0
        try checkRead(measure(opened, &size))
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var place: sqlite3_int64 = 0
        while place < size {
            let count = Int32(min(sqlite3_int64(buffer.count), size - place))
            try checkRead(readBytes(opened, &buffer, count, place))
            place += sqlite3_int64(count)
        }
    }

    private func checkRead(_ code: Int32) throws(StoreError) {
        guard code != SQLITE_OK else { return }
        throw readFailure(code)
    }

    /// What a failed read means that SQLite reports by its code alone.
    func readFailure(_ code: Int32) -> StoreError {
        StoreError(
            code: code, systemError: handle.map { sqlite3_system_errno($0) } ?? 0,
            message: String(cString: sqlite3_errstr(code)), file: file, waited: options.busyTimeoutMilliseconds)
    }

    /// The failure of the disk in a row of a check, which reports one among the damage: `… error code=266`.
    func readFailure(in complaint: String) -> StoreError? {
        let parts = complaint.split(separator: "error code=", omittingEmptySubsequences: false)
        guard parts.count > 1, let code = Int32(parts[1].prefix { $0.isNumber }) else { return nil }
        switch code & 0xFF {
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_OK: return nil
        default: return readFailure(code)
        }
    }
}
