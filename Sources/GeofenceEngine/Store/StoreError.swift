/// Why the store could not do what it was asked.
///
/// Each case names the file by the last component of its path. No case deletes anything: what stood on disk before
/// the call still stands there.
public enum StoreError: Error, Hashable, Sendable {
    /// The file exists, and the system does not let it be read at this moment: a phone that has not been unlocked
    /// since it was started. It is not damaged; wait and open it again. (design, *durability contract* 5)
    case notReadableYet(file: String)
    /// The file, or the folder it lies in, may be read but not written.
    case readOnly(file: String)
    /// The disk, or the quota, is used up. The transaction was undone.
    case full(file: String)
    /// Another connection kept its lock longer than the store waits. The transaction was undone and may be repeated.
    case busy(file: String, waitedMilliseconds: Int)
    /// The file can be read, and what it holds is not a sound database.
    case corrupt(file: String, detail: String)
    /// The file was written by a later version of this library.
    case newerSchema(file: String, found: Int64, known: Int64)
    /// The file is a sound database that some other program made.
    case foreign(file: String, detail: String)
    /// Something that is not a file has the file's name: a folder, a pipe, a socket.
    case notAFile(file: String)
    /// One value in a sound database is not what its column should hold. Other rows may be read all the same.
    case badValue(file: String, column: String, expected: String, found: String)
    /// The steps from an older schema to this one failed; the file is as it was before them.
    case migrationFailed(file: String, from: Int64, to: Int64, detail: String)
    /// The system failed to read or write. `code` is SQLite's extended result code, or `errno` for a file operation.
    case io(file: String, code: Int32, message: String)
    /// The database refused the statement itself: a constraint, a missing table, a value that cannot be stored.
    case misuse(file: String, code: Int32, message: String)
    /// Another writer has committed since this one last read the file. Nothing was written: what was decided may not hold
    /// any more.
    case overtaken(file: String)
    /// The path names another file than the one that is open, or none: another process has set it aside or taken it away.
    case moved(file: String)
    /// A simulated process ended around a commit. Thrown only by a store that was given ``StoreFaults``; that store
    /// answers everything after it in the same way, as a dead process would.
    case interrupted(file: String, committed: Bool)
}

extension StoreError {
    /// The last component of the path of the file that the error is about.
    public var file: String {
        switch self {
        case .notReadableYet(let file), .readOnly(let file), .full(let file), .busy(let file, _),
            .corrupt(let file, _), .newerSchema(let file, _, _), .foreign(let file, _), .notAFile(let file),
            .badValue(let file, _, _, _), .migrationFailed(let file, _, _, _), .io(let file, _, _),
            .misuse(let file, _, _), .overtaken(let file), .moved(let file), .interrupted(let file, _):
            file
        }
    }
}

extension StoreError: CustomStringConvertible {
    /// A sentence: which file, what is wrong with it, what would be allowed.
    public var description: String {
        switch self {
        case .notReadableYet(let file):
            "\(file) cannot be read until the device has been unlocked; it is kept, open it again then"
        case .readOnly(let file):
            "\(file) cannot be written; the file and its folder must be writable"
        case .full(let file):
            "\(file) cannot grow: no space left; nothing of the last change was kept"
        case .busy(let file, let waited):
            "\(file) is locked by another connection for more than \(waited) ms; the change may be tried again"
        case .corrupt(let file, let detail):
            "\(file) is damaged (\(detail)); only a sound database can be used, this one may be set aside"
        case .newerSchema(let file, let found, let known):
            "\(file) has schema version \(found); versions up to \(known) can be read"
        case .foreign(let file, let detail):
            "\(file) belongs to another program (\(detail)); only a database made by this library can be used"
        case .notAFile(let file):
            "\(file) is not a file; a regular file, or nothing, must have that name"
        case .badValue(let file, let column, let expected, let found):
            "\(file) holds \(found) in column \(column), where \(expected) is allowed"
        case .migrationFailed(let file, let from, let to, let detail):
            "\(file) could not be brought from schema version \(from) to \(to) (\(detail)); it is unchanged"
        case .io(let file, let code, let message):
            "\(file) could not be read or written (\(message), code \(code))"
        case .misuse(let file, let code, let message):
            "\(file) refused a statement (\(message), code \(code))"
        case .overtaken(let file):
            "\(file) was changed by another writer; nothing was written, read it and decide again"
        case .moved(let file):
            "\(file) is another file than the one that is open, or gone; open it again"
        case .interrupted(let file, let committed):
            "\(file) was left by a simulated crash \(committed ? "after" : "before") the commit"
        }
    }
}
