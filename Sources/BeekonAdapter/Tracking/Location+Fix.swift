import Foundation
package import LocationCore

extension Location {
    /// The position that a fix tells.
    ///
    /// - Parameter isTracked: Whether a tracking session runs. The tracker pauses when the device is still, so a
    ///   position taken in a session was taken on the move unless the device says otherwise.
    package init(
        _ fix: Fix, id: String, trigger: LocationTrigger, activity: ActivityType = .unknown, isStill: Bool = false,
        isTracked: Bool = false
    ) {
        self.init(
            id: id, latitude: fix.coordinate.latitude, longitude: fix.coordinate.longitude,
            timestamp: fix.timestamp.date, accuracy: fix.accuracy, speed: fix.speed, bearing: fix.course,
            altitude: fix.ellipsoidalAltitude, trigger: trigger,
            motion: isStill ? .stationary : isTracked ? .moving : .unknown, activity: activity,
            isMock: fix.isSimulated)
    }

    /// The position as it stands in the outbox and on the wire. (BKN 7.3)
    package var wire: JSONValue {
        func number(_ value: Double?) -> JSONValue { value.map { .double($0) } ?? .null }
        return [
            "id": .string(id), "latitude": .double(latitude), "longitude": .double(longitude),
            "timestamp": .string(Timestamp(timestamp).iso8601), "accuracy": number(accuracy),
            "speed": number(speed), "bearing": number(bearing), "altitude": number(altitude),
            "quality": .string(quality.rawValue), "trigger": .string(trigger.rawValue),
            "motion": .string(motion.rawValue), "activity": .string(activity.rawValue), "is_mock": .bool(isMock),
        ]
    }

    /// Reads what ``wire`` wrote; `nil` for anything else.
    package init?(wire: JSONValue) {
        guard let id = wire["id"]?.stringValue, let latitude = wire["latitude"]?.doubleValue,
            let longitude = wire["longitude"]?.doubleValue,
            let timestamp = wire["timestamp"]?.stringValue.flatMap({ Timestamp(iso8601: $0) })
        else { return nil }
        func word<Word: RawRepresentable<String>>(_ key: String, _ fallback: Word) -> Word {
            wire[key]?.stringValue.flatMap(Word.init(rawValue:)) ?? fallback
        }
        self.init(
            id: id, latitude: latitude, longitude: longitude, timestamp: timestamp.date,
            accuracy: wire["accuracy"]?.doubleValue, speed: wire["speed"]?.doubleValue,
            bearing: wire["bearing"]?.doubleValue, altitude: wire["altitude"]?.doubleValue,
            trigger: word("trigger", .unknown), motion: word("motion", .unknown),
            activity: word("activity", .unknown), isMock: wire["is_mock"]?.boolValue ?? false)
    }
}
