/// When tracking pauses because the device is still.
public struct StationaryRules: Hashable, Sendable {
    /// How far from where it stopped the device may be and count as still, in metres; its own region is that wide.
    public var radius: Double
    /// How long it must have been still, in milliseconds.
    public var after: Int64

    /// Describes a pause.
    public init(radius: Double, after: Int64) {
        self.radius = radius
        self.after = after
    }
}
