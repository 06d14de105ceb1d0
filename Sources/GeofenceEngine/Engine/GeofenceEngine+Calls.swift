public import LocationCore

/// What adapters ask for. Each call returns when it is committed and its effects have been handed to the device.
extension GeofenceEngine {
    /// The name of the set that apps fill.
    public static let appSet = "app"

    /// Adds fences, or replaces those of the same name in place, all in one commit.
    ///
    /// - Parameters:
    ///   - set: Which set; only the active one is watched.
    ///   - values: Values of the adapter's own that belong to the change and are committed with it.
    /// - Throws: ``StoreError`` when nothing was stored.
    public func put(
        _ fences: [Fence], set: String = GeofenceEngine.appSet, values: [String: JSONValue?] = [:]
    ) async throws(StoreError) {
        try await submit(.fences(FenceChange(set: set, kind: .upsert(fences), values: values)))
    }

    /// Replaces a whole set. Fences that stay the same keep their sides and stays.
    ///
    /// - Parameter configuration: How the engine behaves from this change on; `nil` for no change.
    public func replaceAll(
        with fences: [Fence], set: String = GeofenceEngine.appSet, values: [String: JSONValue?] = [:],
        rankedBy request: RankRequest? = nil, configuration: EngineConfiguration? = nil
    ) async throws(StoreError) {
        _ = try openStore()
        let change = FenceChange(
            set: set, kind: .replaceAll(fences), values: values, rank: request, policy: configuration?.policy)
        try take(.fences(change))
        if let configuration {
            core?.use(configuration.format)
            transport = configuration.transport
        }
        await settle()
    }

    /// Ranks anew, from a position of the caller's choice.
    public func rank(_ request: RankRequest) async throws(StoreError) { try await submit(.rank(request)) }

    /// Removes fences by name; unknown names change nothing.
    public func remove(_ ids: [FenceID], set: String = GeofenceEngine.appSet) async throws(StoreError) {
        try await submit(.fences(FenceChange(set: set, kind: .remove(ids))))
    }

    /// Removes every fence of a set.
    public func removeAll(set: String = GeofenceEngine.appSet) async throws(StoreError) {
        try await submit(.fences(FenceChange(set: set, kind: .removeAll)))
    }

    /// Makes a set the active one; the other's sides are forgotten, without exits. (BKN 3)
    public func choose(set: String) async throws(StoreError) { try await submit(.chooseSet(set)) }

    /// Switches tracking on or off.
    public func setTracking(_ isOn: Bool) async throws(StoreError) { try await submit(.tracking(isOn)) }

    /// Says who is identified, `nil` for nobody, with the adapter's own values that go with it, in one commit.
    public func setPerson(
        _ person: String?, values: [String: JSONValue?] = [:]
    ) async throws(StoreError) { try await submit(.person(person, values: values)) }

    /// Changes how the engine behaves, with the adapter's own values that say so, in one commit. The name must stay.
    ///
    /// - Parameter isNewWay: Whether the way to the server changed, so that it is tried at once.
    public func update(
        _ configuration: EngineConfiguration, values: [String: JSONValue?] = [:], isNewWay: Bool = false
    ) async throws(StoreError) {
        _ = try openStore()
        try take(.configuration(configuration.policy, configuration.format, values: values))
        transport = configuration.transport
        // Credentials that were replaced leave no copy in the log. What cannot be folded in now is folded in later.
        if isNewWay { try? store?.database.emptyLog() }
        if isNewWay { try take(.deliver(.settings)) }
        await settle()
    }

    /// Takes a position that the host knows.
    public func take(hostFix fix: Fix) async throws(StoreError) { try await submit(.hostFix(fix)) }

    /// Asks for one position and ranks from it. (CIO 1.7)
    public func look() async throws(StoreError) { try await submit(.look) }

    /// Registers every region anew, for a system that has lost its way. Sides are kept. (CASE-027)
    public func renewRegistrations() async throws(StoreError) { try await submit(.renew) }

    /// Asks for one position for the host. It is answered by ``EngineNews/fixAnswer(request:_:)``.
    ///
    /// - Returns: The request's identifier.
    public func requestFix(accuracy: Double, timeout: Int64, oldest: Int64) -> String {
        let id = makeRequestID("fix")
        core?.expectHostFix(id)
        device.fixes.request(FixRequest(id: id, accuracy: accuracy, timeout: timeout, oldestAcceptable: oldest))
        return id
    }

    /// Gives up a request for a position; it is not answered afterwards.
    public func cancelFix(_ id: String) {
        core?.forgetHostFix(id)
        device.fixes.cancel(request: id)
    }

    /// Puts a record of the host's into the outbox; one whose identifier waits already is ignored. (BGEO-125)
    public func append(_ record: Record) async throws(StoreError) { try await submit(.hostRecord(record)) }

    /// Delivers now, whatever holds automatic deliveries back, and tries parked records once more.
    public func deliver() async throws(StoreError) { try await submit(.deliver(.host)) }

    /// Gives the adapter's own reason to deliver, under the rules for automatic deliveries.
    public func considerDelivery() async throws(StoreError) { try await submit(.deliver(.adapter)) }

    /// Removes records from the outbox.
    ///
    /// - Returns: How many there were.
    public func removeRecords(id: String? = nil, kind: Record.Kind? = nil) async throws(StoreError) -> Int {
        let selection = Self.selection(id, kind)
        let count = try openStore().count(selection)
        try await submit(.removeRecords(selection))
        return count
    }

    /// Makes an identifier, from the device's random bits.
    public func makeIdentifier() -> String { Identifier.uuid(device.random.next(), device.random.next()) }

    /// Returns when the system has answered for every region that is wanted, or given no answer for too long.
    public func registrationsSettled() async {
        guard !isFullyRegistered else { return }
        await withCheckedContinuation { awaitingRegistrations.append($0) }
    }

    /// Sets the metres travelled.
    public func setOdometer(_ metres: Double) async throws(StoreError) { try await submit(.odometer(metres)) }

    /// Keeps values of the adapter's own, in one commit; `nil` removes one. Keys must not begin with `engine.`.
    public func keep(_ values: [String: JSONValue?]) async throws(StoreError) {
        precondition(values.keys.allSatisfy { !$0.hasPrefix("engine.") }, "the engine's own values are its own")
        try await submit(.values(values))
    }

    /// Sends a request of the adapter's own. It is answered by ``EngineNews/response(id:_:)``.
    public func send(_ request: HTTPRequest) {
        courier.foreign[request.id] = request
        device.http.send(request)
    }

    static func selection(_ id: String?, _ kind: Record.Kind?) -> RecordSelection {
        if let id { return .id(id) }
        return kind.map { .kind($0) } ?? .all
    }

    func openStore() throws(StoreError) -> EngineStore {
        openIfPossible()
        guard let store else {
            throw openingError
                ?? .notReadableYet(file: location.path.split(separator: "/").last.map(String.init) ?? location.path)
        }
        return store
    }
}

extension Core {
    mutating func use(_ format: any RecordFormat) { self.format = format }

    mutating func expectHostFix(_ id: String) { process.requests[id] = .host }

    mutating func forgetHostFix(_ id: String) { process.requests[id] = nil }
}
