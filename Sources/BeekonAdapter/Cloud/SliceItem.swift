package import LocationCore

/// A fence of the slice.
package struct SliceItem: Hashable, Sendable {
    package let id: String
    package let geometry: SliceGeometry
    package let notifyOnEntry: Bool
    package let notifyOnExit: Bool
    /// What is shown; `nil` also where the server's description of it was unusable.
    package let notification: GeofenceNotification?
    /// What was wrong with that description. It costs the notification, not the fence. (BKN-160)
    package let notificationFault: NotificationFault?

    /// Reads a fence, or says why it cannot be watched.
    package init(json: JSONValue) throws(SliceFault) {
        guard json.objectValue != nil else { throw SliceFault("is no object") }
        guard let id = json["id"]?.stringValue, (1...100).contains(id.utf16.count) else {
            throw SliceFault("id must be text of 1 to 100 characters")
        }
        guard let geometry = json["geometry"] else { throw SliceFault("geometry is missing") }
        self.id = id
        self.geometry = try SliceGeometry(json: geometry)
        notifyOnEntry = try Self.flag(json, "notify_on_entry")
        notifyOnExit = try Self.flag(json, "notify_on_exit")
        (notification, notificationFault) = Self.notification(json["notification"])
    }

    private static func flag(_ json: JSONValue, _ key: String) throws(SliceFault) -> Bool {
        guard let value = json[key], !value.isNull else { return true }
        guard let flag = value.boolValue else { throw SliceFault("\(key) must be true or false") }
        return flag
    }

    private static func notification(_ json: JSONValue?) -> (GeofenceNotification?, NotificationFault?) {
        guard let json, !json.isNull else { return (nil, nil) }
        do {
            return (try GeofenceNotification(json: json, spelling: .snakeCase), nil)
        } catch {
            return (nil, error)
        }
    }
}
