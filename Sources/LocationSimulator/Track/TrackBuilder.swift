import LocationCore

/// What both formats have in common: order, gaps and the accuracy that is not told.
struct TrackBuilder {
    /// A position with everything the file says about it.
    struct Candidate {
        let coordinate: Coordinate
        var timestamp: Timestamp
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
    private var candidates: [Candidate] = []
    private var warnings: [TrackWarning] = []
    /// Records in which the receiver itself said that it has no fix; no fault, but a reason for an empty track.
    private(set) var withoutFix = 0

    init(options: TrackOptions) {
        self.options = options
    }

    /// The horizontal uncertainty in meters that gpsd would derive from a dilution: 19 × HDOP; `nil` unless the
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

    /// Takes the next point of the file, whatever its time.
    mutating func add(_ new: Candidate) {
        guard new.accuracy != nil || options.fallbackAccuracy >= 0 else {
            warn(.accuracyUnknown, line: new.line, point: new.point, "the accuracy is not told; dropped")
            return
        }
        candidates.append(new)
    }

    func finish(brokeOff: TrackWarning? = nil) throws(TrackError) -> Track {
        guard !candidates.isEmpty else {
            if let brokeOff { throw .malformed(line: brokeOff.line, reason: brokeOff.text) }
            throw .noUsableFix(reason: whyEmpty)
        }
        let order = TrackOrder(try withOwnTimes())
        // A reader that waits for a date or another sentence warns late.
        let warnings = (warnings + order.warnings).enumerated()
            .sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
            .map(\.element)
        return Track(
            points: points(order.points), warnings: warnings + [brokeOff].compactMap(\.self),
            isTruncated: brokeOff != nil)
    }

    /// The points at their own times, or at ones that are made up where most points share one stamp. (AMD-22)
    private func withOwnTimes() throws(TrackError) -> [Candidate] {
        guard let shared = TrackOrder.sharedTime(of: candidates) else { return candidates }
        guard let timing = options.timing else {
            throw .sameTimes(count: shared.count, of: candidates.count, time: shared.time)
        }
        var pacing = TrackPacing(timing)
        return candidates.map { candidate in
            var paced = candidate
            paced.timestamp = pacing.time(at: candidate.coordinate)
            return paced
        }
    }

    private func points(_ sorted: [Candidate]) -> [TrackPoint] {
        sorted.indices.map { index in
            let new = sorted[index]
            return TrackPoint(
                coordinate: new.coordinate.withoutEastEnd, timestamp: new.timestamp,
                accuracy: new.accuracy ?? options.fallbackAccuracy, isAccuracyAssumed: new.accuracy == nil,
                altitude: new.altitude, speed: new.speed, course: new.course, isSimulated: new.isSimulated,
                startsAfterGap: index > 0 && isGap(from: sorted[index - 1], to: new))
        }
    }

    private func isGap(from last: Candidate, to new: Candidate) -> Bool {
        let silence = Double(new.timestamp.milliseconds(since: last.timestamp))
        return last.segment != new.segment || silence > options.gapSeconds * 1000
    }

    private var whyEmpty: String {
        if let first = warnings.first(where: { $0.kind != .checksumMissing && $0.kind != .zoneMissing }) {
            return "nothing but records that were dropped, first at \(first)"
        }
        return withoutFix > 0
            ? "the receiver had no fix in any of \(withoutFix) records"
            : "there is no track, route or way point and no RMC, GGA or GNS sentence"
    }
}

extension Coordinate {
    /// The same place with the antimeridian written in the one way that GPX allows. (LNX-075)
    fileprivate var withoutEastEnd: Coordinate {
        longitude == 180 ? Coordinate(checkedLatitude: latitude, longitude: -180) : self
    }
}
