/// The tables of an engine's store.
///
/// One file holds everything an engine must not forget, so that one transaction can change it all together. The names
/// are BGeo's where that vendor has made them public (`geofences`), and serve every adapter. (tension 18)
enum EngineSchema {
    /// "GEOF", so that another program's file is told from ours.
    static let applicationID: Int32 = 0x4745_4F46

    static let schema = StoreSchema(
        applicationID: applicationID, steps: [createTables, lightenCommits, addSnapshot])

    private static let createTables = StoreSchema.Step { (database) throws(StoreError) in
        try database.execute(script: version1)
    }

    /// A commit writes whole pages, so what nobody reads is not written: the index of all records by transition, of which
    /// only the waiting ones are looked up, and counters for numbers that need not be new for ever.
    private static let lightenCommits = StoreSchema.Step { (database) throws(StoreError) in
        try database.execute(script: version2)
    }

    private static let version2 = """
        DROP INDEX locations_by_transition;
        CREATE INDEX locations_waiting ON locations (transition_id) WHERE is_waiting = 1;
        CREATE TABLE announcements_2 (
            position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL
        ) STRICT;
        INSERT INTO announcements_2 SELECT position, id, body FROM announcements;
        DROP TABLE announcements;
        ALTER TABLE announcements_2 RENAME TO announcements;
        CREATE TABLE journal_2 (
            id INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, identifier TEXT, code TEXT NOT NULL, text TEXT NOT NULL
        ) STRICT;
        INSERT INTO journal_2 SELECT id, at_ms, identifier, code, text FROM journal;
        DROP TABLE journal;
        ALTER TABLE journal_2 RENAME TO journal;
        """

    private static let addSnapshot = StoreSchema.Step { (database) throws(StoreError) in
        try database.execute(script: version3)
    }

    /// What ``SnapshotMark`` says, at most one row, and the fences that were changed since the snapshot, or removed.
    private static let version3 = """
        CREATE TABLE fence_snapshot (
            lineage TEXT NOT NULL, base INTEGER NOT NULL, generation INTEGER NOT NULL, pending INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE fence_changes (ordinal INTEGER PRIMARY KEY, generation INTEGER NOT NULL) STRICT;
        """

    /// `attributes` is the vendor's own definition of the fence, as it was given.
    private static let version1 = """
        CREATE TABLE geofences (
            ordinal INTEGER PRIMARY KEY AUTOINCREMENT,
            set_name TEXT NOT NULL,
            identifier TEXT NOT NULL,
            latitude REAL NOT NULL,
            longitude REAL NOT NULL,
            radius REAL NOT NULL,
            notify_on_entry INTEGER NOT NULL,
            notify_on_exit INTEGER NOT NULL,
            notify_on_dwell INTEGER NOT NULL,
            loitering_delay INTEGER NOT NULL,
            shape TEXT,
            geosets TEXT,
            notice TEXT,
            attributes TEXT,
            revision INTEGER NOT NULL,
            shape_revision INTEGER NOT NULL,
            UNIQUE (set_name, identifier)
        ) STRICT;
        CREATE TABLE geofence_state (ordinal INTEGER PRIMARY KEY, state TEXT NOT NULL, body TEXT NOT NULL) STRICT;
        CREATE TABLE regions (
            position INTEGER PRIMARY KEY,
            region_id TEXT NOT NULL UNIQUE,
            ordinal INTEGER,
            latitude REAL NOT NULL,
            longitude REAL NOT NULL,
            radius REAL NOT NULL,
            tells_first_enter INTEGER NOT NULL,
            asked_at INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE windows (
            person TEXT NOT NULL, identifier TEXT NOT NULL, kind TEXT NOT NULL, spent_at INTEGER NOT NULL,
            PRIMARY KEY (person, identifier, kind)
        ) STRICT;
        CREATE TABLE locations (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            uuid TEXT NOT NULL UNIQUE,
            recorded_at_ms INTEGER NOT NULL,
            kind TEXT NOT NULL,
            event TEXT,
            identifier TEXT,
            transition_id TEXT,
            companion TEXT,
            person TEXT,
            session TEXT,
            body TEXT NOT NULL,
            attempts INTEGER NOT NULL DEFAULT 0,
            is_parked INTEGER NOT NULL DEFAULT 0,
            is_waiting INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX locations_by_transition ON locations (transition_id);
        CREATE INDEX locations_by_time ON locations (recorded_at_ms);
        CREATE TABLE announcements (
            position INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL
        ) STRICT;
        CREATE TABLE waiting (
            position INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, until INTEGER NOT NULL,
            body TEXT NOT NULL
        ) STRICT;
        CREATE TABLE kv (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
        CREATE TABLE journal (
            id INTEGER PRIMARY KEY AUTOINCREMENT, at_ms INTEGER NOT NULL, identifier TEXT, code TEXT NOT NULL,
            text TEXT NOT NULL
        ) STRICT;
        CREATE TABLE log_entries (
            id INTEGER PRIMARY KEY AUTOINCREMENT, ts_ms INTEGER NOT NULL, level INTEGER NOT NULL, src TEXT NOT NULL,
            event TEXT NOT NULL, message TEXT, data TEXT
        ) STRICT;
        """
}
