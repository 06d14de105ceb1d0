package import LocationCore

/// The shapes in which records, events and requests leave the adapter.
package enum BGeoPayload {
    /// What a record says of the device besides its position.
    package struct Circumstances: Hashable, Sendable {
        /// When the record is made.
        package let now: Timestamp
        /// Metres travelled.
        package let odometer: Double
        /// Whether the device moves; `nil` while a freshly started tracker does not know.
        package let isMoving: Bool?
        /// Battery and movement.
        package let status: DeviceStatus

        package init(now: Timestamp, odometer: Double, isMoving: Bool?, status: DeviceStatus) {
            self.now = now
            self.odometer = odometer
            self.isMoving = isMoving
            self.status = status
        }
    }

    /// The record of a plain location, or of a named event that is no transition.
    ///
    /// - Parameters:
    ///   - uuid: Identifies the record; a repeat carries the same one.
    ///   - fix: Where the device is.
    ///   - circumstances: The rest.
    ///   - event: `motionchange`, `heartbeat` and so on; `nil` for a plain location.
    ///   - extras: The record's own extras.
    ///   - shared: Extras of the options, which the record's own win over. (BGEO-108)
    package static func record(
        uuid: String, fix: Fix, circumstances: Circumstances, event: String? = nil,
        extras: JSONObject = JSONObject(), shared: JSONObject = JSONObject()
    ) -> JSONObject {
        var writer = MemberWriter()
        writer.put("uuid", uuid)
        writer.put("timestamp", fix.timestamp.iso8601)
        writer.put("age", json: .integer(max(0, circumstances.now.milliseconds(since: fix.timestamp))))
        writer.put("odometer", circumstances.odometer.isFinite ? circumstances.odometer : 0)
        writer.put("is_moving", json: circumstances.isMoving.map { .bool($0) } ?? .null)
        writer.put("event", event)
        writer.put("coords", coords(of: fix))
        writer.put("activity", activity(of: circumstances.status))
        writer.put("battery", battery(of: circumstances.status))
        return adding(shared, to: writer.members, own: extras)
    }

    /// The record of a transition. (BGEO-101)
    ///
    /// - Parameters:
    ///   - uuid: Identifies the transition; a repeat carries the same one.
    ///   - fence: The fence as it was stored when this happened.
    ///   - action: What happened.
    ///   - moment: When it happened.
    ///   - fix: The position that goes with it.
    ///   - circumstances: The rest.
    ///   - shared: Extras of the options. The fence's own are not mixed with them.
    package static func transition(
        uuid: String, fence: JSONObject, action: GeofenceAction, moment: Timestamp, fix: Fix,
        circumstances: Circumstances, shared: JSONObject = JSONObject()
    ) -> JSONObject {
        var nested = MemberWriter()
        nested.put("identifier", json: fence["identifier"])
        nested.put("action", action.rawValue)
        nested.put("timestamp", moment.iso8601)
        nested.put("extras", fence["extras"]?.objectValue)
        var record = record(uuid: uuid, fix: fix, circumstances: circumstances, event: "geofence", shared: shared)
        record["geofence"] = .object(nested.members)
        return record
    }

    /// What listeners of channel `geofence` are told about a recorded transition. (BGEO-095, BGEO-096)
    ///
    /// - Returns: `nil` if the record is not one of a transition.
    package static func geofenceEvent(record: JSONObject) -> JSONValue? {
        guard let nested = record["geofence"]?.objectValue, let identifier = nested["identifier"],
            let action = nested["action"]
        else { return nil }
        var writer = MemberWriter()
        writer.put("identifier", json: identifier)
        writer.put("action", json: action)
        writer.put("location", record)
        writer.put("extras", json: nested["extras"])
        return .object(writer.members)
    }

    /// What listeners of channel `geofenceschange` are told; `nil` when nothing changed. (BGEO-059 to BGEO-064)
    package static func geofencesChange(on: [JSONValue], off: [JSONValue]) -> JSONValue? {
        on.isEmpty && off.isEmpty ? nil : ["on": .array(on), "off": .array(off)]
    }

    /// A record with the extras of the options merged into its own, which win; without extras if both are empty.
    /// (BGEO-108)
    package static func merging(_ shared: JSONObject, into record: JSONObject) -> JSONObject {
        adding(shared, to: record, own: record["extras"]?.objectValue ?? JSONObject())
    }

    /// Reads a queued record; `nil` if it is no location.
    package static func location(_ record: JSONValue) -> Location? {
        (record.anyValue as? [String: Any]).flatMap(Location.init(dictionary:))
    }

    private static func adding(_ shared: JSONObject, to record: JSONObject, own: JSONObject) -> JSONObject {
        let extras = JSONObject(Array(shared) + Array(own))
        var result = record
        result["extras"] = extras.isEmpty ? nil : .object(extras)
        return result
    }

    private static func coords(of fix: Fix) -> JSONObject {
        var writer = MemberWriter()
        writer.put("latitude", fix.coordinate.latitude)
        writer.put("longitude", fix.coordinate.longitude)
        // The key is required by every reader; a negative number is the platform's own way to say "not known".
        writer.put("accuracy", fix.accuracy ?? -1)
        writer.put("altitude", fix.altitude)
        writer.put("altitude_accuracy", fix.verticalAccuracy)
        writer.put("speed", fix.speed)
        writer.put("speed_accuracy", fix.speedAccuracy)
        writer.put("heading", fix.course)
        writer.put("heading_accuracy", fix.courseAccuracy)
        writer.put("ellipsoidal_altitude", fix.ellipsoidalAltitude)
        return writer.members
    }

    private static func activity(of status: DeviceStatus) -> JSONObject {
        [
            "type": .string((ActivityType(rawValue: status.activity) ?? .unknown).rawValue),
            "confidence": .integer(Int64(min(max(status.activityConfidence, 0), 100))),
        ]
    }

    private static func battery(of status: DeviceStatus) -> JSONObject {
        let level = status.batteryLevel
        return [
            "level": .double((0...1).contains(level) ? level : -1),
            "is_charging": .bool(status.isCharging),
        ]
    }
}
