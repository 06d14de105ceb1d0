/// What a part of a fence definition is about, whatever a style calls it.
public enum FenceAspect: String, Hashable, Sendable, Codable, CaseIterable {
    /// The customer's name for it.
    case id
    /// The middle of a circle.
    case center
    /// Metres from the middle to the edge.
    case radius
    /// The rings of an area that is no circle.
    case polygon
    /// The circle that a server gives for a polygon.
    case watchedCircle
    /// Whether coming in is told.
    case enter
    /// Whether going out is told.
    case exit
    /// Whether staying is told.
    case dwell
    /// How long a stay is.
    case dwellDelay
    /// One of the customer's own values.
    case data
    /// What is shown at a crossing.
    case notification
    /// A name for people to read.
    case name
    /// Groups of fences.
    case geosets
    /// When the definition was last changed.
    case lastUpdated
    /// A name in another system.
    case externalID
    /// The order of the fences.
    case order
    /// Options that came with the fences.
    case options
}
