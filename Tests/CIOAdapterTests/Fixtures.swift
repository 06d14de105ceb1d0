import CIOAdapter
import Foundation
import GeofenceEngine
import LocationCore
import TestSupport

/// Files of the specification, and fences for written-out rows.
enum Fixture {
    static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Shared.data("spec/fixtures/customerio/\(name)"))
    }

    static func response(_ name: String) throws -> NearestResponse { try response(bytes(name)) }

    static func response(_ body: [UInt8]) throws -> NearestResponse {
        try NearestResponse(body: body)
    }

    static func response(json: String) throws -> NearestResponse { try response(Array(json.utf8)) }

    /// The response with one circle that has further members.
    static func circle(_ members: String) throws -> NearestResponse {
        try response(json: #"{"geofences":[{"id":"a","latitude":1,"longitude":2,"radius":100\#(members)}]}"#)
    }
}

/// A fence of the given shape in this package's own form.
func store(geosets: [String] = ["25678"], name: String? = "Downtown flagship store") throws -> Fence {
    let metadata: JSONValue = ["region": "northeast", "priority": 2]
    return Fence(
        id: "48122",
        shape: .circle(try Circle(center: Coordinate(latitude: 40.7506, longitude: -73.9935), radius: 120)),
        reports: [.enter, .exit, .dwell], dwellDelay: 600_000, geosets: geosets,
        attributes: FenceAttributes(
            name: name, metadata: Metadata(wire: metadata), lastUpdated: Timestamp(milliseconds: 0)
        ).json)
}

func time(_ text: String) throws -> Timestamp {
    guard let timestamp = Timestamp(iso8601: text) else { throw BadTime(text: text) }
    return timestamp
}

struct BadTime: Error { let text: String }
