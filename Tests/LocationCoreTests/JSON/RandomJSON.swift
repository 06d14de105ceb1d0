import LocationCore

/// A small generator (SplitMix64) whose sequence depends on the seed alone.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension JSONValue {
    /// Any value, of at most `depth` further levels.
    static func random(depth: Int, using random: inout SeededGenerator) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 10 : 6), using: &random) {
        case 0: .null
        case 1: .bool(.random(using: &random))
        case 2: .integer(Int64(bitPattern: random.next()) >> Int64.random(in: 0..<64, using: &random))
        case 3: .unsigned(random.next() | 1 << 63)
        case 4: JSONValue.number(Double(bitPattern: random.next())) ?? .double(-0.0)
        case 5: .string(randomText(using: &random))
        case 6, 7:
            .array((0..<Int.random(in: 0...5, using: &random)).map { _ in .random(depth: depth - 1, using: &random) })
        default:
            .object(
                JSONObject(
                    (0..<Int.random(in: 0...5, using: &random)).map { _ in
                        (key: randomText(using: &random), value: .random(depth: depth - 1, using: &random))
                    }))
        }
    }

    private static func randomText(using random: inout SeededGenerator) -> String {
        let ranges: [ClosedRange<UInt32>] = [0...0x7F, 0x80...0x7FF, 0x300...0x36F, 0x800...0xFFFF, 0x1F300...0x1F9FF]
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...20, using: &random) {
            let range = ranges[Int.random(in: 0..<ranges.count, using: &random)]
            if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) { text.append(scalar) }
        }
        return String(text)
    }
}
