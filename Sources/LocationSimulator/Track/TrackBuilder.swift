import LocationCore

/// What both formats have in common: order, gaps and the accuracy that is not told.
struct TrackBuilder {
    /// A position with everything the file says about it.
    struct Candidate {
        let coordinate: Coordinate
        let timestamp: Timestamp
        var accuracy: Double?
        var altitude: Double?
        var speed: Double?
        var course: Double?
        var isSimulated = false
        /// Positions of different segments have no known way between them.
        var segment = 0
        let line: Int
        var point: Int?
    }

    private let options: TrackOptions
    private var points: [TrackPoint] = []
    private var segments: [Int] = []
    private var warnings: [TrackWarning] = []
    /// Records in which the receiver itself said that it has no fix; no fault, but a reason for an empty track.
    private(set) var withoutFix = 0

    init(options: TrackOptions) {
        self.options = options
    }

    /// The horizontal uncertainty in metres that gpsd would derive from a dilution: 19 × HDOP; `nil` unless the
    /// dilution lies between 0 and 50, both excluded. (LNX-032, LNX-074, LNX-085)
    static func accuracy(fromDilution dilution: Double) -> Double? {
        dilution > 0 && dilution < 50 ? 19 * dilution : nil
    }

    mutating func warn(_ kind: TrackWarning.Kind, line: Int, point: Int? = nil, _ text: String) {
        warnings.append(TrackWarning(kind: kind, line: line, point: point, text: text))
    }

    mutating func countWithoutFix() {
        withoutFix += 1
    }

    mutating func add(_ new: Candidate) {
        guard new.accuracy != nil || options.fallbackAccuracy >= 0 else {
            warn(.accuracyUnknown, line: new.line, point: new.point, "the accuracy is not told; dropped")
            return
        }
        if let last = points.last?.timestamp, new.timestamp < last {
            warn(.timeBackwards, line: new.line, point: new.point, "\(new.timestamp) is before \(last); dropped")
            return
        }
        if points.last?.timestamp == new.timestamp {
            points.removeLast()
            segments.removeLast()
        }
        points.append(
            TrackPoint(
                coordinate: new.coordinate.withoutEastEnd, timestamp: new.timestamp,
                accuracy: new.accuracy ?? options.fallbackAccuracy, isAccuracyAssumed: new.accuracy == nil,
                altitude: new.altitude, speed: new.speed, course: new.course, isSimulated: new.isSimulated,
                startsAfterGap: isGap(before: new)))
        segments.append(new.segment)
    }

    func finish(brokeOff: TrackWarning? = nil) throws(TrackError) -> Track {
        guard points.isEmpty else {
            // A reader that waits for a date or another sentence warns late.
            let inOrder = warnings.enumerated()
                .sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
                .map(\.element)
            return Track(
                points: points, warnings: inOrder + [brokeOff].compactMap(\.self), isTruncated: brokeOff != nil)
        }
        if let brokeOff { throw .malformed(line: brokeOff.line, reason: brokeOff.text) }
        throw .noUsableFix(reason: whyEmpty)
    }

    private func isGap(before new: Candidate) -> Bool {
        guard let last = points.last, let segment = segments.last else { return false }
        let silence = Double(new.timestamp.milliseconds(since: last.timestamp))
        return segment != new.segment || silence > options.gapSeconds * 1000
    }

    private var whyEmpty: String {
        if let first = warnings.first(where: { $0.kind != .checksumMissing && $0.kind != .zoneMissing }) {
            return "nothing but records that were dropped, first at \(first)"
        }
        return withoutFix > 0
            ? "the receiver had no fix in any of \(withoutFix) records"
            : "there is no track, route or way point and no RMC or GGA sentence"
    }
}

extension Coordinate {
    /// The same place with the antimeridian written in the one way that GPX allows. (LNX-075)
    fileprivate var withoutEastEnd: Coordinate {
        longitude == 180 ? Coordinate(checkedLatitude: latitude, longitude: -180) : self
    }
}
