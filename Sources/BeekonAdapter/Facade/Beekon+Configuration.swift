import GeofenceEngine
import LocationCore

extension Beekon {
    /// The key under which the store keeps the revision of the slice.
    package static let revisionKey = "beekon.revision"

    /// Puts a configuration in force and keeps it for later launches. (BKN 1.5)
    ///
    /// It may be called at any time, also while tracking. The fences of the other mode go to sleep, without exits, and
    /// wake when the mode comes back; a different project key empties the server's.
    ///
    /// - Throws: ``BeekonError/invalidConfiguration(reason:)`` with nothing changed, or
    ///   ``BeekonError/storageFailure(cause:)``.
    public func configure(_ config: BeekonConfig) async throws {
        try await calls.run { try await apply(config) }
    }

    private func apply(_ config: BeekonConfig) async throws {
        try config.validate()
        let engine = try await engine()
        var values: [String: JSONValue?] = [BeekonConfig.storedKey: config.json]
        var isOtherProject = false
        if let key = config.projectKey {
            isOtherProject = await engine.value(Self.projectKey)?.stringValue.map { $0 != key } ?? false
            values[Self.projectKey] = .some(.string(key))
            if isOtherProject { values[Self.revisionKey] = .some(nil) }
        }
        let isNewWay = config.isCloud || config.settings.sync != self.config.settings.sync
        try await use(config, on: engine, values: values, emptyingSlice: isOtherProject, isNewWay: isNewWay)
        diagnostics.write(.info, "configuration", config.isCloud ? "cloud" : "self-managed")
    }

    /// The key under which the store keeps the project that the slice came from, also while the app owns the fences.
    private static let projectKey = "beekon.project"
}
