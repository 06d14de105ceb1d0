import LocationCore

/// A slice that is registered as it is: while the device stays near, it remains the one to be registered.
package struct KnownSlice: Sendable {
    /// What it was found under. While that is the same, so is the ranking from one place.
    struct Terms: Equatable {
        let memory: ObjectIdentifier
        let placesVersion: Int
        let places: Int
        let rules: SliceRules
        let clamp: Double?
    }

    let terms: Terms
    /// Keeps what the terms name, so that no other takes its address.
    let memory: SliceMemory
    let slice: SliceMemory.Slice
    /// Where it holds without looking.
    let clearing: Clearing

    init(_ slice: SliceMemory.Slice, from position: Coordinate, _ memory: SliceMemory, _ terms: Terms) {
        self.slice = slice
        self.memory = memory
        self.terms = terms
        clearing = Clearing(round: position, metres: slice.margin)
    }
}
