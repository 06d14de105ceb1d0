import CIOAdapter
import GeofenceEngine
import LocationCore
import Testing

@Suite struct `Large responses` {
    /// A response of circles with names, sets and metadata, as a workspace sends them.
    static func body(count: Int) -> [UInt8] {
        var text = #"{"config":{"ios":{"max_business_geofence":19}},"geofences":["#
        for index in 0..<count {
            if index > 0 { text += "," }
            text +=
                #"{"id":\#(1_000_000 + index),"name":"Store number \#(index)","latitude":\#(-60 + Double(index % 1201) / 10),"#
            text += #""longitude":\#(-180 + Double(index) * 360 / Double(count)),"radius":\#(100 + index % 400),"#
            text +=
                #""external_id":"store-\#(index)","transition_types":["enter","exit"],"last_updated":1783300000000,"#
            text += #""geoset_ids":[25678,\#(index % 50)],"metadata":{"region":"northeast","priority":\#(index % 9)},"#
            text += #""dwell_threshold_seconds":600}"#
        }
        return Array((text + "]}").utf8)
    }

    @Test(arguments: [1000, 5000])
    func `A large response is read to its last entry`(_ count: Int) throws {
        let response = try Fixture.response(Self.body(count: count))

        #expect(response.fences.count == count)
        #expect(response.fences.last?.id.text == "\(1_000_000 + count - 1)")
        #expect(response.dropped.isEmpty)
    }
}
