import GeofenceEngine
import LocationCore
import Testing

@Suite struct `Geometry in GeoJSON` {
    private let ring = "[[0,0],[1,0],[1,1],[0,1],[0,0]]"

    private func geometry(_ type: String, _ coordinates: String) -> String {
        #"{"type":"\#(type)","coordinates":\#(coordinates)}"#
    }

    private func error(_ text: String, _ options: GeoJSON.Options = GeoJSON.Options()) -> GeoJSONError? {
        do {
            _ = try GeoJSON.read(text.utf8, options: options)
            return nil
        } catch {
            return error
        }
    }

    @Test func `longitude comes first`() throws {
        let reading = try GeoJSON.read(geometry("Polygon", "[[[20,50],[21,50],[21,51],[20,50]]]").utf8)

        let shape = try #require(reading.features.first?.shape)
        #expect(try shape.contains(Coordinate(latitude: 50.2, longitude: 20.8)))
        #expect(try !shape.contains(Coordinate(latitude: 20.8, longitude: 50.2)))
    }

    @Test func `a feature keeps its id and properties`() throws {
        let text =
            #"{"type":"Feature","id":7,"properties":{"name":"yard"},"geometry":\#(geometry("MultiPolygon", "[[\(ring)]]"))}"#

        let feature = try #require(try GeoJSON.read(text.utf8).features.first)

        #expect(feature.id == 7)
        #expect(feature.properties["name"] == "yard")
        #expect(feature.wrappedLongitudes == 0)
    }

    @Test func `one bad feature costs itself and is listed with its place`() throws {
        let good = #"{"type":"Feature","properties":null,"geometry":\#(geometry("Polygon", "[\(ring)]"))}"#
        let crossing = #"{"type":"Feature","geometry":\#(geometry("Polygon", "[[[0,0],[1,1],[1,0],[0,1]]]"))}"#
        let empty = #"{"type":"Feature","geometry":null}"#
        let text = #"{"type":"FeatureCollection","features":[\#(good),\#(crossing),\#(empty),\#(good)]}"#

        let reading = try GeoJSON.read(text.utf8)

        #expect(reading.features.map(\.index) == [0, 3])
        #expect(reading.faults.map(\.index) == [1, 2])
        #expect(
            reading.faults.map(\.error) == [
                GeoJSONError(
                    path: "features[1].geometry.coordinates",
                    reason: .shape(ShapeError(fault: .selfCrossing, ring: 0, vertex: 0))),
                GeoJSONError(path: "features[2].geometry", reason: .missing),
            ])
    }

    @Test func `longitudes from 0 to 360 are taken a turn back, and that is said`() throws {
        let text = geometry("Polygon", "[[[170,0],[190.1,0],[190.1,10],[170,10],[170,0]],[[-182,4],[-181,4],[-181,5]]]")

        let feature = try #require(try GeoJSON.read(text.utf8).features.first)

        #expect(feature.wrappedLongitudes == 5)
        #expect(feature.shape.polygons[0].shell.vertices[1].longitude == 190.1 - 360)
        #expect(try feature.shape.contains(Coordinate(latitude: 5, longitude: -175)))
        #expect(try !feature.shape.contains(Coordinate(latitude: 4.2, longitude: 178.7)))
    }

    @Test func `nesting, types and values that are wrong are told with their place`() {
        typealias Row = (text: String, path: String, reason: GeoJSONError.Reason)
        let rows: [Row] = [
            ("[]", "", .notAnObject),
            ("{}", "type", .missing),
            (#"{"type":"Feature"}"#, "geometry", .missing),
            (#"{"type":"FeatureCollection"}"#, "features", .notAList),
            (#"{"type":"GeometryCollection","geometries":[]}"#, "type", .unsupportedType("GeometryCollection")),
            (
                #"{"type":"Feature","geometry":{"type":"Point","coordinates":[0,0]}}"#, "geometry.type",
                .unsupportedType("Point")
            ),
            (#"{"type":"Polygon"}"#, "coordinates", .missing),
            (geometry("Polygon", "7"), "coordinates", .notAList),
            (geometry("Polygon", "[]"), "coordinates", .empty),
            (geometry("Polygon", "[[]]"), "coordinates[0]", .empty),
            (geometry("MultiPolygon", "[]"), "coordinates", .empty),
            (geometry("MultiPolygon", "[[]]"), "coordinates[0]", .empty),
            (geometry("Polygon", ring), "coordinates[0][0]", .notAPosition),
            (geometry("Polygon", "[[\(ring)]]"), "coordinates[0][0]", .notAPosition),
            (geometry("MultiPolygon", "[\(ring)]"), "coordinates[0][0][0]", .notAPosition),
            (geometry("Polygon", #"[[[0,0],[1],[1,1]]]"#), "coordinates[0][1]", .notAPosition),
            (geometry("Polygon", #"[[[0,0],["1",1],[1,1]]]"#), "coordinates[0][1]", .notAPosition),
            (geometry("Polygon", "[[[0,0],[1,90.1],[1,1]]]"), "coordinates[0][1]", .coordinate(.latitude(90.1))),
            (geometry("Polygon", "[[[0,0],[360.5,1],[1,1]]]"), "coordinates[0][1]", .coordinate(.longitude(360.5))),
            (
                geometry("MultiPolygon", "[[[[0,0],[1,1]]],[[[2,2],[3,3]]]]"), "coordinates[0]",
                .shape(ShapeError(fault: .tooFewVertices(2), member: 0, ring: 0, vertex: 0))
            ),
        ]
        for row in rows {
            #expect(error(row.text) == GeoJSONError(path: row.path, reason: row.reason), "\(row.text)")
        }
    }

    @Test func `text that is no JSON is refused`() {
        for text in ["", "{", #"{"type":"Polygon","coordinates":[[[NaN,0],[1,0],[1,1]]]}"#] {
            guard case .json = error(text)?.reason else {
                Issue.record("read \(text)")
                continue
            }
        }
    }

    @Test func `what is too large is refused with the reason`() {
        let text = geometry("Polygon", "[\(ring)]")

        #expect(
            error(text, GeoJSON.Options(maximumBytes: text.utf8.count - 1))?.reason
                == .tooLong(bytes: text.utf8.count, allowed: text.utf8.count - 1))
        #expect(error(text, GeoJSON.Options(maximumBytes: text.utf8.count)) == nil)
        #expect(error(text, GeoJSON.Options(maximumPositions: 4))?.reason == .tooManyPositions(allowed: 4))
        #expect(error(text, GeoJSON.Options(maximumPositions: 5)) == nil)
    }

    @Test func `100 MB are refused before they are read`() {
        let bytes = repeatElement(UInt8(ascii: "["), count: 100_000_000)

        let error = #expect(throws: GeoJSONError.self) { try GeoJSON.read(bytes) }

        #expect(error?.description == "the text has 100000000 bytes; at most 16777216 are read")
    }

    @Test func `touching rings are the decoder's choice`() {
        let text = geometry("Polygon", "[[[0,0],[2,0],[1,1],[2,2],[0,2],[1,1]]]")

        #expect(error(text) == nil)
        guard case .shape(let fault) = error(text, GeoJSON.Options(touching: .refused))?.reason else {
            Issue.record("not refused")
            return
        }
        #expect(fault.fault == .touching)
    }

    @Test func `a circle of ours that is none is refused`() {
        func error(_ text: String) -> GeoJSONError? {
            do {
                _ = try FenceShape(json: JSONValue(json: text))
                return nil
            } catch {
                return error as? GeoJSONError
            }
        }

        #expect(error(#"{"type":"Circle","center":[8,50],"radius":10}"#) == nil)
        #expect(error(#"{"type":"Circle","radius":10}"#) == GeoJSONError(path: "center", reason: .notAPosition))
        #expect(error(#"{"type":"Circle","center":[8,50]}"#) == GeoJSONError(path: "radius", reason: .missing))
        #expect(
            error(#"{"type":"Circle","center":[8,95],"radius":10}"#)
                == GeoJSONError(path: "center", reason: .coordinate(.latitude(95))))
        #expect(
            error(#"{"type":"Circle","center":[8,50],"radius":0}"#)
                == GeoJSONError(path: "radius", reason: .radius(.radius(0))))
    }
}
