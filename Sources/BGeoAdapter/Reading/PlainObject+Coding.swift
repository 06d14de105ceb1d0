import Foundation
import LocationCore

/// A JSON value on its way through Swift's coders, which know nothing of ours.
struct AnyJSON: Codable {
    let value: JSONValue

    init(_ value: JSONValue) { self.value = value }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            value = .null
        } else if let bool = try? container.decode(Bool.self) {
            value = .bool(bool)
        } else if let integer = try? container.decode(Int64.self) {
            value = .integer(integer)
        } else if let number = try? container.decode(Double.self) {
            value = .double(number)
        } else if let text = try? container.decode(String.self) {
            value = .string(text)
        } else if let list = try? container.decode([AnyJSON].self) {
            value = .array(list.map(\.value))
        } else {
            let members = try container.decode([String: AnyJSON].self)
            value = .object(JSONObject(members.map { (key: $0.key, value: $0.value.value) }))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch value {
        case .null: try container.encodeNil()
        case .bool(let bool): try container.encode(bool)
        case .integer(let integer): try container.encode(integer)
        case .unsigned(let integer): try container.encode(integer)
        case .double(let number): try container.encode(number)
        case .string(let text): try container.encode(text)
        case .array(let list): try container.encode(list.map { AnyJSON($0) })
        case .object(let members):
            try container.encode(Dictionary(members.map { ($0.key, AnyJSON($0.value)) }) { $1 })
        }
    }
}

extension PlainObject {
    /// Decodes a value of the application's own from the members.
    func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: Data(JSONValue.object(members).bytes()))
    }

    init(from decoder: any Decoder) throws {
        guard case .object(let members) = try AnyJSON(from: decoder).value else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "an object is needed"))
        }
        self.init(members: members)
    }

    func encode(to encoder: any Encoder) throws { try AnyJSON(.object(members)).encode(to: encoder) }
}
