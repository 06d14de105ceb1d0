import LocationCore

/// What the sentences of one moment say together. (LNX-080)
struct NMEAEpoch {
    /// The part of RMC that is read.
    struct Minimum {
        /// `nil` when the receiver says that it has no fix. (LNX-081)
        let coordinate: Coordinate?
        let speed: Double?
        let course: Double?
        let isSimulated: Bool
    }

    /// The part of GGA or GNS that is read.
    struct Quality {
        /// `nil` when the receiver says that it has no fix. (LNX-081)
        let coordinate: Coordinate?
        let accuracy: Double?
        let altitude: Double?
        let isSimulated: Bool
    }

    /// Milliseconds of the day.
    let timeOfDay: Int64
    /// The line of its first sentence.
    let line: Int
    /// Days since 1970, if a sentence of this moment tells.
    var day: Int64?
    var minimum: Minimum?
    var quality: Quality?
    /// Of which sentences it is made.
    var addresses: Set<String> = []

    init(timeOfDay: Int64, line: Int) {
        self.timeOfDay = timeOfDay
        self.line = line
    }

    /// Whether one of the sentences could hold a position, be it that the receiver has none.
    var hasFixSentence: Bool { minimum != nil || quality != nil }

    /// Where the device is; `nil` if one of the sentences says that there is no fix. RMC goes before GGA.
    var coordinate: Coordinate? {
        if let minimum, minimum.coordinate == nil { return nil }
        if let quality, quality.coordinate == nil { return nil }
        return minimum?.coordinate ?? quality?.coordinate
    }

    /// Metres between what RMC and GGA say, if both say something.
    var disagreement: Double? {
        guard let first = minimum?.coordinate, let second = quality?.coordinate else { return nil }
        return first.planeDistance(to: second)
    }

    func candidate(at day: Int64) -> TrackBuilder.Candidate? {
        coordinate.map {
            TrackBuilder.Candidate(
                coordinate: $0,
                timestamp: Timestamp(milliseconds: day * NMEAField.dayInMilliseconds + timeOfDay),
                accuracy: quality?.accuracy, altitude: quality?.altitude, speed: minimum?.speed,
                course: minimum?.course,
                isSimulated: minimum?.isSimulated == true || quality?.isSimulated == true, line: line)
        }
    }
}
