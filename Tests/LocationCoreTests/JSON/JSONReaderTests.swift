import Foundation
import LocationCore
import Testing

@Suite struct `JSON reading` {
    struct Row: Sendable, CustomTestStringConvertible {
        let json: String
        let value: JSONValue
        var testDescription: String { json }
    }

    @Test(arguments: [
        Row(json: "null", value: .null),
        Row(json: " true\n", value: .bool(true)),
        Row(json: "false", value: .bool(false)),
        Row(json: "1", value: .integer(1)),
        Row(json: "0", value: .integer(0)),
        Row(json: "-1", value: .integer(-1)),
        Row(json: "-0", value: .double(-0.0)),
        Row(json: "0.0", value: .double(0)),
        Row(json: "1.0", value: .double(1)),
        Row(json: "1e0", value: .double(1)),
        Row(json: "9007199254740993", value: .integer(9_007_199_254_740_993)),
        Row(json: "9223372036854775807", value: .integer(.max)),
        Row(json: "-9223372036854775808", value: .integer(.min)),
        Row(json: "9223372036854775808", value: .unsigned(9_223_372_036_854_775_808)),
        Row(json: "18446744073709551615", value: .unsigned(.max)),
        Row(json: "18446744073709551616", value: .double(18_446_744_073_709_551_616)),
        Row(json: "-9223372036854775809", value: .double(-9_223_372_036_854_775_808)),
        Row(json: "0.1", value: .double(0.1)),
        Row(json: "-12.5E+2", value: .double(-1250)),
        Row(json: "1e308", value: .double(1e308)),
        Row(json: "1.7976931348623157e308", value: .double(.greatestFiniteMagnitude)),
        Row(json: "5e-324", value: .double(.leastNonzeroMagnitude)),
        Row(json: "1e-400", value: .double(0)),
        Row(json: "0e99999999999999999999", value: .double(0)),
        Row(json: "0.3333333333333333333333333333", value: .double(1.0 / 3)),
        Row(json: "123456789012345678901234567890", value: .double(1.2345678901234568e29)),
        Row(json: "7.2057594037927933e16", value: .double(72_057_594_037_927_936)),
        Row(json: #""""#, value: ""),
        Row(json: #""\"\\\/\b\f\n\r\t""#, value: "\"\\/\u{8}\u{c}\n\r\t"),
        Row(json: #""\u0041\u00e9\u00E9\u20ac\ud83d\uDE00\u0000""#, value: "A\u{e9}\u{e9}€😀\u{0}"),
        Row(json: "\"caf\u{e9} 👩‍👩‍👧 e\u{301}\u{327}\"", value: "caf\u{e9} 👩‍👩‍👧 e\u{301}\u{327}"),
        Row(json: "[]", value: []),
        Row(json: "[1, [2,[ ]], {}]", value: [1, [2, []], [:]]),
        Row(json: #"{"a":{"b":[null,true]},"":1}"#, value: ["a": ["b": [.null, true]], "": 1]),
        Row(json: #"{"a":1,"b":2,"a":3}"#, value: ["a": 3, "b": 2]),
        Row(json: "\u{feff}[1]", value: [1]),
    ])
    func `a valid text means one value`(_ row: Row) throws {
        #expect(try JSONValue(json: row.json) == row.value)
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let json: [UInt8]
        let kind: JSONError.Kind
        let offset: Int
        let line: Int
        var testDescription: String { String(decoding: json, as: UTF8.self) }

        init(_ json: String, _ kind: JSONError.Kind, at offset: Int, line: Int = 1) {
            self.init(Array(json.utf8), kind, at: offset, line: line)
        }

        init(_ json: [UInt8], _ kind: JSONError.Kind, at offset: Int, line: Int = 1) {
            (self.json, self.kind, self.offset, self.line) = (json, kind, offset, line)
        }
    }

    @Test(arguments: [
        Refusal("", .unexpectedEnd, at: 0),
        Refusal(" \n ", .unexpectedEnd, at: 3, line: 2),
        Refusal("tru", .unexpectedEnd, at: 3),
        Refusal("truE", .unexpectedByte(0x45), at: 3),
        Refusal("True", .unexpectedByte(0x54), at: 0),
        Refusal("nul]", .unexpectedByte(0x5D), at: 3),
        Refusal("NaN", .unexpectedByte(0x4E), at: 0),
        Refusal("-Infinity", .malformedNumber, at: 1),
        Refusal("1 2", .trailingByte(0x32), at: 2),
        Refusal("[1]\n\n]", .trailingByte(0x5D), at: 5, line: 3),
        Refusal("null\u{0}", .trailingByte(0), at: 4),
        Refusal("[1,]", .unexpectedByte(0x5D), at: 3),
        Refusal("[,1]", .unexpectedByte(0x2C), at: 1),
        Refusal("[1 2]", .unexpectedByte(0x32), at: 3),
        Refusal("[1", .unexpectedEnd, at: 2),
        Refusal("{\"a\":1,}", .unexpectedByte(0x7D), at: 7),
        Refusal("{\n\"a\"\n1}", .unexpectedByte(0x31), at: 6, line: 3),
        Refusal("{a:1}", .unexpectedByte(0x61), at: 1),
        Refusal("{\"a\"", .unexpectedEnd, at: 4),
        Refusal("{1:1}", .unexpectedByte(0x31), at: 1),
        Refusal("'a'", .unexpectedByte(0x27), at: 0),
        Refusal("[1]//", .trailingByte(0x2F), at: 3),
        Refusal("[\u{c}1]", .unexpectedByte(0x0C), at: 1),
        Refusal("01", .malformedNumber, at: 0),
        Refusal("-01", .malformedNumber, at: 0),
        Refusal("+1", .unexpectedByte(0x2B), at: 0),
        Refusal(".5", .unexpectedByte(0x2E), at: 0),
        Refusal("[1.]", .malformedNumber, at: 3),
        Refusal("1.", .unexpectedEnd, at: 2),
        Refusal("[1e]", .malformedNumber, at: 3),
        Refusal("[1e+]", .malformedNumber, at: 4),
        Refusal("-", .unexpectedEnd, at: 1),
        Refusal("0x10", .trailingByte(0x78), at: 1),
        Refusal("[1e309]", .numberOutOfRange, at: 1),
        Refusal("-1e999999999999999999999", .numberOutOfRange, at: 0),
        Refusal("\"a", .unexpectedEnd, at: 2),
        Refusal("\"a\nb\"", .controlCharacter(0x0A), at: 2),
        Refusal("\"\\u0041\t\"", .controlCharacter(0x09), at: 7),
        Refusal("\"\\x\"", .malformedEscape, at: 1),
        Refusal("\"\\u12g4\"", .malformedEscape, at: 1),
        Refusal("\"\\u12", .unexpectedEnd, at: 5),
        Refusal("\"\\", .unexpectedEnd, at: 2),
        Refusal("\"a\\ud83d\"", .loneSurrogate, at: 2),
        Refusal("\"\\ud83d\\n\"", .loneSurrogate, at: 1),
        Refusal("\"\\ud83d\\u0041\"", .loneSurrogate, at: 1),
        Refusal("\"\\ude00\"", .loneSurrogate, at: 1),
        Refusal([0x22, 0x80, 0x22], .malformedUTF8, at: 1),
        Refusal([0x22, 0xC0, 0xAF, 0x22], .malformedUTF8, at: 1),
        Refusal([0x22, 0xC3, 0x22], .malformedUTF8, at: 1),
        Refusal([0x22, 0xE0, 0x80, 0x80, 0x22], .malformedUTF8, at: 1),
        Refusal([0x22, 0xED, 0xA0, 0x80, 0x22], .malformedUTF8, at: 1),
        Refusal([0x22, 0xE2, 0x82, 0x22], .malformedUTF8, at: 1),
        Refusal([0x22, 0xF0, 0x80, 0x80, 0x80, 0x22], .malformedUTF8, at: 1),
        Refusal([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], .malformedUTF8, at: 1),
        Refusal([0x22, 0xFF, 0x22], .malformedUTF8, at: 1),
        Refusal([0x22, 0xE2, 0x82], .unexpectedEnd, at: 3),
        Refusal([0xFF, 0xFE], .unexpectedByte(0xFF), at: 0),
        Refusal([0xEF, 0xBB, 0xBF], .unexpectedEnd, at: 3),
    ])
    func `an invalid text is refused where it goes wrong`(_ row: Refusal) {
        #expect(throws: JSONError(kind: row.kind, offset: row.offset, line: row.line)) {
            try JSONValue(json: row.json)
        }
    }

    @Test func `nesting is allowed up to the limit and not beyond`() throws {
        let open = String(repeating: "[", count: 512)
        let close = String(repeating: "]", count: 512)

        #expect(try JSONValue(json: open + close).text == open + close)
        #expect(throws: JSONError(kind: .tooDeep, offset: 512, line: 1)) {
            try JSONValue(json: "[" + open + close + "]")
        }
        #expect(throws: JSONError(kind: .tooDeep, offset: 2560, line: 1)) {
            try JSONValue(json: String(repeating: "{\"a\":", count: 100_000))
        }
    }

    @Test func `the deepest document fits the small stack of a secondary thread`() {
        let json = String(repeating: "[{\"a\":", count: 256) + "1" + String(repeating: "}]", count: 256)
        let answer = Answer()
        let thread = Thread {
            let value = try? JSONValue(json: json)
            answer.give(value?.text == json && value == (try? JSONValue(json: json)))
        }
        thread.stackSize = 512 * 1024
        thread.start()

        #expect(answer.wait())
    }

    @Test func `a document cut off at any byte is refused and never crashes`() throws {
        let json = "{\"é😀\": [1, -2.5e+3, true, null, \"\\u00e9\\ud83d\\ude00\\n é😀\"], \"z\": {\"a\": false}}"
        let bytes = Array(json.utf8)
        _ = try JSONValue(json: bytes)

        for length in 0..<bytes.count {
            #expect(throws: JSONError.self) { try JSONValue(json: bytes[..<length]) }
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `a damaged document is read or refused and never crashes`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let bytes = JSONValue.random(depth: 4, using: &random).bytes(pretty: true)

        for _ in 0..<2000 {
            var damaged = bytes
            damaged[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            do throws(JSONError) {
                let value = try JSONValue(json: damaged)
                #expect(try JSONValue(json: value.bytes()) == value)
            } catch {
                #expect((0...damaged.count).contains(error.offset), "seed \(seed)")
            }
        }
    }

    @Test func `bytes need not lie in one piece`() throws {
        let bytes = Array("{\"a\":[1,2]}".utf8)

        #expect(try JSONValue(json: bytes.lazy.map { $0 }) == ["a": [1, 2]])
        #expect(try JSONValue(json: Data(bytes)) == ["a": [1, 2]])
    }

    @Test func `an error says what, where and what is allowed`() {
        let error = JSONError(kind: .unexpectedByte(0x7D), offset: 7, line: 2)

        #expect(error.description == "JSON, line 2, byte 7: '}' cannot stand here")
    }
}

/// What another thread found out.
private final class Answer: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private let answer = Locked(false)

    func give(_ value: Bool) {
        answer.withLock { $0 = value }
        semaphore.signal()
    }

    func wait() -> Bool {
        semaphore.wait()
        return answer.withLock { $0 }
    }
}
