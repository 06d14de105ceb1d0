import Foundation
import LocationCore
import Testing

@Suite struct `Timestamps` {
    @Test(
        arguments: [
            (1_783_359_730.482, 1_783_359_730_482),
            (0.0004, 0),
            (0.0006, 1),
            (-0.0006, -1),
            (.nan, 0),
            (.infinity, .max),
            (-.infinity, .min),
            (1e300, .max),
        ] as [(Double, Int64)])
    func `CIO-073 seconds become the nearest millisecond there is`(seconds: Double, milliseconds: Int64) {
        #expect(Timestamp(seconds: seconds).milliseconds == milliseconds)
    }

    @Test func `a date of Foundation comes back to the millisecond`() {
        for milliseconds in [0, 1, 204, 1_783_359_730_482, -1, -999] as [Int64] {
            #expect(Timestamp(Timestamp(milliseconds: milliseconds).date).milliseconds == milliseconds)
        }
    }

    @Test(arguments: [(1999, 1), (1000, 1), (0, 0), (-1, -1), (-1000, -1), (-1001, -2)] as [(Int64, Int64)])
    func `whole seconds are truncated towards the past`(milliseconds: Int64, seconds: Int64) {
        #expect(Timestamp(milliseconds: milliseconds).wholeSeconds == seconds)
    }

    @Test func `sums and differences stay within what the type can carry`() {
        let last = Timestamp(milliseconds: .max)
        let first = Timestamp(milliseconds: .min)

        #expect(last.adding(milliseconds: 1) == last)
        #expect(first.adding(milliseconds: -1) == first)
        #expect(Timestamp(milliseconds: 5).adding(milliseconds: -7).milliseconds == -2)
        #expect(last.milliseconds(since: first) == .max)
        #expect(first.milliseconds(since: last) == .min)
        #expect(Timestamp(milliseconds: 5).milliseconds(since: Timestamp(milliseconds: 7)) == -2)
        #expect(first < last)
    }
}
