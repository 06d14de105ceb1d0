package import LocationCore
package import LocationSimulator

/// A track as the phone of an example travels it.
package struct Journey: Sendable {
    /// Longer pauses of a recording are not lived through.
    package static let longestPause: Int64 = 86_400_000
    /// How long the phone stays awake after the last point before such a pause: dwells and uploads come to an end.
    private static let wakeAfter: Int64 = 3_600_000
    /// How long before the next point it wakes.
    private static let wakeBefore: Int64 = 2_000

    /// Where the phone is at which time.
    package let path: [TimedPosition]
    private let pauses: [(from: Timestamp, to: Timestamp)]

    /// Plans a journey.
    ///
    /// - Parameters:
    ///   - track: The recording.
    ///   - throughGaps: Whether the phone travels evenly where the recording tells no way.
    ///   - shift: Milliseconds by which everything happens later than it was recorded.
    package init(along track: Track, throughGaps: Bool, later shift: Int64 = 0) {
        path = track.path(throughGaps: throughGaps, later: shift)
        pauses = zip(track.points, track.points.dropFirst()).compactMap { before, after in
            guard after.timestamp.milliseconds(since: before.timestamp) > Self.longestPause else { return nil }
            return (
                before.timestamp.adding(milliseconds: shift + Self.wakeAfter),
                after.timestamp.adding(milliseconds: shift - Self.wakeBefore)
            )
        }
    }

    /// Where the way has come to at a time: the last point up to it.
    package func place(at time: Timestamp) -> Coordinate? {
        var (low, high) = (0, path.count)
        while low < high {
            let middle = (low + high) / 2
            if path[middle].at <= time { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? path[low - 1].coordinate : path.first?.coordinate
    }

    /// Where a pause leads that has begun at a time; the time itself outside of pauses.
    package func skippingPause(at time: Timestamp) -> Timestamp {
        pauses.first { $0.from < time && time < $0.to }?.to ?? time
    }

    /// The times between two instants that are lived through.
    package func awake(from start: Timestamp, to end: Timestamp) -> [ClosedRange<Timestamp>] {
        var stretches: [ClosedRange<Timestamp>] = []
        var begin = start
        for pause in pauses where pause.from > begin && pause.from < end {
            stretches.append(begin...pause.from)
            begin = pause.to
        }
        if begin <= end { stretches.append(begin...end) }
        return stretches
    }

    /// Lets time pass; a pause of more than a day passes in one go, and is told.
    package func advance(_ phone: SimulatedPhone, to time: Timestamp) async {
        for pause in pauses where pause.from < time && phone.now.wall < pause.to {
            await phone.advance(to: pause.from)
            let end = min(time, pause.to)
            let days = end.milliseconds(since: pause.from) / Self.longestPause
            print("nothing was recorded from \(pause.from) to \(pause.to): the phone sleeps (\(days) days and some)")
            await phone.sleep(until: end)
        }
        await phone.advance(to: time)
    }
}
