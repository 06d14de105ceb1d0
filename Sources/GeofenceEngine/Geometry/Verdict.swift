public import LocationCore

/// What one fix says about one shape.
public enum Verdict: Hashable, Sendable {
    /// The whole circle of the fix's accuracy lies in the shape.
    case inside
    /// The whole circle lies outside.
    case outside
    /// The circle straddles the boundary, or the accuracy is unknown.
    case cannotTell
}

extension PreparedShape {
    /// Whether a fix lies inside, outside, or cannot tell. (design, *Crossings*)
    ///
    /// There is no further margin. The boundary belongs to the inside: a circle that touches it from within is inside,
    /// one that touches it from outside cannot tell. A fix without a known accuracy never tells.
    public func verdict(of fix: Fix) -> Verdict {
        guard let accuracy = fix.accuracy else { return .cannotTell }
        return verdict(at: fix.coordinate, accuracy: accuracy)
    }

    /// The same for a position that is known to within some metres.
    ///
    /// - Parameter accuracy: Metres; finite and at least 0.
    public func verdict(at coordinate: Coordinate, accuracy: Double) -> Verdict {
        precondition(accuracy.isFinite && accuracy >= 0, "an accuracy is a finite number of metres from 0")
        let distance = signedDistance(to: coordinate)
        if distance > accuracy { return .outside }
        return -distance >= accuracy ? .inside : .cannotTell
    }
}
