extension Beekon {
    /// What tracking does: the current value at once, then each change. A slow reader gets the newest only.
    public var state: AsyncStream<BeekonState> {
        get async { await opened(states) }
    }

    /// Positions: the latest at once, if there is one, then each as it is recorded. A reader that falls 64 behind loses
    /// the oldest; the log says how many. (BKN 1.7)
    public var locations: AsyncStream<Location> {
        get async { await opened(positions) }
    }

    /// Crossings of fences, from now on. What no reader has seen since the process began is held (the newest 64) and
    /// handed to the first one only. A reader that falls 64 behind loses the oldest; the log says how many.
    public var geofenceEvents: AsyncStream<GeofenceEvent> {
        get async { await opened(events) }
    }

    /// How uploading goes: the current value at once, then each change. A slow reader gets the newest only.
    public var syncStatus: AsyncStream<SyncStatus> {
        get async { await opened(syncStates) }
    }

    /// What is known about the licence; ``LicenseStatus/notDetermined`` before the first call of any other kind.
    public var licenseStatus: LicenseStatus { license }

    /// The licence: the current value at once, then each change; the newest 16 wait for a slow reader.
    public var licenseStatusUpdates: AsyncStream<LicenseStatus> {
        get async { await opened(licenseStates) }
    }

    /// The log, from now on; the newest 256 lines wait for a slow reader.
    public var logs: AsyncStream<LogEntry> { diagnostics.entries.stream() }

    /// A reader counts from before the opening: a crossing that woke the app is told during it.
    private func opened<Element>(_ broadcast: Broadcast<Element>) async -> AsyncStream<Element> {
        let stream = broadcast.stream()
        _ = await openedEngine()
        return stream
    }
}
