public import Foundation
import LocationCore

/// Something happened at a fence.
public struct GeofenceEvent: Hashable, Sendable {
    /// Which fence.
    public let identifier: String
    /// What happened.
    public let action: GeofenceAction
    /// The record that is queued for upload: its ``Location/raw`` has the nested object `geofence`.
    public let location: Location

    /// When it happened. Beyond the vendor's API, whose ``Location/timestamp`` is that of the position beside it.
    public let date: Date

    let extrasObject: PlainObject?

    /// The fence's own data as it was when this happened; `nil` when the fence has none. (BGEO-096)
    public var extras: [String: Any]? { extrasObject?.dictionary }

    /// Reads a payload of channel `geofence`; `nil` when a member is missing or the action is not known.
    public init?(dictionary: [String: Any]) {
        let read = DictionaryReader(dictionary)
        guard let identifier = read.string("identifier"),
            let action = read.string("action").flatMap(GeofenceAction.init(rawValue:)),
            let location = read.object("location").flatMap(Location.init(dictionary:))
        else { return nil }
        self.identifier = identifier
        self.action = action
        self.location = location
        let told = location.transitionTimestamp ?? location.timestamp
        guard let date = Timestamp(iso8601: told)?.date else { return nil }
        self.date = date
        self.extrasObject = read.plainObject("extras")
    }
}
