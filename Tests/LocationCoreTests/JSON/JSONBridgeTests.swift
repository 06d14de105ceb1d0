import Foundation
import LocationCore
import Testing

@Suite struct `JSON from and to Foundation` {
    @Test func `true and 1 stay what they are, as Swift values and as NSNumber`() throws {
        #expect(try JSONValue(any: true) == .bool(true))
        #expect(try JSONValue(any: false) == .bool(false))
        #expect(try JSONValue(any: 1) == .integer(1))
        #expect(try JSONValue(any: 0) == .integer(0))
        #expect(try JSONValue(any: 1.0) == .double(1))
        #expect(try JSONValue(any: NSNumber(value: true)) == .bool(true))
        #expect(try JSONValue(any: NSNumber(value: false)) == .bool(false))
        #expect(try JSONValue(any: NSNumber(value: 1)) == .integer(1))
        #expect(try JSONValue(any: NSNumber(value: 0)) == .integer(0))
        #expect(try JSONValue(any: NSNumber(value: Int8(1))) == .integer(1))
        #expect(try JSONValue(any: NSNumber(value: 1.0)) == .double(1))
        #expect(try JSONValue(any: NSNumber(value: UInt64.max)) == .unsigned(.max))
        #expect(try JSONValue(any: NSNumber(value: Int64.min)) == .integer(.min))
    }

    @Test func `every integer and floating type is taken`() throws {
        #expect(try JSONValue(any: Int8(-1)) == .integer(-1))
        #expect(try JSONValue(any: UInt8(200)) == .integer(200))
        #expect(try JSONValue(any: Int64.min) == .integer(.min))
        #expect(try JSONValue(any: UInt(5)) == .integer(5))
        #expect(try JSONValue(any: UInt64.max) == .unsigned(.max))
        #expect(try JSONValue(any: Float(0.5)) == .double(0.5))
        #expect(try JSONValue(any: CGFloat(0.25)) == .double(0.25))
    }

    @Test func `nil, null and optionals are unwrapped`() throws {
        #expect(try JSONValue(any: NSNull()) == .null)
        #expect(try JSONValue(any: Int?.none as Any) == .null)
        #expect(try JSONValue(any: Int??.some(.none) as Any) == .null)
        #expect(try JSONValue(any: Int?.some(1) as Any) == .integer(1))
        #expect(try JSONValue(any: Bool?.some(true) as Any) == .bool(true))
        #expect(try JSONValue(any: ["a": nil, "b": 1] as [String: Int?]) == ["a": .null, "b": 1])
    }

    @Test func `containers, Foundation's own and JSON values nest`() throws {
        let value: [String: Any] = [
            "list": [1, true, "x", 2.0, NSNull()] as [Any], "typed": [1, 2], "deep": ["a": ["b": [String: Any]()]],
            "json": ["c": 3] as JSONValue, "object": ["d": 4] as JSONObject, "empty": [Any](),
            "ns": NSArray(array: [NSString("text"), NSDictionary(dictionary: ["k": NSNumber(value: true)])]),
        ]

        #expect(
            try JSONValue(any: value) == [
                "list": [1, true, "x", 2.0, .null], "typed": [1, 2], "deep": ["a": ["b": [:]]], "json": ["c": 3],
                "object": ["d": 4], "empty": [], "ns": ["text", ["k": true]],
            ])
    }

    @Test func `what Foundation's own parser yields keeps booleans and integers`() throws {
        let parsed = try JSONSerialization.jsonObject(with: Data(#"{"a":[true,1,1.5,null,"x"],"b":false}"#.utf8))

        #expect(try JSONValue(any: parsed) == ["a": [true, 1, 1.5, .null, "x"], "b": false])
    }

    @Test func `what JSON cannot hold is refused with its path`() {
        let day = Date(timeIntervalSince1970: 0)

        #expect(throws: JSONBridgeError(path: "stops[1].since", reason: .unsupportedType("Date"))) {
            try JSONValue(any: ["stops": [[:], ["since": day]]] as [String: Any])
        }
        #expect(throws: JSONBridgeError(path: "", reason: .unsupportedType("Data"))) { try JSONValue(any: Data([1])) }
        #expect(throws: JSONBridgeError(path: "[0]", reason: .notFinite("nan"))) { try JSONValue(any: [Double.nan]) }
        #expect(throws: JSONBridgeError(path: "x", reason: .notFinite("-inf"))) {
            try JSONValue(any: ["x": NSNumber(value: -Double.infinity)])
        }
        #expect(throws: JSONBridgeError(path: "n", reason: .unsupportedType("Dictionary<Int, Int>"))) {
            try JSONValue(any: ["n": [1: 1]])
        }
    }

    @Test func `nesting has the reader's limit`() throws {
        var value: Any = 1
        for _ in 0..<512 { value = [value] }
        _ = try JSONValue(any: value)

        let error = #expect(throws: JSONBridgeError.self) { try JSONValue(any: [value]) }

        #expect(error?.reason == .tooDeep)
    }

    @Test func `the way to Foundation and back keeps every kind`() throws {
        let value: JSONValue = [
            "null": .null, "true": true, "one": 1, "whole": 1.0, "big": .unsigned(.max), "text": "é",
            "list": [0, false],
        ]

        let any = try #require(value.anyValue as? [String: Any])

        #expect(try JSONValue(any: any) == value)
        #expect(any["one"] is Int)
        #expect(any["true"] as? Bool == true)
        #expect(any["null"] is NSNull)
        #expect(any["whole"] as? Double == 1)
        #expect(any["big"] as? UInt64 == .max)
    }

    @Test func `an error says where and what would be allowed`() {
        let error = JSONBridgeError(path: "extras.speed", reason: .notFinite("inf"))

        #expect(error.description == "extras.speed is inf; a number must be finite")
    }
}
