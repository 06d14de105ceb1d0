import LocationCore
import Testing

/// The division of places, beside figures written by hand.
@Suite struct `SHARE fair shares` {
    struct Row: Sendable, CustomTestStringConvertible {
        let places: Int
        let wanted: [String: Int]
        let shares: [String: Int]
        var testDescription: String { "\(places) for \(wanted.sorted { $0.key < $1.key })" }
    }

    @Test(arguments: [
        Row(places: 20, wanted: ["a": 500, "b": 500], shares: ["a": 10, "b": 10]),
        Row(places: 19, wanted: ["a": 500, "b": 500], shares: ["a": 10, "b": 9]),
        Row(places: 20, wanted: ["a": 500, "b": 3], shares: ["a": 17, "b": 3]),
        Row(places: 20, wanted: ["a": 4, "b": 500], shares: ["a": 4, "b": 16]),
        Row(places: 20, wanted: ["a": 10, "b": 11], shares: ["a": 10, "b": 10]),
        Row(places: 20, wanted: ["a": 11, "b": 9], shares: ["a": 11, "b": 9]),
        Row(places: 20, wanted: ["a": 3, "b": 4], shares: ["a": 3, "b": 4]),
        Row(places: 20, wanted: ["a": 0, "b": 500], shares: ["a": 0, "b": 20]),
        Row(places: 1, wanted: ["a": 500, "b": 500], shares: ["a": 1, "b": 0]),
        Row(places: 0, wanted: ["a": 500, "b": 500], shares: ["a": 0, "b": 0]),
        Row(places: -3, wanted: ["a": 500], shares: ["a": 0]),
        Row(places: 20, wanted: ["a": 500, "b": 500, "c": 500], shares: ["a": 7, "b": 7, "c": 6]),
        Row(places: 20, wanted: ["a": 500, "b": 2, "c": 500], shares: ["a": 9, "b": 2, "c": 9]),
        Row(places: 20, wanted: ["a": 6, "b": 7, "c": 500], shares: ["a": 6, "b": 7, "c": 7]),
        Row(places: 20, wanted: [:], shares: [:]),
    ])
    func `SHARE-001 the division is the one written down`(_ row: Row) {
        #expect(fairShares(of: row.places, wanted: row.wanted) == row.shares)
    }

    @Test func `SHARE-002 everyone gets what it wants or the whole part of an equal share, and nothing is wasted`() {
        for places in 0...24 {
            for a in [0, 1, 2, 6, 7, 8, 12, 13, 500] {
                for b in [0, 1, 5, 12, 500] {
                    for c in [0, 3, 8, 500] {
                        let wanted = ["a": a, "b": b, "c": c]
                        let shares = fairShares(of: places, wanted: wanted)

                        let given = shares.values.reduce(0, +)
                        let isRight =
                            given == min(places, a + b + c)
                            && wanted.allSatisfy { name, wish in
                                let share = shares[name] ?? -1
                                return share >= min(wish, places / 3) && share <= wish
                            }
                        #expect(isRight, "\(places) for \(wanted): \(shares)")
                    }
                }
            }
        }
    }
}
