import LocationCore

/// A tree over the centres of many fences, for finding the nearest edges without looking at all of them.
///
/// A node knows the box round its centres in earth-centred metres and the largest radius in it. A straight line is never
/// longer than the way along the surface, so the distance to the box less that radius is a bound for every edge within.
final class FenceIndex: Sendable {
    private let nodes: [Node]
    /// In the order of the leaves.
    private let entries: [Entry]

    private struct Entry {
        let ordinal: Int64
        let point: Point
    }

    private struct Node {
        var least: (x: Double, y: Double, z: Double)
        var most: (x: Double, y: Double, z: Double)
        var radius: Double
        /// A leaf's range in `ordinals`, or the indices of two children.
        var first: Int32
        var second: Int32
        var isLeaf: Bool
    }

    private static let leafSize = 8

    private struct Point {
        let x: Double
        let y: Double
        let z: Double
        let radius: Double
    }

    init(_ fences: [StoredFence]) {
        // Plain numbers, because sorting whole fences would count references all the time.
        let points = fences.map {
            Point(x: $0.center.x, y: $0.center.y, z: $0.center.z, radius: $0.enclosing.radius)
        }
        var order = Array(fences.indices)
        var nodes: [Node] = []
        nodes.reserveCapacity(fences.count / Self.leafSize * 4 + 1)
        _ = Self.build(points, &order, 0..<order.count, &nodes)
        self.nodes = nodes
        self.entries = order.map { Entry(ordinal: fences[$0].ordinal, point: points[$0]) }
    }

    /// Offers every fence that could still come in. `fetch` returns `nil` for those that are gone or looked at elsewhere.
    func search(_ ranking: Ranking, into best: inout BestRanked, fetch: (Int64) -> StoredFence?) {
        guard !nodes.isEmpty else { return }
        visit(0, ranking, &best, fetch)
    }

    private func visit(_ index: Int, _ ranking: Ranking, _ best: inout BestRanked, _ fetch: (Int64) -> StoredFence?) {
        let node = nodes[index]
        if node.isLeaf {
            for place in Int(node.first)..<Int(node.second) {
                // The chord is a bound too, and saves most of them the full distance.
                guard let bound = bound(entries[place].point, ranking), bound <= best.farthest ?? .max,
                    let stored = fetch(entries[place].ordinal)
                else { continue }
                best.offer(ranking.rank(stored))
            }
            return
        }
        let first = (Int(node.first), bound(nodes[Int(node.first)], ranking))
        let second = (Int(node.second), bound(nodes[Int(node.second)], ranking))
        let firstIsNearer = (first.1 ?? .max) <= (second.1 ?? .max)
        descend(firstIsNearer ? first : second, ranking, &best, fetch)
        descend(firstIsNearer ? second : first, ranking, &best, fetch)
    }

    private func descend(
        _ child: (Int, Int?), _ ranking: Ranking, _ best: inout BestRanked, _ fetch: (Int64) -> StoredFence?
    ) {
        guard let bound = child.1 else { return }
        // An equal distance may still come in by the tie-break.
        if let farthest = best.farthest, bound > farthest { return }
        visit(child.0, ranking, &best, fetch)
    }

    private func bound(_ point: Point, _ ranking: Ranking) -> Int? {
        let anchor = ranking.anchor
        let (x, y, z) = (point.x - anchor.x, point.y - anchor.y, point.z - anchor.z)
        return ranking.bound(toCenter: (x * x + y * y + z * z).squareRoot(), radius: point.radius)
    }

    private func bound(_ node: Node, _ ranking: Ranking) -> Int? {
        let anchor = ranking.anchor
        let x = max(node.least.x - anchor.x, 0, anchor.x - node.most.x)
        let y = max(node.least.y - anchor.y, 0, anchor.y - node.most.y)
        let z = max(node.least.z - anchor.z, 0, anchor.z - node.most.z)
        return ranking.bound(toCenter: (x * x + y * y + z * z).squareRoot(), radius: node.radius)
    }

    private static func build(
        _ points: [Point], _ order: inout [Int], _ range: Range<Int>, _ nodes: inout [Node]
    ) -> Int {
        var node = box(points, order[range])
        let index = nodes.count
        node.first = Int32(range.lowerBound)
        node.second = Int32(range.upperBound)
        nodes.append(node)
        guard range.count > leafSize else { return index }
        let extents = (
            node.most.x - node.least.x, node.most.y - node.least.y, node.most.z - node.least.z
        )
        let key: (Int) -> Double
        if extents.0 >= extents.1, extents.0 >= extents.2 {
            key = { points[$0].x }
        } else if extents.1 >= extents.2 {
            key = { points[$0].y }
        } else {
            key = { points[$0].z }
        }
        let middle = (range.lowerBound + range.upperBound) / 2
        divide(&order, range, at: middle) { (key($0), $0) < (key($1), $1) }
        let first = build(points, &order, range.lowerBound..<middle, &nodes)
        let second = build(points, &order, middle..<range.upperBound, &nodes)
        nodes[index].first = Int32(first)
        nodes[index].second = Int32(second)
        nodes[index].isLeaf = false
        return index
    }

    /// Brings what precedes the element that belongs at `middle` before it and the rest behind, without sorting either.
    private static func divide(
        _ order: inout [Int], _ range: Range<Int>, at middle: Int, by precedes: (Int, Int) -> Bool
    ) {
        var low = range.lowerBound
        var high = range.upperBound - 1
        while low < high {
            let pivot = order[(low + high) / 2]
            var left = low
            var right = high
            while left <= right {
                while precedes(order[left], pivot) { left += 1 }
                while precedes(pivot, order[right]) { right -= 1 }
                guard left <= right else { break }
                order.swapAt(left, right)
                left += 1
                right -= 1
            }
            if middle <= right {
                high = right
            } else if middle >= left {
                low = left
            } else {
                return
            }
        }
    }

    private static func box(_ points: [Point], _ order: ArraySlice<Int>) -> Node {
        var node = Node(
            least: (.infinity, .infinity, .infinity), most: (-.infinity, -.infinity, -.infinity), radius: 0, first: 0,
            second: 0, isLeaf: true)
        for index in order {
            let point = points[index]
            node.least = (min(node.least.x, point.x), min(node.least.y, point.y), min(node.least.z, point.z))
            node.most = (max(node.most.x, point.x), max(node.most.y, point.y), max(node.most.z, point.z))
            node.radius = max(node.radius, point.radius)
        }
        return node
    }
}
