import Foundation
import GeofenceEngine
import LocationCore
import Testing

private let peerData = ProcessInfo.processInfo.environment["GEOFENCING_PEER_DATA"]

/// How long containment takes, on the stars and points that the peers' `gen.py` writes.
///
///     GEOFENCING_PEER_DATA=FOLDER swift test -c release --disable-xctest --filter 'Geometry timings'
///
/// Prints one JSON object a line, as the peers do, so that figures of one run can be compared.
@Suite(.serialized, .enabled(if: peerData != nil, "GEOFENCING_PEER_DATA names the peers' data"))
struct GeometryTimings {
    @Test(arguments: [10, 100, 1000, 10_000]) func `Geometry timings of one star`(_ vertices: Int) throws {
        let star = try doubles("star_\(vertices).gfp", headerBytes: 32 + 2 * 8 * 2)
        let points = try doubles("starq_\(vertices).gfx", headerBytes: 16)
        let (count, queries) = (star.count / 2, points.count / 3)
        let ring = try (0..<count).map { try Coordinate(latitude: star[$0], longitude: star[count + $0]) }
        let places = try (0..<queries).map { try Coordinate(latitude: points[$0], longitude: points[queries + $0]) }

        let clock = ContinuousClock()
        var shape: FenceShape?
        let check = try clock.measure { shape = .polygon(try Polygon(shell: ring)) }
        let sound = try #require(shape)
        var prepared: PreparedShape?
        let prepare = clock.measure { prepared = PreparedShape(sound) }
        let ready = try #require(prepared)
        var inside = 0
        let containment = (0..<7).map { _ in
            clock.measure { inside = places.reduce(0) { $0 + (ready.contains($1) ? 1 : 0) } }
        }.sorted()[3]
        var sum = 0.0
        let distance = clock.measure { sum = places.prefix(1000).reduce(0) { $0 + ready.signedDistance(to: $1) } }
        var circle: Circle?
        let enclosing = clock.measure { circle = sound.enclosingCircle }

        print(
            #"{"harness":"geometry","peer":"this","what":"star","vertices":\#(vertices),"ns":\#(containment / queries / .nanoseconds(1)),"#
                + #""inside":\#(Double(inside) / Double(queries)),"check_us":\#(check / .microseconds(1)),"#
                + #""prepare_us":\#(prepare / .microseconds(1)),"distance_ns":\#(distance / 1000 / .nanoseconds(1)),"#
                + #""mean_distance":\#(sum / 1000),"circle_us":\#(enclosing / .microseconds(1)),"radius":\#(circle?.radius ?? 0)}"#
        )
        #expect(inside > 0)
    }

    private func doubles(_ name: String, headerBytes: Int) throws -> [Double] {
        let data = try Data(contentsOf: URL(filePath: try #require(peerData)).appending(path: name))
        return stride(from: headerBytes, to: data.count, by: 8).map { offset in
            data.withUnsafeBytes {
                Double(bitPattern: UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
            }
        }
    }
}
