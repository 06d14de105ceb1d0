import BenchSupport
import Foundation
import GeofenceEngine
import LocationCore

/// As many places as the world has towns above 15,000 people: the real ones where the shared data lies beside the
/// checkout, otherwise made up from a seed.
struct SampleFences {
    struct Place {
        let name: String
        let coordinate: Coordinate
    }

    static let count = 34_006
    static let radius = 2000.0

    let places: [Place]
    /// Says where they are from; goes into the lines.
    let source: String

    init(seed: UInt64) throws(BenchError) {
        let environment = ProcessInfo.processInfo.environment["GEOFENCING_SHARED"]
        let shared =
            environment.map { URL(filePath: $0) }
            ?? URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "shared")
        let file = shared.appending(path: "data/cities15000.csv")
        if let text = try? String(contentsOf: file, encoding: .utf8) {
            places = try Self.read(text)
            source = "cities15000.csv"
        } else {
            places = Self.invent(seed)
            source = "synthetic, seed \(seed)"
        }
    }

    /// The fences as the engine takes them.
    func fences() throws(BenchError) -> [Fence] {
        try BenchError.wrap("defining fences") {
            try places.map { place in
                Fence(
                    id: FenceID(place.name), shape: .circle(try Circle(center: place.coordinate, radius: Self.radius)),
                    reports: [.enter, .exit])
            }
        }
    }

    private static func read(_ text: String) throws(BenchError) -> [Place] {
        var places: [Place] = []
        for line in text.split(whereSeparator: \.isNewline).dropFirst() {
            // Only the name may hold a comma, in quotes; the numbers behind it are counted from the end.
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            guard fields.count >= 6, let latitude = Double(fields[fields.count - 4]),
                let longitude = Double(fields[fields.count - 3]),
                let coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
            else { throw .failed("not a place: \(line)") }
            places.append(Place(name: "city-\(fields[0])", coordinate: coordinate))
        }
        return places
    }

    /// Towns lie in clusters, so these do too.
    private static func invent(_ seed: UInt64) -> [Place] {
        var random = SeededBits(seed: seed)
        var places: [Place] = []
        var middle = (latitude: 0.0, longitude: 0.0)
        for number in 0..<count {
            if number % 60 == 0 { middle = (random.unit() * 115 - 50, random.unit() * 350 - 175) }
            let latitude = middle.latitude + (random.unit() - 0.5) * 4
            let longitude = middle.longitude + (random.unit() - 0.5) * 6
            guard let coordinate = try? Coordinate(latitude: latitude, longitude: longitude) else { continue }
            places.append(Place(name: "place-\(1_000_000 + number)", coordinate: coordinate))
        }
        return places
    }
}

/// SplitMix64: the same bits for the same seed.
struct SeededBits: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// In 0..<1.
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
