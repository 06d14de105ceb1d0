import LocationCore
import Testing

@Suite struct `JSON writing` {
    @Test(
        arguments: [
            (.null, "null"),
            (.bool(true), "true"),
            (.integer(1), "1"),
            (.integer(.min), "-9223372036854775808"),
            (.integer(.max), "9223372036854775807"),
            (.integer(9_007_199_254_740_993), "9007199254740993"),
            (.unsigned(.max), "18446744073709551615"),
            (.double(1), "1.0"),
            (.double(-0.0), "-0.0"),
            (.double(0.1), "0.1"),
            (.double(1e308), "1e+308"),
            (.double(.leastNonzeroMagnitude), "5e-324"),
            (.double(1e16), "1e+16"),
            (.double(9_007_199_254_740_992), "9007199254740992.0"),
            (.string("\"\\/\u{8}\u{c}\n\r\t\u{0}\u{1f}\u{7f}"), #""\"\\/\b\f\n\r\t\u0000\u001f"# + "\u{7f}\""),
            (.string("e\u{301} \u{e9} 👩‍👩‍👧\u{2028}"), "\"e\u{301} \u{e9} 👩‍👩‍👧\u{2028}\""),
            (.array([]), "[]"),
            (.array([1, [], [:]]), "[1,[],{}]"),
            (["b": 1, "a": ["z": .null], "B": 2, "": 0], #"{"":0,"B":2,"a":{"z":null},"b":1}"#),
        ] as [(JSONValue, String)])
    func `a value has one text, and it reads back as the same value`(value: JSONValue, text: String) throws {
        #expect(Array(value.text.utf8) == Array(text.utf8))
        #expect(try JSONValue(json: text) == value)
    }

    @Test func `a pretty text puts each element on its line`() throws {
        let value: JSONValue = ["b": [1, "x"], "a": [:], "c": []]

        let text = String(decoding: value.bytes(pretty: true), as: UTF8.self)

        #expect(
            text == """
                {
                  "a": {},
                  "b": [
                    1,
                    "x"
                  ],
                  "c": []
                }
                """)
        #expect(try JSONValue(json: text) == value)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `a number that is not finite is refused, and written as null if it was forced`(_ number: Double) {
        #expect(JSONValue.number(number) == nil)
        #expect(JSONValue.double(number).text == "null")
    }

    @Test func `a finite number is a double`() {
        #expect(JSONValue.number(2) == .double(2))
    }

    @Test(arguments: Array(1...40) as [UInt64])
    func `random values come back equal, byte for byte and plain or pretty`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let value = JSONValue.random(depth: 5, using: &random)

        let plain = try JSONValue(json: value.bytes())
        let pretty = try JSONValue(json: value.bytes(pretty: true))

        #expect(plain == value, "seed \(seed)")
        #expect(pretty == value, "seed \(seed)")
        #expect(plain.bytes() == value.bytes(), "seed \(seed)")
        #expect(plain.hashValue == value.hashValue, "seed \(seed)")
    }

    @Test(arguments: Array(1...4) as [UInt64])
    func `any double comes back with the same bits`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)

        for _ in 0..<5000 {
            let number = Double(bitPattern: random.next())
            guard let value = JSONValue.number(number) else { continue }
            #expect(try JSONValue(json: value.text) == value, "seed \(seed), \(number)")
        }
    }

    @Test(arguments: Array(1...4) as [UInt64])
    func `a decimal text is read as the standard library reads it`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)

        for _ in 0..<5000 {
            let digits = UInt64.random(in: 0...(1 << Int.random(in: 1...63, using: &random)), using: &random)
            let text =
                "\(digits).\(Int.random(in: 0...9999, using: &random))e\(Int.random(in: -40...40, using: &random))"
            let expected = try #require(Double(text))
            #expect(try JSONValue(json: text) == .double(expected), "seed \(seed), \(text)")
        }
    }
}
