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
    /// The shape, ready for many questions; made at the first.
    private let preparation: Preparation

    package init(fence: Fence, ordinal: Int64, revision: Int, shapeRevision: Int) {
        self.fence = fence
        self.ordinal = ordinal
        self.revision = revision
        self.shapeRevision = shapeRevision
        self.enclosing = fence.watchedCircle ?? fence.shape.enclosingCircle
        self.center = SurfacePoint(enclosing.center)
        self.preparation = Preparation(fence.shape)
    }

    /// The same place in the order with another definition.
    package func replaced(by fence: Fence) -> StoredFence {
        StoredFence(
            fence: fence, ordinal: ordinal, revision: revision + 1,
            shapeRevision: fence.shape == self.fence.shape && fence.watchedCircle == self.fence.watchedCircle
                ? shapeRevision : shapeRevision + 1)
    }
}

extension StoredFence {
    /// The shape, ready for many questions.
    package var prepared: PreparedShape { preparation.shape }

    /// Twice the area by the perimeter, in metres.
    var scale: Double { preparation.scale }

    /// Whether both are the same definition at the same place; the rest follows from it.
    public static func == (left: StoredFence, right: StoredFence) -> Bool {
        left.ordinal == right.ordinal && left.revision == right.revision && left.shapeRevision == right.shapeRevision
            && left.fence == right.fence
    }

    /// Feeds the place and the name.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ordinal)
        hasher.combine(fence.id)
    }
}

/// What is worked out of a shape once, when it is first needed.
private final class Preparation: Sendable {
    private struct Work {
        var prepared: PreparedShape?
        var scale: Double?
    }

    private let original: FenceShape
    private let work = Locked(Work())

    init(_ shape: FenceShape) { original = shape }

    var shape: PreparedShape {
        work.withLock { work in
            if let prepared = work.prepared { return prepared }
            let prepared = PreparedShape(original)
            work.prepared = prepared
            return prepared
        }
    }

    var scale: Double {
        work.withLock { work in
            if let scale = work.scale { return scale }
            let scale = 2 * original.area / original.perimeter
            work.scale = scale
            return scale
        }
    }
}
