import LocationCore

/// The curves of a boundary, kept for finding the one nearest to a place.
struct BoundaryDistance: Sendable {
    private struct Piece {
        let curve: EdgeCurve
        /// The place halfway along the curve, and how far from it the curve can lead.
        let middle: SIMD3<Double>
        let reach: Double
        /// Between which heights above the equator's plane it runs, in metres.
        let heights: ClosedRange<Double>

        init(_ edge: Edge) {
            curve = EdgeCurve(edge)
            middle = curve.state(at: 0.5).place
            reach = curve.limits(from: 0, to: 1).fastest / 2
            let (first, second) = (curve.state(at: 0).place.z, curve.state(at: 1).place.z)
            heights = min(first, second)...max(first, second)
        }

        /// No place of the curve is nearer than this to a point at some distance from the middle.
        func nearest(to point: SIMD3<Double>, fromMiddle distance: Double) -> Double {
            max(distance - reach, heights.lowerBound - point.z, point.z - heights.upperBound)
        }
    }

    private let pieces: [Piece]

    init(_ edges: [Edge]) {
        pieces = edges.map(Piece.init)
    }

    /// Metres along the ellipsoid to the nearest place of the boundary.
    ///
    /// The nearest place by chord is nearest by geodesic to within a tenth of a millimetre at 100 km.
    func metres(to coordinate: Coordinate) -> Double {
        let surface = SurfacePoint(coordinate)
        let point = SIMD3(surface)
        // First those places that cost nothing to know: no curve whose reach does not beat the best needs a search.
        var (first, least) = (0, Double.infinity)
        let middles = pieces.map { lengthSquared($0.middle - point).squareRoot() }
        for (index, distance) in middles.enumerated() where distance < least { (first, least) = (index, distance) }
        var best = CurvePlace(parameter: 0.5, chordSquared: least * least)
        var owner = first
        for step in 0..<pieces.count + 1 {
            let index = step == 0 ? first : step - 1
            guard step == 0 || index != first else { continue }
            let nearest = pieces[index].nearest(to: point, fromMiddle: middles[index])
            if nearest > 0, nearest * nearest > best.chordSquared { continue }
            if let found = pieces[index].curve.nearest(to: point, within: best.chordSquared) {
                (best, owner) = (found, index)
            }
        }
        return surface.distance(to: SurfacePoint(pieces[owner].curve.coordinate(at: best.parameter)))
    }
}
