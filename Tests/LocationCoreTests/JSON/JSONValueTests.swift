import LocationCore
import Testing

@Suite struct `JSON values` {
    @Test func `numbers of different kinds, booleans and null are different`() {
        let values: [JSONValue] = [
            .null, .bool(true), .bool(false), .integer(1), .integer(0), .double(1), .double(0), .double(-0.0), "1", "",
            [], [:], [.null], ["": .null],
        ]

        #expect(Set(values).count == values.count)
    }

    @Test func `a small number is the same with and without a sign`() {
        #expect(JSONValue.integer(1) == .unsigned(1))
        #expect(Set<JSONValue>([.integer(1), .unsigned(1)]).count == 1)
        #expect(JSONValue.integer(-1) != .unsigned(.max))
    }

    @Test func `a double that is not a number equals itself`() {
        #expect(JSONValue.double(.nan) == .double(.nan))
    }

    @Test func `text is compared by its bytes`() {
        #expect("\u{e9}" as String == "e\u{301}")
        #expect(JSONValue.string("\u{e9}") != .string("e\u{301}"))
        #expect(Set<JSONValue>(["\u{e9}", "e\u{301}"]).count == 2)
    }

    @Test(
        arguments: [
            (1, 1.0, true),
            (.double(0), .double(-0.0), true),
            (.unsigned(.max), .integer(-1), false),
            (.integer(9_007_199_254_740_993), .double(9_007_199_254_740_992), false),
            (.unsigned(1 << 63), .double(9_223_372_036_854_775_808), true),
            (["a": [1, 2.0]], ["a": [1.0, 2]], true),
            (["a": 1], ["b": 1], false),
            ([1], [1, 1], false),
            (true, 1, false),
            ("1", 1, false),
            (.null, .null, true),
        ] as [(JSONValue, JSONValue, Bool)])
    func `equivalence compares numbers by value`(left: JSONValue, right: JSONValue, isEquivalent: Bool) {
        #expect(left.isEquivalent(to: right) == isEquivalent)
        #expect(right.isEquivalent(to: left) == isEquivalent)
    }

    @Test func `each accessor answers for its own kind only`() {
        let value: JSONValue = [
            "text": "a", "flag": true, "one": 1, "two": 2.0, "half": 0.5, "list": [1], "none": .null,
        ]

        #expect(value["text"]?.stringValue == "a")
        #expect(value["flag"]?.boolValue == true)
        #expect(value["one"]?.boolValue == nil)
        #expect(value["flag"]?.int64Value == nil)
        #expect(value["flag"]?.doubleValue == nil)
        #expect(value["one"]?.int64Value == 1)
        #expect(value["two"]?.int64Value == 2)
        #expect(value["half"]?.int64Value == nil)
        #expect(value["one"]?.doubleValue == 1)
        #expect(value["half"]?.doubleValue == 0.5)
        #expect(JSONValue.unsigned(.max).int64Value == nil)
        #expect(JSONValue.unsigned(.max).doubleValue == 18_446_744_073_709_551_616)
        #expect(value["list"]?.arrayValue == [1])
        #expect(value["list"]?["0"] == nil)
        #expect(value["none"]?.isNull == true)
        #expect(value["missing"] == nil)
        #expect(value.objectValue?.count == 7)
        #expect(value.stringValue == nil)
    }

    @Test func `literals keep the kind they are written in`() {
        let place = "yard"

        #expect(("at \(place)" as JSONValue) == .string("at yard"))
        #expect((2 as JSONValue) == .integer(2))
        #expect((2.0 as JSONValue) == .double(2))
        #expect((true as JSONValue) == .bool(true))
    }
}
