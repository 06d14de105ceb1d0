package import LocationCore

extension FenceShape {
    /// Whether it is a circle.
    public var isCircle: Bool {
        if case .circle = self { true } else { false }
    }

    /// The circle, where it is one.
    package var circle: Circle? {
        if case .circle(let circle) = self { circle } else { nil }
    }
}
