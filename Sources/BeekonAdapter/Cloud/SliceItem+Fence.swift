package import GeofenceEngine

extension SliceItem {
    /// The fence as the engine knows it.
    ///
    /// - Throws: ``SliceFault`` for rings that are no area.
    package func fence() throws(SliceFault) -> Fence {
        Fence(id: id, shape: try geometry.shape(), notifyOnEntry, notifyOnExit, notification)
    }
}

extension SliceGeometry {
    /// The area itself.
    package func shape() throws(SliceFault) -> FenceShape {
        switch self {
        case .circle(let circle): .circle(circle)
        case .polygons: throw SliceFault("an area of rings cannot be watched yet")
        }
    }
}
