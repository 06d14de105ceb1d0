public import Foundation

/// An instant of civil time, in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// A binary floating-point date cannot hold `.204` seconds exactly, so an instant is rounded to the nearest
/// millisecond once, where it enters, and stays what it is from then on. (CIO-073)
public struct Timestamp: Hashable, Comparable, Sendable, Codable {
    /// Milliseconds since 1970-01-01T00:00:00Z; negative before.
    public let milliseconds: Int64

    /// Creates an instant from whole milliseconds since 1970.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Creates an instant from seconds since 1970, rounded to the nearest millisecond.
    ///
    /// Numbers that are not finite, or further than 290 million years from 1970, become the nearest instant there
    /// is; NaN becomes 1970.
    public init(seconds: Double) {
        self.milliseconds = Int64(saturating: (seconds * 1000).rounded())
    }

    /// Creates an instant from a Foundation date, rounded to the nearest millisecond.
    public init(_ date: Date) {
        self.init(seconds: date.timeIntervalSince1970)
    }

    /// The instant as a Foundation date.
    public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

    /// Whole seconds since 1970, truncated towards the past.
    public var wholeSeconds: Int64 {
        let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// The instant that many milliseconds later, held within what the type can carry.
    public func adding(milliseconds delta: Int64) -> Timestamp {
        let (sum, overflow) = milliseconds.addingReportingOverflow(delta)
        return Timestamp(milliseconds: overflow ? (delta < 0 ? .min : .max) : sum)
    }

    /// Milliseconds from `earlier` to this instant; negative if this one is the earlier.
    public func milliseconds(since earlier: Timestamp) -> Int64 {
        let (difference, overflow) = milliseconds.subtractingReportingOverflow(earlier.milliseconds)
        return overflow ? (milliseconds < earlier.milliseconds ? .min : .max) : difference
    }

    /// Orders by time.
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }
}

extension Int64 {
    /// The nearest integer to a double; the ends of the range for what lies beyond, 0 for NaN.
    package init(saturating value: Double) {
        if value.isNaN {
            self = 0
        } else if value >= 9_223_372_036_854_775_808 {
            self = .max
        } else if value <= -9_223_372_036_854_775_808 {
            self = .min
        } else {
            self = Int64(value)
        }
    }
}
