import BGeoAdapter
import Foundation
import LocationCore
import TestSupport

/// The specification's data.
enum Fixture {
    static func json(_ name: String) throws -> JSONValue {
        try JSONValue(json: Shared.data("spec/fixtures/bgeo/\(name).json"))
    }

    /// A dictionary in which `{"$number": "NaN"}` and its kin have become the numbers that they stand for.
    static func dictionary(_ value: JSONValue?) -> [String: Any] {
        var result: [String: Any] = [:]
        for (key, value) in value?.objectValue ?? [:] {
            switch value["$number"]?.stringValue {
            case "NaN": result[key] = Double.nan
            case "Infinity": result[key] = Double.infinity
            case "-Infinity": result[key] = -Double.infinity
            default: result[key] = value.anyValue
            }
        }
        return result
    }

    /// The record of `upload-record-geofence.json`, written out, so that tests run without the folder.
    static let record: JSONObject = [
        "uuid": "6f0f0a86-6a55-4a4e-9a53-0f2f5a1c0e01", "timestamp": "2026-03-02T07:15:04.000Z", "age": 0,
        "odometer": 1532.4, "is_moving": true, "event": "geofence",
        "coords": [
            "latitude": 52.229, "longitude": 21.012, "accuracy": 8.0, "altitude": 113.0, "altitude_accuracy": 4.0,
            "speed": 1.4, "speed_accuracy": 0.6, "heading": 12.0, "heading_accuracy": 8.0,
            "ellipsoidal_altitude": 146.2,
        ],
        "activity": ["type": "walking", "confidence": 75],
        "battery": ["level": 0.81, "is_charging": false],
        "geofence": [
            "identifier": "home", "action": "ENTER", "timestamp": "2026-03-02T07:15:04.000Z",
            "extras": ["kind": "home", "label": "Home"],
        ],
        "extras": ["fleet": "north"],
    ]

    /// That record before the options' extras were merged into it, as `geofence-event-enter.json` has it.
    static var recordWithoutExtras: JSONObject {
        var record = record
        record["extras"] = nil
        return record
    }

    /// A payload as a dictionary.
    static func payload(_ object: JSONObject) -> [String: Any] {
        JSONValue.object(object).anyValue as? [String: Any] ?? [:]
    }
}
