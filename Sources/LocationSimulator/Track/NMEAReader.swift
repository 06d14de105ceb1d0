import LocationCore

/// Turns an NMEA log into a track. (LNX-080…088)
struct NMEAReader {
    private var builder: TrackBuilder
    private var calendar = NMEACalendar()
    private var current: NMEAEpoch?
    private var toldChecksum = false
    private var sawFix = false
    /// The kinds of sentences that are not read, in alphabetical order, when nothing else has come.
    private var others: Set<String> = []
    private var sawPositionSentence = false

    static func read(_ bytes: [UInt8], options: TrackOptions) throws(TrackError) -> Track {
        var reader = NMEAReader(builder: TrackBuilder(options: options))
        var lines = NMEALines(bytes)
        while let line = try lines.next() { reader.take(line, number: lines.number) }
        reader.close()
        if !reader.sawPositionSentence, !reader.others.isEmpty {
            throw .onlyOtherSentences(Array(reader.others.sorted().prefix(Self.listedKinds)))
        }
        let baseDay = options.baseDate.map { Self.day(of: $0) }
        if let rest = reader.calendar.finish(baseDay: baseDay) {
            for dated in rest { reader.add(dated) }
        } else if reader.sawFix {
            throw .dateNeeded
        }
        return try reader.builder.finish()
    }

    /// More kinds of sentences are not listed in an error.
    private static let listedKinds = 20

    private init(builder: TrackBuilder) { self.builder = builder }

    private static func day(of instant: Timestamp) -> Int64 {
        let (day, rest) = instant.milliseconds.quotientAndRemainder(dividingBy: NMEAField.dayInMilliseconds)
        return rest < 0 ? day - 1 : day
    }

    private mutating func take(_ line: ArraySlice<UInt8>, number: Int) {
        if line.contains(where: { !(0x20...0x7E).contains($0) && $0 != 0x09 }) {
            builder.warn(.garbage, line: number, "bytes that are no text; skipped")
        }
        // A sentence holds no "$": what stands before the last one was cut off.
        guard let dollar = line.lastIndex(of: UInt8(ascii: "$")) else { return }
        if line[..<dollar].contains(UInt8(ascii: "$")) {
            builder.warn(.sentence, line: number, "a sentence ends where the next begins; dropped")
        }
        switch NMEASentence.read(line[(dollar + 1)...]) {
        case .nothing: break
        case .wrongChecksum: builder.warn(.checksum, line: number, "the checksum does not fit; dropped")
        case .sentence(let sentence): take(sentence, number: number)
        }
    }

    private mutating func take(_ sentence: NMEASentence, number: Int) {
        do {
            switch sentence.kind {
            case "RMC": try takeMinimum(sentence, number: number)
            case "GGA": try takeQuality(sentence, number: number)
            case "GNS": try takeModes(sentence, number: number)
            case "ZDA":
                others.insert("ZDA")
                try takeDate(sentence, number: number)
            default:
                let name = sentence.kind.map(String.init) ?? sentence.address
                if others.count < 1000, !name.isEmpty, name.utf8.count <= 8 { others.insert(name) }
                return
            }
        } catch {
            builder.warn(error.kind, line: number, "\(sentence.address): \(error.text); dropped")
            return
        }
        if !sentence.hasChecksum, !toldChecksum {
            toldChecksum = true
            builder.warn(.checksumMissing, line: number, "sentences without checksum are accepted")
        }
    }

    private mutating func takeMinimum(_ sentence: NMEASentence, number: Int) throws(NMEAFault) {
        sawPositionSentence = true
        // Only a checksum shows that a short sentence of an old receiver is whole.
        try expect(sentence, fields: sentence.hasChecksum ? 9 : 11)
        guard ["A", "V"].contains(sentence[2]) else {
            throw NMEAFault(.sentence, "the status \"\(sentence[2])\" is neither A nor V")
        }
        let hasFix = sentence[2] == "A" && sentence[12] != "N"
        guard let time = try time(sentence[1], isNeeded: hasFix) else { return builder.countWithoutFix() }
        let day = NMEAField.day(sentence[9])
        guard day != nil || sentence[9].isEmpty else {
            throw NMEAFault(.time, "\"\(sentence[9])\" is no date")
        }
        let coordinate = hasFix ? try NMEAField.coordinate(sentence, from: 3) : nil
        let speed = measured(sentence[7], "speed", number).map { $0 * 0.514444 }
        let course = measured(sentence[8], "course", number)
        if let course, course > 360 { builder.warn(.value, line: number, "course \(course) is above 360; left out") }
        turn(to: time, sentence, number: number)
        current?.minimum = NMEAEpoch.Minimum(
            coordinate: coordinate, speed: speed,
            course: course.flatMap { $0 == 360 ? 0 : ($0 < 360 ? $0 : nil) }, isSimulated: sentence[12] == "S")
        if let day { current?.day = day }
    }

    private mutating func takeQuality(_ sentence: NMEASentence, number: Int) throws(NMEAFault) {
        sawPositionSentence = true
        try expect(sentence, fields: sentence.hasChecksum ? 9 : 14)
        guard let quality = DecimalText.digits(sentence[6].isEmpty ? "0" : sentence[6]) else {
            throw NMEAFault(.sentence, "the quality \"\(sentence[6])\" is no number")
        }
        guard let time = try time(sentence[1], isNeeded: quality > 0) else { return builder.countWithoutFix() }
        let coordinate = quality > 0 ? try NMEAField.coordinate(sentence, from: 2) : nil
        let dilution = measured(sentence[8], "HDOP", number)
        let altitude = value(sentence[9], "altitude", number)
        turn(to: time, sentence, number: number)
        current?.quality = NMEAEpoch.Quality(
            coordinate: coordinate, accuracy: dilution.flatMap(TrackBuilder.accuracy(fromDilution:)),
            altitude: altitude, isSimulated: quality == 8)
    }

    private mutating func takeDate(_ sentence: NMEASentence, number: Int) throws(NMEAFault) {
        try expect(sentence, fields: 4)
        if sentence[1].isEmpty || sentence[4].isEmpty { return }
        guard let time = try time(sentence[1], isNeeded: true) else { return }
        guard let day = DecimalText.digits(sentence[2]), let month = DecimalText.digits(sentence[3]),
            let year = DecimalText.digits(sentence[4], count: 4),
            let date = NMEAField.day(year: year, month: month, day: day)
        else { throw NMEAFault(.time, "\"\(sentence[2]),\(sentence[3]),\(sentence[4])\" is no date") }
        turn(to: time, sentence, number: number)
        // RMC goes first: it belongs to the fix itself.
        if current?.day == nil { current?.day = date }
    }

    /// GNS is GGA with a letter for each system of satellites in the place of the quality. (AMD-25)
    private mutating func takeModes(_ sentence: NMEASentence, number: Int) throws(NMEAFault) {
        sawPositionSentence = true
        try expect(sentence, fields: sentence.hasChecksum ? 9 : 12)
        guard sentence[6].utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) else {
            throw NMEAFault(.sentence, "the modes \"\(sentence[6])\" are no letters")
        }
        let hasFix = sentence[6].contains { $0 != "N" }
        guard let time = try time(sentence[1], isNeeded: hasFix) else { return builder.countWithoutFix() }
        let coordinate = hasFix ? try NMEAField.coordinate(sentence, from: 2) : nil
        let dilution = measured(sentence[8], "HDOP", number)
        let altitude = value(sentence[9], "altitude", number)
        turn(to: time, sentence, number: number)
        if current?.quality != nil { return }
        current?.quality = NMEAEpoch.Quality(
            coordinate: coordinate, accuracy: dilution.flatMap(TrackBuilder.accuracy(fromDilution:)),
            altitude: altitude, isSimulated: sentence[6].allSatisfy { $0 == "S" || $0 == "N" } && hasFix)
    }

    /// Makes `current` the epoch of that time, and passes the one before on. (LNX-080)
    ///
    /// The second sentence of one kind and talker is a record of its own: a clock that stands must not make one point of
    /// a way. (AMD-22)
    private mutating func turn(to time: Int64, _ sentence: NMEASentence, number: Int) {
        if current?.timeOfDay == time, current?.addresses.contains(sentence.address) == false {
            current?.addresses.insert(sentence.address)
            return
        }
        close()
        current = NMEAEpoch(timeOfDay: time, line: number)
        current?.addresses = [sentence.address]
    }

    private mutating func close() {
        guard let epoch = current else { return }
        current = nil
        if let metres = epoch.disagreement, metres > 1 {
            let text = "RMC and GGA are \(Int64(saturating: metres.rounded(.up))) m apart; RMC was taken"
            builder.warn(.disagreement, line: epoch.line, text)
        }
        if epoch.coordinate != nil { sawFix = true }
        let (dated, tooOld) = calendar.take(epoch)
        for old in tooOld where old.coordinate != nil {
            builder.warn(.dateMissing, line: old.line, "no date came within 10 s; dropped")
        }
        for epoch in dated { add(epoch) }
    }

    private mutating func add(_ dated: NMEACalendar.Dated) {
        if let candidate = dated.epoch.candidate(at: dated.day) {
            builder.add(candidate)
        } else if dated.epoch.hasFixSentence {
            builder.countWithoutFix()
        }
    }

    private func expect(_ sentence: NMEASentence, fields: Int) throws(NMEAFault) {
        guard sentence.fields.count >= fields else {
            throw NMEAFault(.sentence, "\(sentence.fields.count) fields where at least \(fields) are due")
        }
    }

    private func time(_ text: Substring, isNeeded: Bool) throws(NMEAFault) -> Int64? {
        if text.isEmpty, !isNeeded { return nil }
        guard let time = NMEAField.timeOfDay(text) else { throw NMEAFault(.time, "\"\(text)\" is no time") }
        return time
    }

    private mutating func value(_ text: Substring, _ name: String, _ number: Int) -> Double? {
        if text.isEmpty { return nil }
        if let value = DecimalText.number(text) { return value }
        builder.warn(.value, line: number, "\(name) \"\(text)\" is no number; left out")
        return nil
    }

    private mutating func measured(_ text: Substring, _ name: String, _ number: Int) -> Double? {
        value(text, name, number).flatMap { $0 >= 0 ? $0 : nil }
    }
}
