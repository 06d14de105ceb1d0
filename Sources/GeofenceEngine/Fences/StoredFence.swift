package import LocationCore

/// A fence with its place in the stored order.
///
/// Tens of thousands of them lie in memory, and rankings pass them round with every fix, so a value is one reference.
public struct StoredFence: Sendable {
    private let contents: Contents

    /// The definition.
    public var fence: Fence { contents.fence }
    /// The place in the stored order, unique over all sets of one store; kept when the fence is overwritten.
    public var ordinal: Int64 { contents.ordinal }
    /// How often the definition was replaced; 0 at first.
    public var revision: Int { contents.revision }
    /// How often the shape was replaced. A report about an earlier shape says nothing about this one. (BGEO-143)
    public var shapeRevision: Int { contents.shapeRevision }
    /// The circle that stands for the shape: itself, or the smallest one around it.
    package var enclosing: Circle { contents.enclosing }
    /// The middle of ``enclosing``, ready for measuring.
    package var center: SurfacePoint { contents.center }
    /// The shape, ready for many questions; made at the first.
    package var prepared: PreparedShape { contents.preparation?.shape ?? PreparedShape(fence.shape) }

    /// Whether a position lies in the shape or on its edge.
    package func contains(_ position: Coordinate) -> Bool {
        contents.preparation?.contains(position) ?? fence.shape.contains(position)
    }

    /// Twice the area by the perimeter, in metres.
    var scale: Double { contents.preparation?.scale ?? 2 * fence.shape.area / fence.shape.perimeter }

    package init(fence: Fence, ordinal: Int64, revision: Int, shapeRevision: Int) {
        contents = Contents(fence, ordinal: ordinal, revision: revision, shapeRevision: shapeRevision)
    }

    /// The same place in the order with another definition.
    package func replaced(by fence: Fence) -> StoredFence {
        // Not by the watched circle as it was given: a fence that was read back names the one round its shape.
        let isSame =
            fence.shape == self.fence.shape && (fence.watchedCircle ?? fence.shape.enclosingCircle) == enclosing
        return StoredFence(
            fence: fence, ordinal: ordinal, revision: revision + 1,
            shapeRevision: isSame ? shapeRevision : shapeRevision + 1)
    }
}

/// What a stored fence refers to.
private final class Contents: Sendable {
    let fence: Fence
    let ordinal: Int64
    let revision: Int
    let shapeRevision: Int
    let enclosing: Circle
    let center: SurfacePoint
    /// Circles need none: their questions are one distance.
    let preparation: Preparation?

    init(_ fence: Fence, ordinal: Int64, revision: Int, shapeRevision: Int) {
        self.fence = fence
        self.ordinal = ordinal
        self.revision = revision
        self.shapeRevision = shapeRevision
        self.enclosing = fence.watchedCircle ?? fence.shape.enclosingCircle
        self.center = SurfacePoint(enclosing.center)
        self.preparation = fence.shape.isCircle ? nil : Preparation(fence.shape)
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

    func contains(_ position: Coordinate) -> Bool {
        work.withLock { $0.prepared?.contains(position) } ?? shape.contains(position)
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

extension StoredFence: Hashable {
    /// Whether place, revisions and definition are the same.
    public static func == (left: StoredFence, right: StoredFence) -> Bool {
        left.contents === right.contents
            || left.ordinal == right.ordinal && left.revision == right.revision
                && left.shapeRevision == right.shapeRevision && left.fence == right.fence
    }

    /// Feeds place and revisions.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ordinal)
        hasher.combine(revision)
        hasher.combine(shapeRevision)
    }
}
