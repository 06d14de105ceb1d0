import LocationCore
import Testing

@Suite struct `JSON objects` {
    @Test func `two spellings of one letter are two names`() throws {
        let json = "{\"\u{e9}\":1,\"e\u{301}\":2}"

        let object = try #require(try JSONValue(json: json).objectValue)

        #expect(object.count == 2)
        #expect(object["\u{e9}"] == 1)
        #expect(object["e\u{301}"] == 2)
        #expect(object["e"] == nil)
        #expect(JSONValue.object(object).text.utf8.elementsEqual("{\"e\u{301}\":2,\"\u{e9}\":1}".utf8))
    }

    @Test func `names are iterated in the order of their bytes`() {
        let object: JSONObject = ["b": 1, "é": 2, "a": 3, "B": 4, "😀": 5, "\u{ffff}": 6, "ab": 7, "": 8]

        #expect(object.keys == ["", "B", "a", "ab", "b", "é", "\u{ffff}", "😀"])
        #expect(object.values == [8, 4, 3, 7, 1, 2, 6, 5])
        #expect(object.map(\.key) == object.keys)
    }

    @Test func `the last of members with the same name stays`() {
        #expect((["a": 1, "b": 2, "a": 3, "a": 4] as JSONObject) == ["b": 2, "a": 4])
    }

    @Test func `members are set, replaced and removed by name`() {
        var object = JSONObject()

        object["b"] = 1
        object["a"] = .null
        object["c"] = 3
        object["b"] = 2
        object["c"] = nil
        object["d"] = nil

        #expect(object == ["a": .null, "b": 2])
    }

    @Test func `a dictionary becomes an object`() {
        #expect(JSONObject(["x": 1, "y": 2] as [String: JSONValue]) == ["y": 2, "x": 1])
    }

    @Test(arguments: Array(1...10) as [UInt64])
    func `a random history ends as in a dictionary`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var object = JSONObject()
        var model: [String: JSONValue] = [:]

        for step in 0..<500 {
            let key = String(Int.random(in: 0..<60, using: &random))
            let value: JSONValue? = Bool.random(using: &random) ? .integer(Int64(step)) : nil
            object[key] = value
            model[key] = value
        }

        #expect(object == JSONObject(model), "seed \(seed)")
        #expect(object.keys == model.keys.sorted(), "seed \(seed)")
    }
}
