import LocationCore

/// How near the device came to each watched fence that it was not in, day by day, as far as believed fixes tell.
///
/// Kept in memory and written with something else that is committed anyway, at most every ten minutes, so that a fix that
/// changes nothing costs no commit. The end of the process may lose those minutes.
package struct Approaches: Sendable {
    /// One day of one fence.
    struct Nearest: Hashable, Sendable {
        let fence: FenceID
        /// Meters outside the edge, at least 0.
        let distance: Double
        let at: Timestamp
    }

    private struct Entry {
        let owner: StoredFence
        let center: SurfacePoint
        let radius: Double
        let isCircle: Bool
        var day: Int64 = .min
        /// The square of the least chord to the center on this day.
        var leastChord = Double.infinity
        var distance = Double.infinity
        var at = Timestamp(milliseconds: 0)
        var isDirty = false

        var nearest: Nearest { Nearest(fence: owner.fence.id, distance: distance, at: at) }

        /// The square of the chord to the center.
        @inline(__always)
        func chord(to point: SurfacePoint) -> Double {
            let dx = center.x - point.x
            let dy = center.y - point.y
            let dz = center.z - point.z
            return dx * dx + dy * dy + dz * dz
        }
    }

    private static let writeBehind: Int64 = 600_000

    private var placesVersion: Int?
    private var entries: ContiguousArray<Entry> = []
    /// What is over: another day has begun, or the fence is no longer watched.
    private var closed: [Nearest] = []
    /// Since when something waits to be written, on the steady clock.
    private var dirtySince: Int64?

    package init() {}

    /// Takes a believed fix.
    mutating func note(_ fix: Fix, at point: SurfacePoint, steady: Int64, _ durable: Durable) {
        if placesVersion != durable.placesVersion { follow(durable) }
        let day = fix.timestamp.day
        for index in entries.indices {
            let chord = entries[index].chord(to: point)
            if entries[index].day == day, entries[index].isCircle, chord >= entries[index].leastChord { continue }
            improve(index, chord, fix, day, steady, durable)
        }
    }

    private mutating func improve(
        _ index: Int, _ chord: Double, _ fix: Fix, _ day: Int64, _ steady: Int64, _ durable: Durable
    ) {
        var entry = entries[index]
        guard durable.standings.side(of: entry.owner.ordinal) != .inside else { return }
        if entry.day != day {
            if entry.isDirty { closed.append(entry.nearest) }
            (entry.day, entry.leastChord, entry.distance, entry.isDirty) = (day, .infinity, .infinity, false)
        }
        var distance = max(0, chord.squareRoot() - entry.radius)
        guard distance < entry.distance else { return }
        if !entry.isCircle { distance = max(distance, entry.owner.prepared.signedDistance(to: fix.coordinate)) }
        guard distance < entry.distance else { return }
        (entry.leastChord, entry.distance, entry.at, entry.isDirty) = (chord, distance, fix.timestamp, true)
        entries[index] = entry
        dirtySince = dirtySince ?? steady
    }

    private mutating func follow(_ durable: Durable) {
        var known: [Int64: Entry] = [:]
        for entry in entries { known[entry.owner.ordinal] = entry }
        entries = []
        for place in durable.places {
            guard let owner = place.owner else { continue }
            if let entry = known.removeValue(forKey: owner.ordinal), entry.owner.shapeRevision == owner.shapeRevision {
                entries.append(entry)
            } else {
                entries.append(
                    Entry(
                        owner: owner, center: owner.center, radius: owner.enclosing.radius,
                        isCircle: owner.fence.shape.isCircle))
            }
        }
        closed += known.values.filter(\.isDirty).sorted { $0.owner.ordinal < $1.owner.ordinal }.map(\.nearest)
        placesVersion = durable.placesVersion
    }

    /// What has to be written with a commit that happens anyway; taken as written.
    mutating func due(at steady: Int64, _ durable: Durable) -> [Nearest] {
        guard let since = dirtySince else { return [] }
        if placesVersion != durable.placesVersion { follow(durable) }
        guard !closed.isEmpty || steady - since >= Self.writeBehind || steady < since else { return [] }
        var due = closed
        closed = []
        dirtySince = nil
        for index in entries.indices where entries[index].isDirty {
            due.append(entries[index].nearest)
            entries[index].isDirty = false
        }
        return due
    }

    /// What is known in memory of one fence; an earlier day's, or what was written long ago, is in the journal.
    func known(of fence: FenceID) -> [Nearest] {
        closed.filter { $0.fence == fence }
            + entries.filter { $0.owner.fence.id == fence && $0.distance.isFinite }.map(\.nearest)
    }
}

extension Approaches.Nearest {
    /// The text begins with the meters, by which the store finds the least of a day.
    var line: JournalLine {
        JournalLine(
            at: at, fence: fence, code: .approach, text: "\((distance * 10).rounded() / 10) m outside its edge")
    }

    init?(_ line: JournalLine) {
        guard line.code == .approach, let fence = line.fence,
            let distance = line.text.split(separator: " ").first.flatMap({ Double($0) })
        else { return nil }
        self.init(fence: fence, distance: distance, at: line.at)
    }
}

extension Timestamp {
    /// Whole days since 1970, in UTC.
    var day: Int64 { Int64((Double(milliseconds) / 86_400_000).rounded(.down)) }
}
