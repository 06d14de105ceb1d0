package import LocationCore

extension Verdict {
    /// Judges a circle: inside when the whole accuracy circle is within, outside when none of it is.
    ///
    /// On the line is inside, so only an accuracy circle that stays clear of the line is outside. There is no
    /// further margin. (design, *Crossings*)
    package init(distanceToCenter distance: Double, radius: Double, accuracy: Double?) {
        guard let accuracy else {
            self = .cannotTell
            return
        }
        if distance + accuracy <= radius {
            self = .inside
        } else if distance - accuracy > radius {
            self = .outside
        } else {
            self = .cannotTell
        }
    }

    /// The side it proves, if it proves one.
    package var side: Side? {
        switch self {
        case .inside: .inside
        case .outside: .outside
        case .cannotTell: nil
        }
    }
}
