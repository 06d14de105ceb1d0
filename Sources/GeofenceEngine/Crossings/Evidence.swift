package import LocationCore

/// What kind of observation decided a side.
public struct EvidenceKind: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The word that is stored.
    public let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
    /// The system reported that the region's boundary was passed.
    public static let regionCrossing = EvidenceKind(rawValue: "region crossing")
    /// The system said on which side of the region the device is.
    public static let regionState = EvidenceKind(rawValue: "region state")
    /// A fix lay clear of the boundary.
    public static let fix = EvidenceKind(rawValue: "fix")
    /// The circle around a polygon was left.
    public static let enclosingCircleExit = EvidenceKind(rawValue: "exit of the enclosing circle")
    /// The system itself found a stay.
    public static let nativeDwell = EvidenceKind(rawValue: "dwell found by the system")
    /// Time alone, nothing having contradicted it.
    public static let elapsedTime = EvidenceKind(rawValue: "elapsed time")
    /// Nothing yet.
    public static let none = EvidenceKind(rawValue: "nothing")
    /// The stored word.
    public var description: String { rawValue }
}

/// One observation about one fence.
package struct Evidence: Hashable, Sendable {
    package let side: Side
    package let kind: EvidenceKind
    /// The observation's own time.
    package let at: Timestamp
    package let steady: Int64
    /// Whether it proves the other side before it.
    package let isCrossing: Bool
    /// Where the device was, if the observation tells.
    package let position: Fix?
}

extension Evidence {
    /// The same observation by a wall clock that was set.
    func moved(by milliseconds: Int64) -> Evidence {
        Evidence(
            side: side, kind: kind, at: at.adding(milliseconds: milliseconds), steady: steady, isCrossing: isCrossing,
            position: position)
    }
}

extension Place.Doubt {
    /// The same doubt by a wall clock that was set.
    func moved(by milliseconds: Int64) -> Place.Doubt {
        Place.Doubt(evidence: evidence.moved(by: milliseconds), isCrossing: isCrossing)
    }
}
