package import GeofenceEngine
package import LocationCore

/// A waiting event: one copy of a transition, for one geoset. (CIO 5.3)
package struct TransitionRow: Hashable, Sendable {
    /// The event's name, for all three transitions. (CIO 4.1)
    package static let eventName = "Geofence Transition"

    package let geofenceId: String
    /// `enter`, `exit` or `dwell`.
    package let transition: String
    package let timestamp: Timestamp
    package let userId: String
    package let geofenceName: String?
    package let transitionId: String
    package let geosetId: String?
    package let metadata: Metadata
    package let visit: Visit?

    /// The copies of a transition, one for each geoset, or one without. (CIO-074, CIO-076)
    package static func rows(of transition: Transition) -> [TransitionRow] {
        let attributes = FenceAttributes(of: transition.fence)
        let visit: Visit? =
            switch transition.kind {
            case .enter: nil
            case .dwell: transition.stay.map { Visit(dwell: transition, stay: $0) }
            case .exit: transition.stay.flatMap { Visit(exit: transition, stay: $0) }
            }
        let geosets: [String?] = transition.fence.geosets.isEmpty ? [nil] : transition.fence.geosets
        return geosets.map { geoset in
            TransitionRow(
                geofenceId: transition.fence.id.text, transition: transition.kind.rawValue,
                timestamp: transition.at, userId: transition.person ?? "", geofenceName: attributes.name,
                transitionId: transition.id, geosetId: geoset, metadata: attributes.metadata, visit: visit)
        }
    }

    package init(
        geofenceId: String, transition: String, timestamp: Timestamp, userId: String, geofenceName: String?,
        transitionId: String, geosetId: String?, metadata: Metadata, visit: Visit?
    ) {
        self.geofenceId = geofenceId
        self.transition = transition
        self.timestamp = timestamp
        self.userId = userId
        self.geofenceName = geofenceName
        self.transitionId = transitionId
        self.geosetId = geosetId
        self.metadata = metadata
        self.visit = visit
    }

    package var key: RowKey {
        RowKey(userId: userId, geofenceId: geofenceId, transition: transition, at: timestamp, geosetId: geosetId)
    }
}

extension TransitionRow {
    /// The properties of the event. Name and metadata are those of the fence as it is now, if it is still known.
    /// (CIO 4.2, CIO-105)
    package func properties(current: FenceAttributes?) -> JSONValue {
        let name = current.map(\.name) ?? geofenceName
        var members: [(String, JSONValue?)] = [
            ("transition", .string(transition)),
            ("geofenceId", .string(geofenceId)),
            ("geofenceName", name.map { .string($0) }),
            ("geosetId", geosetId.map { .string($0) }),
            ("transitionId", .string(transitionId)),
            ("metadata", .object((current?.metadata ?? metadata).values)),
        ]
        if let visit {
            members += [
                ("visitId", .string(visit.visitId)),
                ("enteredAt", visit.enteredAt.map { .integer($0) }),
                ("dwellThresholdSeconds", visit.dwellThresholdSeconds.map { .integer($0) }),
                ("dwellDurationSeconds", visit.dwellDurationSeconds.map { .integer($0) }),
                ("visitDurationSeconds", visit.visitDurationSeconds.map { .integer($0) }),
                ("visitDurationUncertaintySeconds", visit.visitDurationUncertaintySeconds.map { .integer($0) }),
                ("detectionSource", .string(visit.detectionSource)),
            ]
        }
        return .object(JSONObject(members.compactMap { key, value in value.map { (key: key, value: $0) } }))
    }

    /// The event as the workspace sees it.
    package func event(current: FenceAttributes?) -> JSONValue {
        [
            "name": .string(Self.eventName), "timestamp": .string(timestamp.iso8601),
            "properties": properties(current: current),
        ]
    }

    /// The body of a direct call. (CIO-110)
    package func trackBody(current: FenceAttributes?) -> JSONValue {
        [
            "event": .string(Self.eventName), "userId": .string(userId), "timestamp": .string(timestamp.iso8601),
            "properties": properties(current: current),
        ]
    }

    /// The event among others in a batch: with its own person and its own time, whoever is identified now. (CIO-104)
    ///
    /// The message's identifier is made of what identifies the event, so that a repeat carries the same one.
    package func batchEvent(current: FenceAttributes?) -> JSONValue {
        [
            "type": "track", "event": .string(Self.eventName), "userId": .string(userId),
            "messageId": .string(geosetId.map { "\(transitionId).\($0)" } ?? transitionId),
            "timestamp": .string(timestamp.iso8601), "properties": properties(current: current),
        ]
    }
}
