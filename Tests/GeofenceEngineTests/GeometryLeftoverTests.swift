import Foundation
import GeofenceEngine
import LocationCore
import TestSupport
import Testing

/// Parts of outlines that change no answer to inside or outside. (AMD-12)
@Suite struct `CASE-163 spurs and parts without area` {
    /// A square of 0.004 by 0.002 degrees, longitude first.
    static let square = [[21.0102, 52.2287], [21.0142, 52.2287], [21.0142, 52.2307], [21.0102, 52.2307]]

    struct Place: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let ring: [[Double]]
        /// The vertices at which ways turn back.
        let turns: [Int]
    }

    static let places = [
        Place(
            testDescription: "a spur outwards",
            ring: [
                [21.0102, 52.2287], [21.0142, 52.2287], [21.0142, 52.2307], [21.0182, 52.2307], [21.0142, 52.2307],
                [21.0102, 52.2307],
            ], turns: [3]),
        Place(
            testDescription: "a spur inwards",
            ring: [
                [21.0102, 52.2287], [21.0142, 52.2287], [21.0142, 52.2307], [21.0122, 52.2297], [21.0142, 52.2307],
                [21.0102, 52.2307],
            ], turns: [3]),
        Place(
            testDescription: "a spur of 1e-9 degrees",
            ring: [
                [21.0102, 52.2287], [21.0142, 52.2287], [21.0142, 52.2307], [21.014200001, 52.2307],
                [21.0142, 52.2307],
                [21.0102, 52.2307],
            ], turns: [3]),
        Place(
            testDescription: "a spur of several vertices with a bend",
            ring: [
                [21.0102, 52.2287], [21.0142, 52.2287], [21.0142, 52.2307], [21.0152, 52.2307], [21.0162, 52.2317],
                [21.0152, 52.2307], [21.0142, 52.2307], [21.0102, 52.2307],
            ], turns: [3, 4]),
        Place(
            testDescription: "a spur at the ends of the list",
            ring: [
                [21.0082, 52.2287], [21.0102, 52.2287], [21.0142, 52.2287], [21.0142, 52.2307], [21.0102, 52.2307],
                [21.0102, 52.2287],
            ], turns: [0]),
        Place(
            testDescription: "a way past a corner and back",
            ring: [
                [21.0102, 52.2287], [21.0162, 52.2287], [21.0142, 52.2287], [21.0142, 52.2307], [21.0102, 52.2307],
            ], turns: [1]),
    ]

    private func coordinates(_ ring: [[Double]]) throws -> [Coordinate] {
        try ring.map { try Coordinate(latitude: $0[1], longitude: $0[0]) }
    }

    private func check(_ shape: FenceShape) throws {
        let prepared = PreparedShape(shape)
        #expect(prepared.contains(try Coordinate(latitude: 52.2297, longitude: 21.0122)))
        #expect(!prepared.contains(try Coordinate(latitude: 52.2297, longitude: 21.016)))
        #expect(!prepared.contains(try Coordinate(latitude: 52.2297, longitude: 21.009)))
        #expect(!prepared.contains(try Coordinate(latitude: 52.2312, longitude: 21.0122)))
    }

    @Test(arguments: places)
    func `AMD-12 CASE-163 a way out and back along itself is left out and told`(_ place: Place) throws {
        var remarks: [ShapeRemark] = []

        let polygon = try Polygon(shell: coordinates(place.ring), remarks: &remarks)

        try check(.polygon(polygon))
        #expect(Set(remarks.map(\.kind)) == [.spur])
        #expect(remarks.map(\.ring).allSatisfy { $0 == 0 })
        #expect(remarks.contains { place.turns.contains($0.vertex) }, "\(remarks)")
    }

    @Test(arguments: places)
    func `AMD-12 whoever refuses leftovers refuses the ring`(_ place: Place) throws {
        let ring = try coordinates(place.ring)

        #expect {
            try Polygon(shell: ring, leftovers: .refused)
        } throws: { error in
            (error as? ShapeError)?.fault == .selfCrossing
        }
    }

    @Test(arguments: [
        [[21.011, 52.229], [21.012, 52.229]], [[21.011, 52.229], [21.012, 52.229], [21.013, 52.229]],
        [[21.011, 52.229], [21.012, 52.2295], [21.013, 52.23], [21.012, 52.2295]],
    ])
    func `AMD-12 CASE-163 a hole without area is left out and told`(_ hole: [[Double]]) throws {
        let sound = try coordinates([[21.0135, 52.2289], [21.0138, 52.2289], [21.0138, 52.2291]])
        var remarks: [ShapeRemark] = []

        let polygon = try Polygon(
            shell: coordinates(Self.square), holes: [coordinates(hole), sound], remarks: &remarks)

        try check(.polygon(polygon))
        #expect(polygon.holes.count == 1)
        #expect(remarks.map(\.kind) == [.flatHole])
        #expect(remarks.map(\.ring) == [1])
    }

    @Test func `AMD-12 CASE-163 one of two members a line, in GeoJSON`() throws {
        let text = """
            {"type":"MultiPolygon","coordinates":[[[[21.02,52.23],[21.03,52.23],[21.04,52.23]]],\
            [[[21.0102,52.2287],[21.0142,52.2287],[21.0142,52.2307],[21.0182,52.2307],[21.0142,52.2307],[21.0102,52.2307]]]]}
            """

        let feature = try #require(try GeoJSON.read(text.utf8).features.first)

        try check(feature.shape)
        #expect(feature.remarks.map(\.kind) == [.flatMember, .spur])
        #expect(feature.remarks.map(\.member) == [0, 1])
        #expect(feature.remarks.map(\.vertex) == [0, 3])
        #expect(try FenceShape(json: feature.shape.json) == feature.shape)
    }

    @Test func `AMD-12 edges that really cross are refused as before`() throws {
        let bow = try coordinates([[21.01, 52.22], [21.02, 52.23], [21.02, 52.22], [21.01, 52.23]])

        #expect {
            try Polygon(shell: bow)
        } throws: { error in
            (error as? ShapeError)?.fault == .selfCrossing
        }
    }

    @Test func `AMD-12 a ring that is nothing but ways out and back has no area`() throws {
        let tree = try coordinates([[21.01, 52.22], [21.02, 52.22], [21.02, 52.23], [21.02, 52.22]])

        #expect(throws: ShapeError(fault: .zeroArea, ring: 0, vertex: 0)) { try Polygon(shell: tree) }
    }
}
