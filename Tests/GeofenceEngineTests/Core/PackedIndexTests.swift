import Foundation
import LocationCore
import Testing

@testable import GeofenceEngine

/// What a packed index owes to how it was built and to what it leaves out.
@Suite struct `A packed index` {
    private func circles(_ count: Int, seed: UInt64) -> [PackedIndex.Circle] {
        var random = Draw(seed: seed)
        return (0..<count).map { number in
            PackedIndex.Circle(
                // Every seventh lies where the one before lies, so that the curve does not decide.
                center: SurfacePoint(
                    Coordinate(
                        checkedLatitude: random.unit() * 160 - 80,
                        longitude: number.isMultiple(of: 7) ? 10 : random.unit() * 358 - 179)),
                radius: 1 + random.unit() * 5000, marks: number.isMultiple(of: 11) ? .silent : [])
        }
    }

    @Test(arguments: [0, 1, 31, 33, 2049, 9000], [2, 3, 4, 7])
    func `is the same by however many threads it was built`(_ count: Int, _ threads: Int) {
        let circles = circles(count, seed: 5)
        let one = PackedIndex(count: count, processors: 1, asking: 1) { circles[$0] }
        let many = PackedIndex(count: count, processors: threads, asking: threads) { circles[$0] }

        #expect(many.marks == one.marks && many.byteCount == one.byteCount)
        #expect(many.memory.hasBytes(of: one.memory))
    }

    @Test func `is built by several threads where it is large, and the same`() {
        let circles = circles(150_000, seed: 6)
        let asked = PackedIndex(count: circles.count) { circles[$0] }
        let together = PackedIndex(concurrently: circles.count) { circles[$0] }

        #expect(asked.memory.hasBytes(of: together.memory))
    }

    /// Radii from a metre to half round the Earth, places a few centimetres and some metres on either side of the edge.
    @Test(
        arguments: [1, 40, 1000, 25_000, 99_000, 101_000, 900_000, 9_000_000] as [Double], [0, 0.5, 3000] as [Double])
    func `finds what lies within a distance, at the edge too`(_ radius: Double, _ metres: Double) {
        var random = Draw(seed: UInt64(radius))
        var fences: [StoredFence] = []
        for number in 0..<100 {
            let center = Coordinate(
                checkedLatitude: random.unit() * 170 - 85, longitude: random.unit() * 360 - 180)
            let fence = Fence(
                id: FenceID("f\(number)"), shape: .circle(Circle(center: center, checkedRadius: radius)),
                reports: [.enter])
            fences.append(StoredFence(fence: fence, ordinal: Int64(number), revision: 0, shapeRevision: 0))
        }
        var set = FenceSet(fences)
        for fence in fences {
            for off in [-5, -0.1, -0.03, -0.001, 0.001, 0.03, 0.1, 5] {
                let place = Geodesic.destination(
                    from: fence.enclosing.center, bearing: random.unit() * 360,
                    distance: max(0, radius + metres + off))
                let anchor = SurfacePoint(place)
                let expected = fences.filter {
                    anchor.distance(to: $0.center) <= $0.enclosing.radius + metres
                }.map(\.ordinal)
                #expect(set.ordinals(within: metres, of: place) == expected)
            }
        }
    }
}

extension PackedMemory {
    fileprivate func hasBytes(of other: PackedMemory) -> Bool {
        byteCount == other.byteCount
            && memcmp(start, other.start, byteCount) == 0
    }
}
