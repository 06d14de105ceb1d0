import BeekonAdapter
import GeofenceEngine
import LocationCore

/// Reads a fence that an app gives Beekon. (BKN 1.3, 2.2)
enum BeekonReading {
    private static let known: Set<String> = [
        "id", "latitude", "longitude", "radiusMeters", "notifyOnEntry", "notifyOnExit", "notification",
    ]

    static func read(_ entry: JSONValue) throws(FenceFault) -> ReadFence {
        guard let members = entry.objectValue else { throw FenceFault(id: nil, reason: "it is no object") }
        let fence = try geofence(members)
        do {
            return ReadFence(
                definition: FenceDefinition(beekon: try fence.fence()),
                remarks: members.unknown(besides: known, to: .beekon))
        } catch {
            throw FenceFault(id: fence.id, reason: reason(error))
        }
    }

    /// The value that `Codable` would read.
    static func geofence(_ members: JSONObject) throws(FenceFault) -> BeekonGeofence {
        let id = members["id"]?.stringValue
        guard let id, let latitude = members["latitude"]?.doubleValue,
            let longitude = members["longitude"]?.doubleValue, let radius = members["radiusMeters"]?.doubleValue
        else {
            throw FenceFault(id: id, reason: "id must be text, latitude, longitude and radiusMeters numbers")
        }
        return BeekonGeofence(
            id: id, latitude: latitude, longitude: longitude, radiusMeters: radius,
            notifyOnEntry: try flag(members, "notifyOnEntry", id), notifyOnExit: try flag(members, "notifyOnExit", id),
            notification: try notification(members, id))
    }

    private static func flag(_ members: JSONObject, _ name: String, _ id: String) throws(FenceFault) -> Bool {
        guard let value = members[name], !value.isNull else { return true }
        guard let flag = value.boolValue else {
            throw FenceFault(id: id, reason: "\(name) must be true or false")
        }
        return flag
    }

    private static func notification(
        _ members: JSONObject, _ id: String
    ) throws(FenceFault) -> GeofenceNotification? {
        guard let value = members["notification"], !value.isNull else { return nil }
        do {
            return try GeofenceNotification(json: value, spelling: .camelCase)
        } catch {
            throw FenceFault(id: id, reason: "notification.\(error)")
        }
    }

    /// What is wrong, without the name of the fence, which the report gives.
    private static func reason(_ error: BeekonError) -> String {
        if case .invalidGeofence(_, let reason) = error { reason } else { error.description }
    }
}

/// Reads a fence that Beekon's server gives a device. (BKN 8)
enum BeekonSliceReading {
    private static let known: Set<String> = ["id", "geometry", "notify_on_entry", "notify_on_exit", "notification"]

    static func read(_ entry: JSONValue) throws(FenceFault) -> ReadFence {
        do {
            let item = try SliceItem(json: entry)
            var remarks: [String] = []
            // It costs the notification, not the fence. (BKN-160)
            if let fault = item.notificationFault { remarks.append("notification.\(fault); Beekon shows nothing") }
            remarks += (entry.objectValue ?? [:]).unknown(besides: known, to: .beekon)
            let (fence, leftOut) = try item.fenceAndRemarks()
            remarks += leftOut.map { "geometry: \($0); the rest is watched" }
            return ReadFence(definition: FenceDefinition(beekon: fence), remarks: remarks)
        } catch {
            throw FenceFault(id: entry["id"]?.stringValue, reason: error.description)
        }
    }
}

extension FenceDefinition {
    fileprivate init(beekon fence: Fence) {
        self.init(id: fence.id, shape: fence.shape, reports: fence.reports, notification: fence.notification)
    }
}
