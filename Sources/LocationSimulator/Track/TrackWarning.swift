/// Something in a track file that was given up or assumed.
public struct TrackWarning: Hashable, Sendable, CustomStringConvertible {
    /// What sort of trouble a warning is about. More kinds may come.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        /// The kind's name.
        public let rawValue: String

        /// Names a kind.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A position that is no position; the record was dropped. (LNX-075)
        public static let coordinate = Kind(rawValue: "coordinate")
        /// A time or date that cannot be read; the record was dropped.
        public static let time = Kind(rawValue: "time")
        /// A point without time in a file where others have one; dropped. (LNX-073)
        public static let timeMissing = Kind(rawValue: "timeMissing")
        /// A time without a zone, read as UTC; told once per file. (LNX-072)
        public static let zoneMissing = Kind(rawValue: "zoneMissing")
        /// Points of a segment behind later ones; sorted by time, and told once per file. (AMD-21)
        public static let timeBackwards = Kind(rawValue: "timeBackwards")
        /// Points with a time that those before and after them contradict; dropped, and told once per file. (AMD-20)
        public static let timeContradicted = Kind(rawValue: "timeContradicted")
        /// Segments in another order than that of their times; sorted, and told once per file. (AMD-21)
        public static let segmentOrder = Kind(rawValue: "segmentOrder")
        /// Segments that were recorded at the same time; their points are sorted, and it is told once per file. (AMD-21)
        public static let interleaved = Kind(rawValue: "interleaved")
        /// Points that bear the time of a later one in the file, which stands for them; told once per file. (LNX-062)
        public static let sameTime = Kind(rawValue: "sameTime")
        /// A namespace that is spelled otherwise than GPX's; read all the same. (AMD-23)
        public static let namespace = Kind(rawValue: "namespace")
        /// A named entity that neither XML nor HTML knows; it costs the text it stands in. Told once per file. (AMD-24)
        public static let entity = Kind(rawValue: "entity")
        /// An optional value that cannot be read; the point stands without it.
        public static let value = Kind(rawValue: "value")
        /// An accuracy that is not told, with a fallback below 0; dropped. (LNX-033)
        public static let accuracyUnknown = Kind(rawValue: "accuracyUnknown")
        /// The document broke off or is not well-formed from here on. (LNX-076)
        public static let truncated = Kind(rawValue: "truncated")
        /// A checksum that does not fit its sentence; dropped. (LNX-087)
        public static let checksum = Kind(rawValue: "checksum")
        /// A sentence without checksum, accepted; told once per file. (LNX-087)
        public static let checksumMissing = Kind(rawValue: "checksumMissing")
        /// A sentence that is cut off or has fields that cannot be; dropped.
        public static let sentence = Kind(rawValue: "sentence")
        /// Bytes that are no text between the sentences; skipped.
        public static let garbage = Kind(rawValue: "garbage")
        /// RMC and GGA of one moment more than 1 m apart; RMC was taken. (LNX-081)
        public static let disagreement = Kind(rawValue: "disagreement")
        /// A fix for which no date came in time; dropped. (LNX-082)
        public static let dateMissing = Kind(rawValue: "dateMissing")
    }

    /// What sort of trouble it is.
    public let kind: Kind
    /// The line of the file it was seen in, from 1.
    public let line: Int
    /// The number of the point among those of its element in the file, from 1; `nil` where points have no numbers.
    public let point: Int?
    /// Which value, and what became of it.
    public let text: String

    /// Describes a trouble.
    public init(kind: Kind, line: Int, point: Int? = nil, text: String) {
        self.kind = kind
        self.line = line
        self.point = point
        self.text = text
    }

    /// Place and text in one line.
    public var description: String {
        point.map { "line \(line), point \($0): \(text)" } ?? "line \(line): \(text)"
    }
}
