import LocationCore

/// The points of a recording, brought into the order of their times. (AMD-20, AMD-21)
///
/// What the neighbors contradict is dropped first; the rest is sorted. Each kind of trouble is told once, with its count
/// and the place of its first point.
struct TrackOrder {
    /// Records that may be wrong together. A longer run is taken for what it says.
    static let longestRun = 5
    /// Milliseconds from the rest of a segment beyond which its first or last records are not believed: a year.
    static let year: Int64 = 365 * 86_400_000

    private(set) var points: [TrackBuilder.Candidate]
    private(set) var warnings: [TrackWarning] = []

    init(_ inFileOrder: [TrackBuilder.Candidate]) {
        points = inFileOrder
        dropContradicted()
        tellDisorder()
        // Swift's sort keeps the order of equal times, which decides which one stays.
        points.sort { $0.timestamp < $1.timestamp }
        mergeEqual()
    }

    /// The stamp that more than half of at least three points share. (AMD-22)
    static func sharedTime(of points: [TrackBuilder.Candidate]) -> (time: Timestamp, count: Int)? {
        guard points.count >= 3 else { return nil }
        var counts: [Timestamp: Int] = [:]
        for point in points { counts[point.timestamp, default: 0] += 1 }
        return counts.first { $0.value * 2 > points.count }.map { ($0.key, $0.value) }
    }

    private mutating func dropContradicted() {
        var dropped: [TrackBuilder.Candidate] = []
        var kept: [TrackBuilder.Candidate] = []
        for segment in segments {
            let times = segment.map(\.timestamp.milliseconds)
            let wrong = Self.wrongIndices(times)
            for (index, point) in segment.enumerated() {
                if wrong.contains(index) { dropped.append(point) } else { kept.append(point) }
            }
        }
        points = kept
        warn(.timeContradicted, dropped) { count, first in
            "\(count) with a time that the neighbors contradict, the first \(first.timestamp); dropped"
        }
    }

    /// The points of each segment, in the order of the file.
    private var segments: [ArraySlice<TrackBuilder.Candidate>] {
        var segments: [ArraySlice<TrackBuilder.Candidate>] = []
        var start = 0
        for index in points.indices
        where index + 1 == points.count || points[index + 1].segment != points[index].segment {
            segments.append(points[start...index])
            start = index + 1
        }
        return segments
    }

    /// The records of one segment that their neighbors contradict.
    private static func wrongIndices(_ times: [Int64]) -> Set<Int> {
        var kept: [Int] = []
        var wrong: Set<Int> = []
        var runs = 0
        var index = 0
        while index < times.count {
            if let before = kept.last, let length = runLength(times, from: index, after: times[before]) {
                wrong.formUnion(index..<index + length)
                runs += 1
                index += length
            } else {
                kept.append(index)
                index += 1
            }
        }
        // That many contradictions are no single bad records but a file in no order.
        if runs > 3, wrong.count * 3 > times.count {
            wrong = []
            kept = Array(times.indices)
        }
        let leading = farRun(kept.map { times[$0] })
        wrong.formUnion(kept.prefix(leading))
        kept.removeFirst(leading)
        let trailing = farRun(kept.reversed().map { times[$0] })
        wrong.formUnion(kept.suffix(trailing))
        return wrong
    }

    /// How many records from `start` on lie further outside the times before and after them than these are apart.
    private static func runLength(_ times: [Int64], from start: Int, after before: Int64) -> Int? {
        for length in 1...longestRun where start + length < times.count {
            let after = times[start + length]
            guard after >= before else { continue }
            let width = after.subtractingClamped(before)
            let low = before.subtractingClamped(width)
            let high = after.addingClamped(width)
            if times[start..<start + length].allSatisfy({ $0 < low || $0 > high }) { return length }
        }
        return nil
    }

    /// How many of the first records lie more than a year from all the others, which are more.
    private static func farRun(_ times: [Int64]) -> Int {
        for length in 1...longestRun where times.count > 2 * length {
            let rest = times[length...]
            guard let first = rest.min(), let last = rest.max() else { continue }
            let low = first.subtractingClamped(year)
            let high = last.addingClamped(year)
            if times[..<length].allSatisfy({ $0 < low || $0 > high }) { return length }
        }
        return 0
    }

    private mutating func tellDisorder() {
        let segments = segments
        let backwards = segments.flatMap { segment in
            zip(segment, segment.dropFirst()).filter { $1.timestamp < $0.timestamp }.map(\.1)
        }
        warn(.timeBackwards, backwards) { count, first in
            "\(count) behind a later one, the first \(first.timestamp); sorted by time"
        }
        var early: [TrackBuilder.Candidate] = []
        var interleaved: [TrackBuilder.Candidate] = []
        var latest: Timestamp?
        var covered: [ClosedRange<Timestamp>] = []
        for segment in segments {
            let times = segment.map(\.timestamp)
            guard let first = times.min(), let last = times.max(), let head = segment.first else { continue }
            if let latest, first < latest { early.append(head) }
            latest = max(latest ?? first, first)
            covered.append(first...last)
            interleaved.append(head)
        }
        warn(.segmentOrder, early) { count, _ in
            "\(count) that begins a segment earlier than one before it in the file; segments sorted by time"
        }
        let overlaps = Self.overlaps(covered)
        warn(.interleaved, overlaps.map { interleaved[$0] }) { count, _ in
            "\(count) that begins a segment while another one is recorded; all sorted by time, with a border at each change"
        }
    }

    /// The indices of the ranges that begin before an earlier one ends.
    private static func overlaps(_ ranges: [ClosedRange<Timestamp>]) -> [Int] {
        var end: Timestamp?
        var found: [Int] = []
        for index in ranges.indices.sorted(by: { (ranges[$0].lowerBound, $0) < (ranges[$1].lowerBound, $1) }) {
            if let end, ranges[index].lowerBound < end { found.append(index) }
            end = max(end ?? ranges[index].upperBound, ranges[index].upperBound)
        }
        return found.sorted()
    }

    /// Of several with one time the last in the file stays. (LNX-062)
    private mutating func mergeEqual() {
        var kept: [TrackBuilder.Candidate] = []
        kept.reserveCapacity(points.count)
        var replaced: [TrackBuilder.Candidate] = []
        for point in points {
            if let last = kept.last, last.timestamp == point.timestamp { replaced.append(kept.removeLast()) }
            kept.append(point)
        }
        points = kept
        warn(.sameTime, replaced) { count, first in
            "\(count) with the time of a later one in the file, the first \(first.timestamp); the later one stands"
        }
    }

    private mutating func warn(
        _ kind: TrackWarning.Kind, _ points: [TrackBuilder.Candidate],
        _ text: (_ count: String, _ first: TrackBuilder.Candidate) -> String
    ) {
        guard let first = points.first else { return }
        let count = points.count == 1 ? "1 point" : "\(points.count) points"
        warnings.append(TrackWarning(kind: kind, line: first.line, point: first.point, text: text(count, first)))
    }
}

extension Int64 {
    fileprivate func subtractingClamped(_ other: Int64) -> Int64 {
        let (difference, overflows) = subtractingReportingOverflow(other)
        return overflows ? (other > 0 ? .min : .max) : difference
    }
}
