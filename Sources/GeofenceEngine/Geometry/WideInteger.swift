/// A whole number of any length, for the comparisons that doubles cannot decide.
///
/// Every double is a whole number of some power of two. Differences and products of such numbers lose nothing, not
/// even where a subnormal latitude meets a longitude of 180, which sums of doubles could not hold.
struct WideInteger {
    private let isNegative: Bool
    /// Least significant first, without zeros at the end; empty for 0.
    private let limbs: [UInt64]

    private init(isNegative: Bool, limbs: [UInt64]) {
        var limbs = limbs
        while limbs.last == 0 { limbs.removeLast() }
        self.limbs = limbs
        self.isNegative = isNegative && !limbs.isEmpty
    }

    /// The number of units of 2^`exponent` in `value`, which must be whole.
    init(_ value: Double, unitExponent exponent: Int) {
        let (significand, lowest) = Self.parts(of: value)
        guard significand != 0 else {
            self.init(isNegative: false, limbs: [])
            return
        }
        precondition(value.isFinite && lowest >= exponent, "a unit divides the value")
        let (words, bits) = (lowest - exponent).quotientAndRemainder(dividingBy: 64)
        var limbs = [UInt64](repeating: 0, count: words)
        limbs.append(significand << UInt64(bits))
        if bits > 0 { limbs.append(significand >> UInt64(64 - bits)) }
        self.init(isNegative: value < 0, limbs: limbs)
    }

    /// The exponent of the largest power of two that divides all the values; 0 when all are 0.
    static func unitExponent(_ values: some Sequence<Double>) -> Int {
        values.lazy.map(parts(of:)).filter { $0.significand != 0 }.map(\.lowest).min() ?? 0
    }

    /// −1, 0 or 1.
    var sign: Int { limbs.isEmpty ? 0 : isNegative ? -1 : 1 }

    static func + (left: WideInteger, right: WideInteger) -> WideInteger {
        if left.isNegative == right.isNegative {
            return WideInteger(isNegative: left.isNegative, limbs: sum(left.limbs, right.limbs))
        }
        return isLess(left.limbs, right.limbs)
            ? WideInteger(isNegative: right.isNegative, limbs: difference(right.limbs, left.limbs))
            : WideInteger(isNegative: left.isNegative, limbs: difference(left.limbs, right.limbs))
    }

    static func - (left: WideInteger, right: WideInteger) -> WideInteger {
        left + WideInteger(isNegative: !right.isNegative, limbs: right.limbs)
    }

    static func * (left: WideInteger, right: WideInteger) -> WideInteger {
        var limbs = [UInt64](repeating: 0, count: left.limbs.count + right.limbs.count)
        for (i, a) in left.limbs.enumerated() {
            var carry: UInt64 = 0
            for (j, b) in right.limbs.enumerated() {
                // a·b + limb + carry never exceeds 2^128 − 1.
                let (high, low) = a.multipliedFullWidth(by: b)
                let (first, overflow1) = low.addingReportingOverflow(limbs[i + j])
                let (second, overflow2) = first.addingReportingOverflow(carry)
                limbs[i + j] = second
                carry = high + (overflow1 ? 1 : 0) + (overflow2 ? 1 : 0)
            }
            limbs[i + right.limbs.count] = carry
        }
        return WideInteger(isNegative: left.isNegative != right.isNegative, limbs: limbs)
    }

    /// An odd whole number and an exponent whose product is the magnitude of a finite value.
    private static func parts(of value: Double) -> (significand: UInt64, lowest: Int) {
        let biased = Int(value.exponentBitPattern)
        let whole = biased == 0 ? value.significandBitPattern : value.significandBitPattern | 1 << 52
        guard whole != 0 else { return (0, 0) }
        let zeros = whole.trailingZeroBitCount
        return (whole >> UInt64(zeros), max(biased, 1) - 1075 + zeros)
    }

    private static func isLess(_ left: [UInt64], _ right: [UInt64]) -> Bool {
        if left.count != right.count { return left.count < right.count }
        for (a, b) in zip(left.reversed(), right.reversed()) where a != b { return a < b }
        return false
    }

    private static func sum(_ left: [UInt64], _ right: [UInt64]) -> [UInt64] {
        var result: [UInt64] = []
        var carry: UInt64 = 0
        for index in 0..<max(left.count, right.count) {
            let a = index < left.count ? left[index] : 0
            let b = index < right.count ? right[index] : 0
            let (first, overflow1) = a.addingReportingOverflow(b)
            let (second, overflow2) = first.addingReportingOverflow(carry)
            result.append(second)
            carry = overflow1 || overflow2 ? 1 : 0
        }
        return carry == 0 ? result : result + [carry]
    }

    /// `left` − `right`, where `left` is not the smaller.
    private static func difference(_ left: [UInt64], _ right: [UInt64]) -> [UInt64] {
        var result: [UInt64] = []
        var borrow: UInt64 = 0
        for index in left.indices {
            let b = index < right.count ? right[index] : 0
            let (first, overflow1) = left[index].subtractingReportingOverflow(b)
            let (second, overflow2) = first.subtractingReportingOverflow(borrow)
            result.append(second)
            borrow = overflow1 || overflow2 ? 1 : 0
        }
        return result
    }
}
