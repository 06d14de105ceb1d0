/// Which day a time belongs to, in a format that tells the date in some sentences only. (LNX-082, LNX-083)
struct NMEACalendar {
    /// An epoch whose day is settled.
    struct Dated {
        let epoch: NMEAEpoch
        let day: Int64
    }

    /// How long a fix may wait for the first date, in milliseconds.
    static let patience: Int64 = 10_000

    /// The last moment that was seen, on its day; `nil` before the first date.
    private var now: (day: Int64, timeOfDay: Int64)?
    /// Before the first date: everything. Afterwards: what was put on the next day by its time alone and waits for a
    /// date to confirm or correct that. Days count from `now` or, without it, are not told yet.
    private var held: [(epoch: NMEAEpoch, day: Int64)] = []

    /// Takes the next epoch and gives those whose day is settled by it, and those that waited too long for a date.
    mutating func take(_ epoch: NMEAEpoch) -> (dated: [Dated], tooOld: [NMEAEpoch]) {
        guard let now else {
            guard let day = epoch.day else {
                held.append((epoch, 0))
                return ([], [])
            }
            return begin(epoch, day: day)
        }
        let isNextDay = now.timeOfDay - epoch.timeOfDay > NMEAField.dayInMilliseconds / 2
        let guess = now.day + (isNextDay ? 1 : 0)
        if let day = epoch.day {
            let settled = held.map { Dated(epoch: $0.epoch, day: $0.day + day - guess) }
            held = []
            self.now = (day, epoch.timeOfDay)
            return (settled + [Dated(epoch: epoch, day: day)], [])
        }
        self.now = (guess, epoch.timeOfDay)
        if held.isEmpty, !isNextDay { return ([Dated(epoch: epoch, day: guess)], []) }
        held.append((epoch, guess))
        return ([], [])
    }

    /// The rest at the end of the file.
    ///
    /// - Parameter baseDay: The day on which a file without any date begins.
    /// - Returns: `nil` when there is no date at all.
    mutating func finish(baseDay: Int64?) -> [Dated]? {
        defer { held = [] }
        if now != nil { return held.map { Dated(epoch: $0.epoch, day: $0.day) } }
        guard var day = baseDay else { return nil }
        var last: Int64 = 0
        return held.map { epoch, _ in
            if last - epoch.timeOfDay > NMEAField.dayInMilliseconds / 2 { day += 1 }
            last = epoch.timeOfDay
            return Dated(epoch: epoch, day: day)
        }
    }

    /// The first date: what waited for less than 10 s is on the same day, or on the one before if midnight passed.
    private mutating func begin(_ epoch: NMEAEpoch, day: Int64) -> (dated: [Dated], tooOld: [NMEAEpoch]) {
        now = (day, epoch.timeOfDay)
        var dated: [Dated] = []
        var tooOld: [NMEAEpoch] = []
        for (waiting, _) in held {
            let isDayBefore = waiting.timeOfDay > epoch.timeOfDay
            let waited = epoch.timeOfDay - waiting.timeOfDay + (isDayBefore ? NMEAField.dayInMilliseconds : 0)
            if waited < Self.patience {
                dated.append(Dated(epoch: waiting, day: day - (isDayBefore ? 1 : 0)))
            } else {
                tooOld.append(waiting)
            }
        }
        held = []
        return (dated + [Dated(epoch: epoch, day: day)], tooOld)
    }
}
