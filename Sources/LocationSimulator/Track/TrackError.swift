public import LocationCore

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
    /// The document's root is a `gpx` of another format, told by its namespace. (AMD-23)
    case foreignNamespace(String, line: Int)
    /// A line, a text or the nesting is beyond what is read. (LNX-063)
    case beyondLimit(line: Int, reason: String)
    /// A document type or entity declaration. (LNX-077)
    case forbiddenDeclaration(line: Int)
    /// The document is, or says it is, in an encoding that is not read. (AMD-24)
    case unsupportedEncoding(String)
    /// No point has a time and ``TrackOptions/timing`` was not given. (LNX-073)
    case timingNeeded
    /// No sentence has a date and ``TrackOptions/baseDate`` was not given. (LNX-080)
    case dateNeeded
    /// More than half of the points bear one and the same time, and ``TrackOptions/timing`` was not given. (AMD-22)
    case sameTimes(count: Int, of: Int, time: Timestamp)
    /// An NMEA log that holds sentences, but none with a position. (AMD-25)
    case onlyOtherSentences([String])

    /// What is wrong, where, and what would be allowed.
    public var description: String {
        switch self {
        case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
        case .noUsableFix(let reason): "the file holds no usable fix: \(reason)"
        case .malformed(let line, let reason): "line \(line): \(reason)"
        case .notGPX(let root, let line): "line \(line): the document's root is \"\(root)\", not \"gpx\""
        case .beyondLimit(let line, let reason): "line \(line): \(reason)"
        case .forbiddenDeclaration(let line): "line \(line): document type and entity declarations are not read"
        case .foreignNamespace(let namespace, let line):
            "line \(line): the namespace \"\(namespace)\" is not that of GPX, http://www.topografix.com/GPX/1/1"
        case .unsupportedEncoding(let name):
            "the encoding \(name) is not read; save the file as UTF-8 (ISO-8859-1, windows-1252 and UTF-16 with a byte order mark are read too)"
        case .timingNeeded: "no point has a time: give a start time with a step or a speed"
        case .sameTimes(let count, let all, let time):
            "\(count) of \(all) points have the same time, \(time): give a start time with a step or a speed"
        case .onlyOtherSentences(let seen):
            "no sentence holds a position: RMC, GGA and GNS are read, and there is only \(seen.joined(separator: ", "))"
        case .dateNeeded: "no sentence has a date: give the day on which the file begins"
        }
    }
}
