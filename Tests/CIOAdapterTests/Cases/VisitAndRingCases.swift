import CIOAdapter
import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import Testing

/// Public cases that speak of what only Customer.io's wire has.
@Suite struct `CASE visits and rings of Customer.io` {
    @Test func `CASE-043 arithmetic of a visit`() async throws {
        let bench = CIOBench(.iOSMonitor, fences: circle("48122", 500, radius: 150, dwell: 600))
        await bench.started()
        bench.scripted()
        bench.phone.answerFixRequests(.silence)
        let id = try #require(await bench.engine.regionID(of: "48122"))
        for (text, side) in [
            ("17:42:10.482", Side.inside), ("17:52:09.500", .inside), ("17:52:41.204", .inside),
            ("18:05:41.117", .outside),
        ] {
            let moment = try time("2026-07-06T\(text)Z")
            await bench.phone.advance(to: moment)
            await bench.phone.os.state(id, side, at: moment)
            await bench.settle()
        }
        #expect(bench.told == ["enter 48122", "dwell 48122", "exit 48122"])
        let (dwell, exit) = (bench.events[1].properties, bench.events[2].properties)
        #expect(dwell["enteredAt"] == 1_783_359_730)
        #expect(dwell["dwellThresholdSeconds"] == 600)
        #expect(dwell["dwellDurationSeconds"] == 631)
        #expect(exit["enteredAt"] == 1_783_359_730)
        #expect(exit["visitDurationSeconds"] == 1411)
        #expect(exit["visitDurationUncertaintySeconds"] == 781)
        #expect(exit["visitId"] == dwell["visitId"])
    }

    private func polygon(_ id: String, _ ring: String) -> String {
        #"{"id":"\#(id)","shape":"polygon","geometry":{"type":"Polygon","coordinates":[\#(ring)]},"enclosing_circle":{"latitude":0.005,"longitude":0.005,"base_radius_m":800}}"#
    }

    @Test func `CASE-085 self-crossing ring`() async throws {
        let bench = CIOBench(
            at: Coordinate(checked: 0, 0),
            fences: polygon("bow", "[[0,0],[0.01,0.01],[0.01,0],[0,0.01]]"),
            polygon("square", "[[0,0],[0.01,0],[0.01,0.01],[0,0.01]]"),
            #"{"id":"circle","latitude":0,"longitude":0.02,"radius":100}"#)
        await bench.started()
        #expect(await bench.watched == ["circle", "square"])
        #expect(bench.says(.error, "fence bow"))
    }

    @Test func `CASE-085 no ring of random points ends the process`() async throws {
        var bits: UInt64 = 7
        func next() -> Double {
            bits = bits &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(bits >> 11) * 0x1p-53 * 0.01
        }
        for count in 3...100 {
            let ring = "[" + (0..<count).map { _ in "[\(next()),\(next())]" }.joined(separator: ",") + "]"
            let answer = try? NearestResponse(body: Array(#"{"geofences":[\#(polygon("r", ring))]}"#.utf8))
            #expect((answer?.fences.count ?? 0) <= 1)
        }
    }

    @Test(arguments: [
        ("two", "[[0,0],[0.01,0]]", false), ("line", "[[0,0],[0.005,0],[0.01,0]]", false),
        ("point", "[[0,0],[0,0],[0,0],[0,0]]", false), ("empty", "[]", false),
        ("nan", #"[[0,0],["NaN",0],[0.01,0.01]]"#, false),
        ("tiny", "[[0,0],[0.000018,0],[0.000018,0.000018],[0,0.000018]]", true),
    ])
    func `CASE-091 degenerate rings`(_ name: String, _ ring: String, _ isTaken: Bool) async throws {
        let bench = CIOBench(
            at: Coordinate(checked: 0, 0), fences: polygon(name, ring),
            #"{"id":"circle","latitude":0,"longitude":0.02,"radius":100}"#)
        await bench.started()
        #expect(await bench.watched.contains(name) == isTaken)
        #expect(await bench.watched.contains("circle"))
        #expect(bench.says(.error, "fence \(name)") == !isTaken)
    }
}
