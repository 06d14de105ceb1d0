package import LocationCore

/// The form in which a row is kept.
extension TransitionRow {
    package var json: JSONValue {
        var members: [(String, JSONValue?)] = [
            ("geofence_id", .string(geofenceId)),
            ("transition", .string(transition)),
            // A double holds every millisecond of the next ten thousand years, and rounding finds it again. (CIO-073)
            ("timestamp", .double(Double(timestamp.milliseconds) / 1000)),
            ("user_id", .string(userId)),
            ("geofence_name", geofenceName.map { .string($0) }),
            ("transition_id", .string(transitionId)),
            ("geoset_id", geosetId.map { .string($0) }),
            ("metadata", .object(metadata.values)),
        ]
        if let visit {
            members += [
                ("visit_id", .string(visit.visitId)),
                ("entered_at", visit.enteredAt.map { .integer($0) }),
                ("dwell_threshold_seconds", visit.dwellThresholdSeconds.map { .integer($0) }),
                ("dwell_duration_seconds", visit.dwellDurationSeconds.map { .integer($0) }),
                ("visit_duration_seconds", visit.visitDurationSeconds.map { .integer($0) }),
                ("visit_duration_uncertainty_seconds", visit.visitDurationUncertaintySeconds.map { .integer($0) }),
                ("detection_source", .string(visit.detectionSource)),
            ]
        }
        return .object(JSONObject(members.compactMap { key, value in value.map { (key: key, value: $0) } }))
    }

    /// Reads a kept row; `nil` when it lacks what every row has. A row of an older version has no geoset, no metadata
    /// and no visit, and is sent without them. (CIO 8.4)
    package init?(json: JSONValue) {
        guard let geofenceId = json["geofence_id"]?.stringValue, let transition = json["transition"]?.stringValue,
            let seconds = json["timestamp"]?.doubleValue, let userId = json["user_id"]?.stringValue,
            let transitionId = json["transition_id"]?.stringValue
        else { return nil }
        self.init(
            geofenceId: geofenceId, transition: transition, timestamp: Timestamp(seconds: seconds), userId: userId,
            geofenceName: json["geofence_name"]?.stringValue, transitionId: transitionId,
            geosetId: json["geoset_id"]?.stringValue, metadata: Metadata(wire: json["metadata"]),
            visit: Visit(json: json))
    }
}

extension Visit {
    fileprivate init?(json: JSONValue) {
        guard let id = json["visit_id"]?.stringValue, let source = json["detection_source"]?.stringValue else {
            return nil
        }
        self.init(
            visitId: id, enteredAt: json["entered_at"]?.int64Value,
            dwellThresholdSeconds: json["dwell_threshold_seconds"]?.int64Value,
            dwellDurationSeconds: json["dwell_duration_seconds"]?.int64Value,
            visitDurationSeconds: json["visit_duration_seconds"]?.int64Value,
            visitDurationUncertaintySeconds: json["visit_duration_uncertainty_seconds"]?.int64Value,
            detectionSource: source)
    }
}
