#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif
#if canImport(SQLite3)
    import SQLite3
#else
    import CSQLite
#endif

extension StoreError {
    /// What a result code means for whoever called.
    ///
    /// A locked device shows in several ways, none of which may be taken for damage: opening fails with EPERM, an
    /// open file fails to be read with EPERM, and Apple's build answers SQLITE_AUTH or SQLITE_IOERR_AUTH.
    ///
    /// - Parameters:
    ///   - code: SQLite's extended result code.
    ///   - systemError: The `errno` behind it; looked at for failures to open, read and write only.
    ///   - message: SQLite's words.
    ///   - file: The database.
    ///   - waited: The busy timeout in milliseconds.
    package init(code: Int32, systemError: Int32, message: String, file: StoreFile, waited: Int) {
        let name = file.name
        switch (code & 0xFF, code) {
        case (_, Self.readOnlyMoved):
            self = .io(file: name, code: code, message: message)
        case (_, Self.ioAuthorization), (SQLITE_AUTH, _):
            self = .notReadableYet(file: name)
        // Where a file really ends too early SQLite reads zeros; the code is left for reads that went wrong.
        case (_, Self.ioShortRead):
            self = .io(file: name, code: code, message: message)
        case (_, Self.ioData), (SQLITE_CORRUPT, _), (SQLITE_NOTADB, _):
            self = .corrupt(file: name, detail: message)
        case (_, Self.cannotOpenFolder):
            self = .notAFile(file: name)
        case (SQLITE_BUSY, _), (SQLITE_LOCKED, _):
            self = .busy(file: name, waitedMilliseconds: waited)
        case (SQLITE_READONLY, _), (SQLITE_PERM, _):
            self = .readOnly(file: name)
        case (SQLITE_FULL, _):
            self = .full(file: name)
        case (SQLITE_IOERR, _), (SQLITE_CANTOPEN, _):
            self = .init(systemError: systemError, file: file) ?? .io(file: name, code: code, message: message)
        case (SQLITE_NOMEM, _), (SQLITE_INTERRUPT, _), (SQLITE_PROTOCOL, _), (SQLITE_NOLFS, _):
            self = .io(file: name, code: code, message: message)
        default:
            self = .misuse(file: name, code: code, message: message)
        }
    }

    /// What an `errno` means for a database, where it means more than "failed".
    package init?(systemError: Int32, file: StoreFile) {
        switch systemError {
        case EPERM:
            self = .notReadableYet(file: file.name)
        case EACCES:
            // The same number says "this file may not be read" and "nothing may be created in this folder".
            self = file.existsUnreadable ? .notReadableYet(file: file.name) : .readOnly(file: file.name)
        case EROFS:
            self = .readOnly(file: file.name)
        case ENOSPC, EDQUOT:
            self = .full(file: file.name)
        case EISDIR, ENOTDIR:
            self = .notAFile(file: file.name)
        default:
            return nil
        }
    }

    // Extended codes are macros with arithmetic, which do not import; the numbers are part of SQLite's file of
    // result codes and never change.
    private static let ioShortRead: Int32 = 10 | 2 << 8
    private static let ioAuthorization: Int32 = 10 | 28 << 8
    private static let ioData: Int32 = 10 | 32 << 8
    private static let readOnlyMoved: Int32 = 8 | 4 << 8
    private static let cannotOpenFolder: Int32 = 14 | 2 << 8
}
