/// Why a file is no track.
public enum TrackError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file could not be read at all.
    case unreadable(path: String, reason: String)
    /// Nothing in the file can be used as a fix. (LNX-061)
    case noUsableFix(reason: String)
    /// The document is not well-formed before its first usable point.
    case malformed(line: Int, reason: String)
    /// The document's root is some other element than `gpx`.
    case notGPX(root: String, line: Int)
    /// A line, a text or the nesting is beyond what is read. (LNX-063)
    case beyondLimit(line: Int, reason: String)
    /// A document type or entity declaration. (LNX-077)
    case forbiddenDeclaration(line: Int)
    /// The document is, or says it is, in another encoding than UTF-8. (LNX-078)
    case unsupportedEncoding(String)
    /// No point has a time and ``TrackOptions/timing`` was not given. (LNX-073)
    case timingNeeded
    /// No sentence has a date and ``TrackOptions/baseDate`` was not given. (LNX-080)
    case dateNeeded

    /// What is wrong, where, and what would be allowed.
    public var description: String {
        switch self {
        case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
        case .noUsableFix(let reason): "the file holds no usable fix: \(reason)"
        case .malformed(let line, let reason): "line \(line): \(reason)"
        case .notGPX(let root, let line): "line \(line): the document's root is \"\(root)\", not \"gpx\""
        case .beyondLimit(let line, let reason): "line \(line): \(reason)"
        case .forbiddenDeclaration(let line): "line \(line): document type and entity declarations are not read"
        case .unsupportedEncoding(let name): "the encoding is \(name); only UTF-8 is read"
        case .timingNeeded: "no point has a time: give a start time with a step or a speed"
        case .dateNeeded: "no sentence has a date: give the day on which the file begins"
        }
    }
}
