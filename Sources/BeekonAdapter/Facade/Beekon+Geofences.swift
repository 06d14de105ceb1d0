import GeofenceEngine

extension Beekon {
    /// Watches fences from now on, in this process and in every later one.
    ///
    /// A fence whose id is already there is replaced and keeps its place. All are added or none is. A device that is
    /// already inside is found silently: its first event is the exit. (BKN 2)
    ///
    /// - Throws: ``BeekonError/geofencesManagedByServer`` in cloud mode, ``BeekonError/invalidGeofence(id:reason:)`` for
    ///   the first entry that cannot be watched, ``BeekonError/storageFailure(cause:)``.
    public func addGeofences(_ geofences: [BeekonGeofence]) async throws {
        try await calls.run { try await add(geofences) }
    }

    private func add(_ geofences: [BeekonGeofence]) async throws {
        let engine = try await engine()
        guard !config.isCloud else { throw BeekonError.geofencesManagedByServer }
        var fences: [Fence] = []
        for geofence in geofences { fences.append(try geofence.fence()) }
        guard !fences.isEmpty else { return }
        try await engine.put(fences)
        for geofence in geofences where geofence.isUnreliablySmall {
            diagnostics.write(
                .warn, "geofence",
                "\(geofence.id): below 100 m (\(geofence.radiusMeters) m) the system may report late or never")
        }
    }

    /// Stops watching fences, without exits; ids that are not there are ignored. (BKN 2.1)
    ///
    /// - Throws: ``BeekonError/geofencesManagedByServer`` in cloud mode, ``BeekonError/storageFailure(cause:)``.
    public func removeGeofences(ids: [String]) async throws {
        try await calls.run { try await remove(ids) }
    }

    private func remove(_ ids: [String]) async throws {
        let engine = try await engine()
        guard !config.isCloud else { throw BeekonError.geofencesManagedByServer }
        guard !ids.isEmpty else { return }
        try await engine.remove(ids.map { FenceID($0) })
    }

    /// The fences that are watched now, first added first: the app's, or in cloud mode the server's, where a polygon is
    /// shown as the smallest circle around it. (BKN 3)
    public func listGeofences() async -> [BeekonGeofence] {
        await calls.run { await activeFences() }.map { BeekonGeofence($0) }
    }

    func activeFences() async -> [Fence] {
        guard let engine = await openedEngine() else { return [] }
        do throws(BeekonError) {
            return try await engine.fences(set: BeekonPolicy.activeSet(config))
        } catch {
            diagnostics.write(.error, "store", error.description)
            return []
        }
    }
}
