import BeekonAdapter
import Foundation
import LocationCore
import TestSupport

/// A file of the specification's fixtures.
func fixture(_ name: String) throws -> JSONValue {
    try JSONValue(json: Shared.data("spec/fixtures/beekon/\(name)"))
}

extension JSONValue {
    /// A member that must be there.
    func member(_ key: String) throws -> JSONValue {
        guard let value = self[key] else { throw MissingMember(key: key) }
        return value
    }

    /// The elements of a member that must be there.
    func list(_ key: String) throws -> [JSONValue] { try member(key).arrayValue ?? [] }

    /// The value through `Codable`. `"NaN"` and the infinities stand for the numbers of that name.
    func decoded<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        return try decoder.decode(type, from: Data(bytes()))
    }
}

struct MissingMember: Error { let key: String }

/// The specification's usual fence.
let home = BeekonGeofence(id: "home", latitude: 12.9716, longitude: 77.5946, radiusMeters: 150)

extension BeekonGeofence {
    /// The same fence, changed.
    func with(_ change: (inout BeekonGeofence) -> Void) -> BeekonGeofence {
        var copy = self
        change(&copy)
        return copy
    }
}

let present = "needs the specification beside the checkout"

/// 2026-03-01T08:00:00Z, the first instant of the fixtures.
let eight = Timestamp(milliseconds: 1_772_352_000_000)
