import GeofenceEngine
import LocationCore

extension Beekon {
    /// Begins to track; does nothing while tracking. Fences do not need it. (BKN 6.2)
    ///
    /// - Throws: ``BeekonError/permissionDenied``, ``BeekonError/locationServicesDisabled`` or
    ///   ``BeekonError/storageFailure(cause:)``; the state then stays what it is.
    public func start() async throws {
        try await calls.run { try await beginTracking() }
    }

    private func beginTracking() async throws {
        let engine = try await engine()
        guard session.state != .tracking else { return }
        if let obstacle = TrackingSession.obstacle(await engine.authorization) { throw obstacle }
        try await engine.setTracking(true)
        if let state = session.started() { states.send(state) }
        try await use(config, on: engine)
    }

    /// Ends tracking, and sends what was recorded.
    public func stop() async {
        await calls.run { await endTracking(.user) }
    }

    /// Goes on tracking if an earlier process was, and it may; otherwise does nothing.
    public func resumeIfNeeded() async {
        await calls.run { await resume() }
    }

    private func resume() async {
        guard let engine = await openedEngine(), session.state == .idle, await engine.isTracking,
            TrackingSession.obstacle(await engine.authorization) == nil
        else { return }
        do {
            try await beginTracking()
        } catch {
            diagnostics.write(.error, "tracking", "could not resume: \(error)")
        }
    }

    func endTracking(_ reason: StopReason) async {
        if let state = session.ended(reason) { states.send(state) }
        guard let engine = await openedEngine() else { return }
        do throws(BeekonError) {
            // Also when idle: an earlier process may have left it on.
            try await engine.setTracking(false)
            try await use(config, on: engine)
        } catch {
            diagnostics.write(.error, "tracking", error.description)
        }
    }
}
