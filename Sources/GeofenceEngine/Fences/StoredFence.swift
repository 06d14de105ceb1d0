package import LocationCore

/// A fence with its place in the stored order.
public struct StoredFence: Hashable, Sendable {
    /// The definition.
    public let fence: Fence
    /// The place in the stored order, unique over all sets of one store; kept when the fence is overwritten.
    public let ordinal: Int64
    /// How often the definition was replaced; 0 at first.
    public let revision: Int
    /// How often the shape was replaced. A report about an earlier shape says nothing about this one. (BGEO-143)
    public let shapeRevision: Int
    /// The circle that stands for the shape: itself, or the smallest one around it.
    package let enclosing: Circle
    /// The middle of ``enclosing``, ready for measuring.
    package let center: SurfacePoint

    package init(fence: Fence, ordinal: Int64, revision: Int, shapeRevision: Int) {
        self.fence = fence
        self.ordinal = ordinal
        self.revision = revision
        self.shapeRevision = shapeRevision
        self.enclosing = fence.shape.enclosingCircle
        self.center = SurfacePoint(enclosing.center)
    }

    /// The same place in the order with another definition.
    package func replaced(by fence: Fence) -> StoredFence {
        StoredFence(
            fence: fence, ordinal: ordinal, revision: revision + 1,
            shapeRevision: fence.shape == self.fence.shape ? shapeRevision : shapeRevision + 1)
    }
}
