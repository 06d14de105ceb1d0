package import GeofenceEngine
package import LocationCore

/// Beekon's records: an event without a position, and a location beside it. (BKN 7.3)
package struct BeekonFormat: RecordFormat, Hashable {
    /// Whether locations tell what the person does.
    package let detectsActivity: Bool

    package init(detectsActivity: Bool) { self.detectsActivity = detectsActivity }

    package func records(of transition: Transition, in context: RecordContext, id: () -> String) -> [Record] {
        guard let event = GeofenceEvent(transition) else { return [] }
        let body: JSONValue = [
            "id": .string(event.id), "geofence_id": .string(event.geofenceId), "type": .string(event.type.rawValue),
            "timestamp": .string(transition.at.iso8601),
        ]
        return [
            Record(
                id: event.id, kind: .transition, fence: transition.fence.id, transition: transition.id,
                at: transition.at, session: context.session, body: body)
        ]
    }

    package func record(of fix: Fix, beside transition: Transition?, in context: RecordContext, id: String) -> Record? {
        let location = Location(
            fix, id: id, trigger: transition == nil ? .update : .geofence,
            activity: detectsActivity ? ActivityType(deviceWord: context.status.activity) : .unknown,
            isStill: context.status.activity == "still", isTracked: context.session != nil)
        return Record(
            id: id, kind: .fix, fence: transition?.fence.id, transition: transition?.id, at: fix.timestamp,
            session: context.session, body: location.wire)
    }
}
