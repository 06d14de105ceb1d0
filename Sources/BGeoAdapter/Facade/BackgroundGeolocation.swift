import LocationCore

/// Tracks the device, watches fences and uploads what happened.
///
/// Subscribe first, then call ``ready(_:)`` once per launch, then ``start()``. Requests are asynchronous; events come
/// through closures (`onGeofence` and its kin, called on the main thread) or streams (`geofenceEvents` and its kin).
/// No licence key is needed. (BGEO-140)
@MainActor public enum BackgroundGeolocation {}

/// Life cycle.
extension BackgroundGeolocation {
    /// Merges options into those in force and gives the state; tracking that was on goes on.
    ///
    /// - Throws: ``BGeoError`` with code `INVALID_CONFIG` if `params`, `extras` or the refresh payload hold what is no
    ///   JSON value, and with code `INSECURE_URL` if ``Config/requiresHTTPS`` is on and an address is of plain http; nothing was
    ///   changed then.
    @discardableResult public static func ready(_ config: Config) async throws -> State {
        let options = try options(of: config)
        return State(dictionary: PlainObject(members: try await inOrder { try await $0.ready(options) }).dictionary)
    }

    /// Merges options into those in force and gives the state. (BGEO-136)
    ///
    /// - Throws: As ``ready(_:)``.
    @discardableResult public static func setConfig(_ config: Config) async throws -> State {
        let options = try options(of: config)
        return State(dictionary: PlainObject(members: try await inOrder { try await $0.setConfig(options) }).dictionary)
    }

    /// Begins tracking: the fences in range are watched from now on. Started already, nothing happens.
    @discardableResult public static func start() async throws -> State {
        State(dictionary: PlainObject(members: try await inOrder { try await $0.start() }).dictionary)
    }

    /// Ends tracking: no fence is watched, all stay stored. Stopped already, nothing happens.
    @discardableResult public static func stop() async throws -> State {
        State(dictionary: PlainObject(members: try await inOrder { try await $0.stop() }).dictionary)
    }

    /// The state now.
    public static func getState() async -> State {
        State(dictionary: PlainObject(members: await inOrder { await $0.state() }).dictionary)
    }

    /// Declares the device to be moving or at rest. Fences are watched all the same. (BGEO-034)
    ///
    /// - Throws: ``BGeoError/disabled(message:)`` while tracking is off. (BGEO-035)
    public static func changePace(_ isMoving: Bool) async throws {
        try await inOrder { try await $0.changePace(isMoving) }
    }

    private static func options(of config: Config) throws(BGeoError) -> JSONObject {
        if let path = config.unrepresentable {
            throw .unknown(code: "INVALID_CONFIG", message: "\(path) is not a JSON value")
        }
        return config.members
    }
}
