import Foundation
import GeofenceEngine
import LocationCore

/// A file in `Golden/`, written by a script in `Tests/Support/Python`.
func golden(_ name: String) throws -> Data {
    let url = Bundle.module.url(forResource: "Golden/\(name)", withExtension: nil)
    guard let url else { throw CocoaError(.fileNoSuchFile) }
    return try Data(contentsOf: url)
}

/// Vertices written as latitude, longitude.
func ring(_ pairs: [[Double]]) throws -> [Coordinate] {
    try pairs.map { try Coordinate(latitude: $0[0], longitude: $0[1]) }
}

/// A polygon from rings written as latitude, longitude.
func polygon(_ rings: [[[Double]]]) throws -> FenceShape {
    let rings = try rings.map(ring)
    return .polygon(try Polygon(shell: rings[0], holes: Array(rings.dropFirst())))
}

/// Numbers that follow from a seed and look random. (splitmix64)
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

extension SeededNumbers {
    /// A star-shaped ring around a point; its radius changes at random between two bounds, in degrees.
    mutating func star(_ count: Int, around center: Coordinate, from low: Double, to high: Double) -> [Coordinate] {
        (0..<count).compactMap { index in
            let angle = 2 * Double.pi * (Double(index) + Double.random(in: 0..<0.7, using: &self)) / Double(count)
            let radius = Double.random(in: low...high, using: &self)
            let longitude = (center.longitude + radius * cos(angle)).wrapped
            return try? Coordinate(latitude: center.latitude + radius * sin(angle), longitude: longitude)
        }
    }
}

extension Double {
    /// The same longitude between −180 and 180.
    var wrapped: Double { self > 180 ? self - 360 : self < -180 ? self + 360 : self }
}
