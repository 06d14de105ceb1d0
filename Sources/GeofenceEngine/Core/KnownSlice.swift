import LocationCore

/// A slice that is registered as it is: while the device stays near, it remains the one to be registered.
package struct KnownSlice: Sendable {
    let ground: Ground
    /// Of the places that are the slice.
    let placesVersion: Int
    /// The number under which the memory has it; `nil` where it is not just the nearest, because some places are occupied.
    let number: Int?
    /// Where it holds without looking.
    let clearing: Clearing

    init(_ slice: SliceMemory.Slice?, from position: Coordinate, placesVersion: Int, on ground: Ground) {
        self.ground = ground
        self.placesVersion = placesVersion
        number = slice?.number
        clearing = Clearing(round: position, metres: slice?.margin ?? 0)
    }

    /// What a slice depends on besides the position.
    struct Terms: Equatable {
        let edition: Durable.Edition
        let activeSet: String
        let places: Int
        let rules: SliceRules
        let clamp: Double?

        static func == (left: Terms, right: Terms) -> Bool {
            left.edition === right.edition && left.places == right.places && left.clamp == right.clamp
                && left.activeSet == right.activeSet && left.rules == right.rules
        }
    }

    /// What a slice was found under, and among which fences. While that is the same, so is the ranking from one place.
    final class Ground: Sendable {
        let terms: Terms
        /// How near two circles had to be to count as the same region.
        let registration: RegistrationRules
        /// With its index, so that asking a copy of it builds none.
        let fences: FenceSet

        init(_ terms: Terms, _ registration: RegistrationRules, _ fences: FenceSet) {
            self.terms = terms
            self.registration = registration
            self.fences = fences
        }
    }
}
