extension EngineSchema {
    /// One question for each table, with every column that is read or written.
    static let verification = StoreVerification(statements: [
        """
        SELECT ordinal, set_name, identifier, latitude, longitude, radius, notify_on_entry, notify_on_exit, notify_on_dwell,
            loitering_delay, shape, geosets, notice, attributes, revision, shape_revision FROM geofences
        """,
        "SELECT ordinal, state, body FROM geofence_state",
        "SELECT position, region_id, ordinal, latitude, longitude, radius, tells_first_enter, asked_at FROM regions",
        "SELECT person, identifier, kind, spent_at FROM windows",
        """
        SELECT id, uuid, recorded_at_ms, kind, event, identifier, transition_id, companion, person, session, body, attempts,
            is_parked, is_waiting FROM locations
        """,
        "SELECT position, id, body FROM announcements",
        "SELECT position, id, until, body FROM waiting",
        "SELECT key, value FROM kv",
        "SELECT id, at_ms, identifier, code, text FROM journal",
        "SELECT id, ts_ms, level, src, event, message, data FROM log_entries",
        "SELECT lineage, base, generation, pending FROM fence_snapshot",
        "SELECT ordinal, generation FROM fence_changes",
    ])
}
