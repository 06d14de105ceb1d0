package import GeofenceEngine
package import LocationCore

/// BGeo's façade on a geofence engine: what ``BackgroundGeolocation`` asks for, carried out.
///
/// It listens to the device from its creation on, so that a crossing that started the process is handled, stored and
/// uploaded with the kept options before the application says a word. (BGEO-122)
@MainActor package final class BGeoService: BGeoEngine {
    /// Where the options are kept.
    nonisolated static let configurationKey = "bgeo.config"

    let device: Device
    let hub: EventHub
    var configuration = BGeoConfiguration()
    var pace: Bool?
    /// What happens to jumps since tracking began.
    private(set) var filter: BGeoConfiguration.FilterPolicy?
    var watch: PositionWatch?
    var awaitedFixes: [String: CheckedContinuation<FixAnswer, Never>] = [:]
    var earlyAnswers: [String: FixAnswer] = [:]
    var lastAuthorization: Authorization?
    var lastNetwork: NetworkState?
    var lastPosition: Fix?
    var lastLocationError: String?
    var logUploads: [String: Int64] = [:]
    private var logUploadsSent = 0
    /// Whether the options that the store keeps have been read.
    private var isConfigured = false
    /// Whether the service has been taken off its device.
    var isOver = false
    private var launching: Task<Void, Never>?
    private var pendingLog: Task<Void, Never>?
    private let relay: NewsRelay
    let engine: GeofenceEngine

    /// Creates a service; it does nothing before ``launch()``.
    package init(device: Device, store: StoreLocation, hub: EventHub) {
        self.device = device
        self.hub = hub
        let relay = NewsRelay()
        self.relay = relay
        let platform = device.platform
        engine = GeofenceEngine(
            name: BGeoConfiguration.engineName, device: device, store: store, listener: relay
        ) { values in
            let configuration = BGeoConfiguration(json: values[Self.configurationKey] ?? .null)
            let tokens = BGeoTokens(json: values[BGeoTransport.tokensKey] ?? .null)
            return Self.engineConfiguration(configuration, tokens, platform)
        }
        relay.connect { [weak self] news in await self?.take(news) }
    }

    /// Begins to listen and opens the store. A store that cannot be used now is told by every call that needs it, and tried
    /// again by each.
    ///
    /// Every call does so first where nobody has.
    package func launch() async {
        if launching == nil { launching = Task { await open() } }
        await launching?.value
        if !isConfigured, !isOver { await open() }
    }

    private func open() async {
        // What is wrong is in the news, and in the answer to each call that needs the store.
        try? await engine.start()
        await takeOptions()
    }

    /// Reads the options when the store could be opened, which may be long after the start.
    func takeOptions() async {
        guard !isConfigured, await engine.opening != nil, !isConfigured else { return }
        await readConfiguration()
        isConfigured = true
        await warnOfPlainHTTP()
    }

    /// At each start, and when an address changes.
    private func warnOfPlainHTTP() async {
        for warning in configuration.plainAddresses.warnings {
            log(LogRow(level: .warning, source: "http", event: "plain http", message: warning))
            // It is in the log already where the journal cannot be written.
            try? await engine.note(.plainHTTP, warning)
        }
    }

    /// Stops listening and closes the store.
    package func shutDown() async {
        isOver = true
        stopWatchPosition()
        endWaiting()
        await pendingLog?.value
        await engine.stop()
    }

    func readConfiguration() async {
        let kept = BGeoConfiguration(json: await engine.value(Self.configurationKey) ?? .null)
        configuration = kept.withTokensMarked
        filter = configuration.filterPolicy
        guard kept != configuration else { return }
        // An earlier version kept the tokens among the options as well; what was renewed left its copy there.
        var values: [String: JSONValue?] = [Self.configurationKey: configuration.json]
        var tokens = await engine.value(BGeoTransport.tokensKey).map { BGeoTokens(json: $0) }
        if tokens == nil, let given = kept.authorization?.tokens {
            tokens = given
            values[BGeoTransport.tokensKey] = given.json
        }
        let next = Self.engineConfiguration(
            configuration, tokens ?? BGeoTokens(access: nil, refresh: nil), pace: pace, filter: filter, device.platform)
        do throws(StoreError) {
            try await engine.update(next, values: values, isNewWay: true)
        } catch {
            // The next start tries again.
            log(LogRow(level: .error, source: "native", event: "database", message: "\(error)"))
        }
    }

    package nonisolated static func engineConfiguration(
        _ configuration: BGeoConfiguration, _ tokens: BGeoTokens, pace: Bool? = nil,
        filter: BGeoConfiguration.FilterPolicy? = nil, _ platform: Platform
    ) -> EngineConfiguration {
        EngineConfiguration(
            policy: configuration.policy(on: platform, filter: filter),
            format: BGeoFormat(configuration: configuration, pace: pace),
            transport: BGeoTransport(configuration: configuration, tokens: tokens))
    }

    /// Runs a call of the engine's, and turns what is wrong with the store into the vendor's error.
    func run<Value>(_ body: () async throws(StoreError) -> Value) async throws(BGeoError) -> Value {
        await launch()
        do throws(StoreError) {
            return try await body()
        } catch {
            throw .unknown(code: "DATABASE_ERROR", message: "\(error)")
        }
    }

    /// The same for a call that has no way to fail: what is wrong is logged.
    func run<Value>(otherwise fallback: Value, _ body: () async throws(StoreError) -> Value) async -> Value {
        do throws(BGeoError) {
            return try await run(body)
        } catch {
            log(LogRow(level: .error, source: "native", event: "database", message: error.message))
            return fallback
        }
    }

    // MARK: Life

    package func ready(_ options: JSONObject) async throws(BGeoError) -> JSONObject { try await merge(options) }

    package func setConfig(_ options: JSONObject) async throws(BGeoError) -> JSONObject { try await merge(options) }

    private func merge(_ options: JSONObject) async throws(BGeoError) -> JSONObject {
        await launch()
        if !isConfigured, configuration.merging(options) != configuration {
            // There is nothing to merge into before the kept options are known.
            _ = try await run { () async throws(StoreError) in try await engine.recordCount() }
            await takeOptions()
        }
        let old = configuration
        let given = old.merging(options)
        let merged = given.withTokensMarked
        if merged.requiresHTTPS, let refusal = merged.plainAddresses.refusal { throw .plainHTTP(refusal) }
        if merged != old {
            var tokens = await tokens()
            var values: [String: JSONValue?] = [Self.configurationKey: merged.json]
            if merged.authorization != old.authorization || merged.tokenMarks != old.tokenMarks {
                // Tokens that were set win over those that were renewed.
                tokens = given.authorization?.tokens ?? BGeoTokens(access: nil, refresh: nil)
                values[BGeoTransport.tokensKey] = tokens.json
            }
            let isNewWay =
                merged.url != old.url || merged.headers != old.headers || values[BGeoTransport.tokensKey] != nil
            let next = Self.engineConfiguration(merged, tokens, pace: pace, filter: filter, device.platform)
            try await run { () async throws(StoreError) in
                try await engine.update(next, values: values, isNewWay: isNewWay)
            }
            configuration = merged
            if merged.plainAddresses != old.plainAddresses { await warnOfPlainHTTP() }
        }
        return await state()
    }

    package func start() async throws(BGeoError) -> JSONObject {
        await launch()
        if filter != configuration.filterPolicy, await !engine.isTracking {
            filter = configuration.filterPolicy
            let next = Self.engineConfiguration(
                configuration, await tokens(), pace: pace, filter: filter, device.platform)
            try await run { () async throws(StoreError) in try await engine.update(next) }
        }
        try await run { () async throws(StoreError) in try await engine.setTracking(true) }
        return await state()
    }

    package func stop() async throws(BGeoError) -> JSONObject {
        try await run { () async throws(StoreError) in try await engine.setTracking(false) }
        stopWatchHeading()
        return await state()
    }

    package func changePace(_ isMoving: Bool) async throws(BGeoError) {
        await launch()
        guard await engine.isTracking else { throw .paceWhileDisabled }
        let changed = pace != isMoving
        pace = isMoving
        let tokens = await tokens()
        let next = Self.engineConfiguration(
            configuration, tokens, pace: isMoving, filter: filter, device.platform)
        try await run { () async throws(StoreError) in try await engine.update(next) }
        guard changed else { return }
        var payload: JSONObject = ["isMoving": .bool(isMoving)]
        if let fix = lastPosition { payload["location"] = .object(await location(fix, event: "motionchange")) }
        hub.emit(channel: .motionChange, payload: .object(payload))
    }

    // MARK: Log

    package func log(_ row: LogRow) {
        let isKept =
            configuration.logLevel != .off && row.level != .off
            && row.level.rawValue <= configuration.logLevel.rawValue
        if let level = row.level.common {
            GeofencingLog.write(
                level, source: "BGeo", category: "\(row.source) \(row.event)", row.message, isKept: isKept)
        }
        guard isKept else { return }
        let at = device.clock.now().wall
        let days = configuration.logMaxDays
        let data = row.data.map { JSONValue.object($0) }
        let previous = pendingLog
        // One after another, so that rows stay in the order in which they were written.
        pendingLog = Task { [engine] in
            await previous?.value
            // There is nowhere left to tell that the log itself cannot be written.
            try? await engine.appendLog(
                at: at, level: row.level.rawValue, source: row.source, event: row.event, message: row.message,
                data: data, keepsDays: days)
        }
    }

    package func log(limit: Int) async -> [JSONValue] {
        await pendingLog?.value
        return await run(otherwise: []) { () async throws(StoreError) in
            try await engine.log(limit: limit).map { .object($0.body) }
        }
    }

    package func destroyLog() async -> Int {
        await pendingLog?.value
        return await run(otherwise: 0) { () async throws(StoreError) in try await engine.removeLog() }
    }

    package func uploadLog() async -> Int {
        await pendingLog?.value
        let rows = await run(otherwise: []) { () async throws(StoreError) in try await engine.log(limit: .max) }
        logUploadsSent += 1
        let id = "bgeo.log.\(logUploadsSent)"
        guard let newest = rows.first,
            let request = BGeoPayload.logUpload(id: id, entries: rows.reversed().map(\.body), configuration)
        else { return rows.count }
        logUploads[id] = newest.sequence
        await engine.send(request)
        return rows.count
    }
}

/// Hands the engine's news to the service, which is on the main thread.
final class NewsRelay: EngineListener {
    private let target = Locked<(@Sendable (EngineNews) async -> Void)?>(nil)

    func connect(_ target: @escaping @Sendable (EngineNews) async -> Void) {
        self.target.withLock { $0 = target }
    }

    func hear(_ news: EngineNews) async {
        let target = target.withLock { $0 }
        await target?(news)
    }
}
