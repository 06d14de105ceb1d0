package import GeofenceEngine
package import LocationCore

extension BeekonService: BeekonEngine {
    package func use(_ use: EngineUse) async throws(BeekonError) {
        let next = Self.configuration(use.config, isTracking: use.isTracking, device, cloudURL, state)
        let set = BeekonPolicy.activeSet(use.config)
        try await run { () async throws(StoreError) in
            if use.isEmptyingSlice {
                try await engine.replaceAll(
                    with: [], set: BeekonPolicy.cloudSet, values: [Self.orderKey: nil, Self.leftOutKey: nil])
            }
            // In force before anything it starts can be answered.
            let old = state.withLock { state in
                defer { state.config = use.config }
                return (state.config, state.revision, state.lastSync)
            }
            if use.isEmptyingSlice { state.withLock { ($0.revision, $0.lastSync) = (nil, nil) } }
            do throws(StoreError) {
                // A drain that the new way starts is answered under the new set.
                if await engine.activeSet != set, use.config.isCloud { try await engine.choose(set: set) }
                try await engine.update(next, values: use.values, isNewWay: use.isNewWay)
                try await engine.choose(set: set)
            } catch {
                state.withLock { ($0.config, $0.revision, $0.lastSync) = old }
                throw error
            }
        }
        await warnOfPlainHTTP(use.config)
        if use.isNewWay, use.config.isCloud { await synchroniseUnlessRecordsDo() }
    }

    /// At each start, and with each configuration.
    private func warnOfPlainHTTP(_ config: BeekonConfig) async {
        for warning in config.plainAddresses(cloudURL: cloudURL).warnings {
            await tell(.plainHTTP(warning))
            // It is in the log already where the journal cannot be written.
            try? await engine.note(.plainHTTP, warning)
        }
    }

    package func put(_ fences: [Fence]) async throws(BeekonError) {
        try await run { () async throws(StoreError) in try await engine.put(fences, set: BeekonPolicy.appSet) }
    }

    package func remove(_ ids: [FenceID]) async throws(BeekonError) {
        try await run { () async throws(StoreError) in try await engine.remove(ids, set: BeekonPolicy.appSet) }
    }

    /// The server's fences come in the order of its answer, the app's in that of their adding.
    package func fences(set: String) async throws(BeekonError) -> [Fence] {
        let fences = try await run { () async throws(StoreError) in try await engine.fences(set: set) }
        guard set == BeekonPolicy.cloudSet, let order = await engine.value(Self.orderKey)?.arrayValue else {
            return fences
        }
        let places = Dictionary(
            order.enumerated().compactMap { index, id in id.stringValue.map { (FenceID($0), index) } }
        ) { first, _ in first }
        return fences.enumerated().sorted {
            (places[$0.element.id] ?? .max, $0.offset) < (places[$1.element.id] ?? .max, $1.offset)
        }.map(\.element)
    }

    package func value(_ key: String) async -> JSONValue? { await engine.value(key) }

    package func setTracking(_ isOn: Bool) async throws(BeekonError) {
        try await run { () async throws(StoreError) in
            try await engine.keep([Self.trackingKey: .bool(isOn)])
            try await engine.setTracking(isOn)
        }
    }

    /// What was asked for last, also in an earlier process; the engine itself stops with the process.
    package var isTracking: Bool {
        get async { await engine.value(Self.trackingKey)?.boolValue ?? false }
    }

    package func locations(from: Timestamp, to: Timestamp) async throws(BeekonError) -> [Record] {
        try await run { () async throws(StoreError) in try await engine.fixRecords(from: from, to: to) }
    }

    package func removeLocations() async throws(BeekonError) {
        _ = try await run { () async throws(StoreError) in try await engine.removeRecords(kind: .fix) }
    }

    package func deliver() async throws(BeekonError) {
        try await run { () async throws(StoreError) in try await engine.deliver() }
        if config.isCloud { await synchroniseUnlessRecordsDo() }
    }

    package func fix(accuracy: Double, timeout: Int64) async throws(FixFailure) -> Fix {
        let id = await engine.requestFix(accuracy: accuracy, timeout: timeout, oldest: 0)
        await device.events.settle()
        let outcome = await withCheckedContinuation { continuation in
            let early = state.withLock { state in
                let early = state.earlyFixes.removeValue(forKey: id)
                if early == nil { state.waitingFixes[id] = continuation }
                return early
            }
            if let early { continuation.resume(returning: early) }
        }
        return try outcome.get()
    }

    package func explain(_ id: FenceID) async -> [String] {
        guard let reason = await leftOut(id) else { return await engine.explain(id) }
        return ["it is not monitored: of the server's fences it was left out, as \(reason)"]
    }

    package func state(of id: FenceID) async -> GeofenceEngine.FenceState? {
        if let state = await engine.state(of: id) { return state }
        return await leftOut(id).map { .leftOut($0) }
    }

    /// Why a fence of the server's is not watched; `nil` for one that is, and for one that it has not sent.
    private func leftOut(_ id: FenceID) async -> String? {
        guard config.isCloud, await engine.state(of: id) == nil else { return nil }
        return LeftOutFences(json: await engine.value(Self.leftOutKey)).reason(id)
    }

    package func insideNow() async -> [FenceID] { await engine.insideNow() }

    package func monitored() async -> [GeofenceEngine.MonitoredFence] { await engine.monitored() }

    package func makeIdentifier() async -> String { await engine.makeIdentifier() }

    package var authorization: Authorization { device.authorization.current }

    package func requestAuthorization(_ tier: AuthorizationTier) async {
        device.authorization.request(tier)
        await device.events.settle()
    }

    package var notificationPermission: NotificationPermission { device.notifications.permission }

    package func requestNotificationPermission() async -> NotificationPermission {
        await withCheckedContinuation { continuation in
            state.withLock { $0.waitingPermissions.append(continuation) }
            device.notifications.requestPermission()
            Task { await device.events.settle() }
        }
        return device.notifications.permission
    }
}
