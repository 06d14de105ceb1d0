import LocationCore
import Testing

@testable import GeofenceEngine

/// What is told of many circles at once, against the exact distance of each; and keys in the order of `sort()`.
@Suite struct `Circles side by side` {
    /// Edges lie about the two distances, some by centimetres.
    @Test(arguments: [20.0, 400, 12_000, 390_000])
    func `are divided as their exact distances say`(_ reach: Double) {
        var random = Draw(seed: UInt64(reach))
        var (sure, out, count) = (0, 0, 0)
        for _ in 0..<(isOptimised ? 200 : 40) {
            let home = Coordinate(
                checkedLatitude: random.pick([0, 52, -89.99, random.unit() * 178 - 89]),
                longitude: random.pick([180, 0, random.unit() * 358 - 179]))
            let anchor = Geodesic.destination(
                from: home, bearing: random.unit() * 360, distance: random.unit() * reach * 0.4)
            let near = random.pick([reach * 0.8, reach - 3, 0.5, -reach])
            let circles = (0..<70).map { _ in
                let radius = random.pick([1, 100, reach, min(5 * reach, 50_000)]) * (0.5 + random.unit())
                let edge = random.pick([reach, max(near, 1), random.unit() * 2 * reach]) + random.unit() * 0.2 - 0.1
                return PackedIndex.Circle(
                    center: SurfacePoint(
                        Geodesic.destination(
                            from: anchor, bearing: random.unit() * 360, distance: max(0, edge + radius))),
                    radius: radius)
            }
            let index = PackedIndex(count: circles.count) { circles[$0] }
            let surroundings = Surroundings()
            surroundings.begin(at: WholePoint(SurfacePoint(home)))
            for leaf in 0..<index.leafCount {
                let circles = index.circles(in: leaf)
                surroundings.append(circles < 32 ? 1 << UInt32(circles) - 1 : .max, of: index.leaf(leaf), leaf)
            }
            let point = SurfacePoint(anchor)
            let counts = surroundings.divide(point, reach: Float(reach), near: Float(near))

            #expect(surroundings.count == circles.count)
            var found = (sure: 0, rivals: 0)
            for position in 0..<circles.count {
                let notes = surroundings.notes(position / 32).pointee
                let (isSure, isRival) = (
                    notes.found >> UInt32(position % 32) & 1 == 1, notes.rivals >> UInt32(position % 32) & 1 == 1
                )
                let circle = circles[Int(surroundings.circle(position, of: index, from: point).handle)]
                let edge = point.distance(to: circle.center) - circle.radius
                if isSure { #expect(edge < near && near >= 1, "\(edge) of \(near)") }
                if !isSure, !isRival { #expect(edge > reach, "\(edge) of \(reach)") }
                found.sure += isSure ? 1 : 0
                found.rivals += isRival ? 1 : 0
            }
            #expect(counts == found)
            sure += found.sure
            out += circles.count - found.sure - found.rivals
            count += circles.count
        }
        // It would be right, and of no use, to call all of them rivals.
        #expect(sure > count / 20 && out > count / 20)
    }

    @Test(arguments: [0, 1, 2, 24, 25, 99, 256, 257, 1000])
    func `have their keys sorted`(_ count: Int) {
        var random = Draw(seed: UInt64(count))
        for spread in [1, 4, 1000, 20_000_000] {
            var keys = (0..<count).map { _ in
                RankKey(
                    edge: random.chance(0.02) ? 20_000_000 : random.below(spread), center: random.below(3),
                    handle: UInt32(random.below(5000)))
            }
            let sorted = keys.sorted()
            keys.withUnsafeMutableBufferPointer { $0.sortByRank() }

            #expect(keys == sorted, "\(spread)")
        }
    }
}
