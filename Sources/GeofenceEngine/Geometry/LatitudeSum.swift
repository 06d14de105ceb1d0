/// The sign of a ring's sum of latitude times way east, exact with respect to the given doubles.
///
/// It is twice the area on the map, negative when the ring leaves its area to the left. For a ring that runs around
/// the Earth it says on which side of the equator the ring lies in the mean.
struct LatitudeSum {
    /// −1, 0 or 1.
    let sign: Int

    init(outline: Outline) {
        let isClosed = outline.winding == 0
        // Subtracting one latitude from all changes nothing in a sum over a closed line and keeps small rings precise.
        let base = isClosed ? outline.vertices[0].point.y : 0
        var (sum, error) = (0.0, 0.0)
        for index in outline.vertices.indices {
            let (edge, goesEast) = outline.edge(at: index)
            let turn: Double = edge.passesAntimeridian ? 360 : 0
            let (first, second) = (edge.west.y - base, edge.east.y - base)
            let width = edge.east.x - edge.west.x + turn
            let term = width * (first + second)
            sum += goesEast ? term : -term
            error += (width + turn) * (abs(first) + abs(second))
        }
        // Each term and each of the n additions is off by a few units in the last place of what `error` holds.
        error = error * Double(outline.vertices.count + 8) * 0x1p-52 + 1e-290
        sign = abs(sum) > error ? (sum > 0 ? 1 : -1) : Self.exactSign(outline)
    }

    private static func exactSign(_ outline: Outline) -> Int {
        let unit = WideInteger.unitExponent(outline.vertices.flatMap { [$0.point.x, $0.point.y] } + [360])
        func whole(_ value: Double) -> WideInteger { WideInteger(value, unitExponent: unit) }
        var sum = whole(0)
        for index in outline.vertices.indices {
            let (edge, goesEast) = outline.edge(at: index)
            let width = whole(edge.east.x) - whole(edge.west.x) + whole(edge.passesAntimeridian ? 360 : 0)
            let term = width * (whole(edge.west.y) + whole(edge.east.y))
            sum = goesEast ? sum + term : sum - term
        }
        return sum.sign
    }
}
