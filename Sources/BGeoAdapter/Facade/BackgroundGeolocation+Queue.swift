import LocationCore

/// Records that wait for upload.
extension BackgroundGeolocation {
    /// Gives the queued records and begins to upload them. How that ends is told on ``httpEvents``.
    public static func sync() async throws -> [Location] { decoded(try await inOrder { try await $0.sync() }) }

    /// The queued records, oldest first. One that cannot be read is left out.
    public static func getLocations() async -> [Location] { decoded(await inOrder { await $0.locations() }) }

    /// How many records are queued.
    public static func getCount() async -> Int { await inOrder { await $0.locationCount() } }

    /// Removes all queued records; tells how many. (BGEO-127)
    public static func destroyLocations() async -> Int { await inOrder { await $0.destroyLocations() } }

    /// Removes one queued record.
    ///
    /// - Throws: ``BGeoError/notFound(message:)`` if none has that identifier. (BGEO-126)
    public static func destroyLocation(uuid: String) async throws {
        guard await inOrder({ await $0.destroyLocation(uuid: uuid) }) else {
            throw BGeoError.noQueuedLocation(uuid: uuid)
        }
    }

    /// Queues a record of the application's own. One whose `uuid` is queued already is ignored. (BGEO-125)
    ///
    /// A member that is no JSON value is left out, which the log tells.
    public static func insertLocation(_ location: [String: Any]) async {
        let record = members(PlainObject(location), of: "insertLocation", current.engine)
        await inOrder { await $0.insertLocation(record) }
    }

    /// The tokens that uploads are authorised with now.
    public static func getAuthState() async -> (accessToken: String?, refreshToken: String?) {
        let tokens = await inOrder { await $0.tokens() }
        return (tokens.access, tokens.refresh)
    }

    private static func decoded(_ records: [JSONValue]) -> [Location] { records.compactMap(BGeoPayload.location) }

    /// What of an application's dictionary can be stored; the log tells if that is not all.
    static func members(_ object: PlainObject, of request: String, _ engine: any BGeoEngine) -> JSONObject {
        if let path = object.unrepresentable {
            engine.log(
                LogRow(
                    level: .warning, source: "native", event: request,
                    message: "\(path) is not a JSON value; its member is left out"))
        }
        return object.members
    }
}
