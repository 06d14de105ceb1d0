import GeofenceEngine
import LocationCore

/// Starting, and what is kept across starts.
extension CIODesk {
    /// Opens the store and takes over what it holds.
    func open(
        anonymousId fresh: String, tellsWaiting: @escaping @Sendable (Bool) -> Void,
        tellsKept: @escaping @Sendable (_ userId: String?, _ anonymousId: String) -> Void
    ) async -> (userId: String?, anonymousId: String) {
        self.tellsWaiting = tellsWaiting
        self.tellsKept = tellsKept
        await attempt { () async throws(StoreError) in try await engine.start() }
        isUnread = await engine.opening == nil
        await readStore(anonymousId: fresh)
        hasOpened = true
        return (context.userId, anonymousId)
    }

    func readStore(anonymousId fresh: String) async {
        context = DeliveryContext(kept: await engine.value(CIOKeys.context))
        config = ServerConfig(kept: await engine.value(CIOKeys.config))
        lastSync = LastSync(kept: await engine.value(CIOKeys.sync))
        positions = LocationMachine(memory: LocationMemory(kept: await engine.value(CIOKeys.location)))
        anonymousId = await engine.value(CIOKeys.anonymous)?.stringValue ?? fresh
        let kept = await engine.value(CIOKeys.pipeline)
        pipeline = PipelineQueue(flushAt: 20, flushInterval: 0, kept: kept)
        tellsWaiting(pipeline.hasUnsentEvents)
        var values: [String: JSONValue?] = [:]
        if anonymousId == fresh { values[CIOKeys.anonymous] = .string(fresh) }
        // Another person was being put in place when the last process ended.
        let person = await engine.person
        if person != context.userId {
            await attempt { () async throws(StoreError) in
                if person != nil { try await engine.setPerson(nil) }
                try await engine.setPerson(context.userId, values: values)
            }
        } else if !values.isEmpty {
            await attempt { () async throws(StoreError) in try await engine.keep(values) }
        }
        await makeUp()
    }

    /// Carries out the calls that the last process had taken and no more come to.
    private func makeUp() async {
        for (key, note) in await engine.values(beginning: CIOKeys.call) where !notebook.holds(key) {
            switch HostCall(note: note) {
            case .identify(let userId, let traits, let moment):
                await identify(userId, traits, moment, note: key)
            case .signOut(let anonymousId, let dropsEvents):
                await signOut(anonymousId: anonymousId, dropsEvents: dropsEvents, note: key)
            case nil: finished.append(key)
            }
        }
    }

    /// Tries a store again that could not be opened, before a call is carried out.
    func prepare() async {
        guard isUnread, hasOpened else { return }
        // What is wrong is told as news.
        try? await engine.start()
        if await engine.opening != nil { await readLate() }
    }

    /// The file could not be opened until now. What the host has said meanwhile counts more than what is in it.
    func readLate() async {
        guard isUnread else { return }
        isUnread = false
        isBehind = false
        let said = context
        let events = pipeline.json.arrayValue ?? []
        let saidAnonymousId = anonymousId
        await readStore(anonymousId: anonymousId)
        let (isSignedOut, dropsEvents) = signedOutUnread
        signedOutUnread = (false, false)
        if isSignedOut {
            context.identify(nil)
            anonymousId = saidAnonymousId
            lastSync = nil
            positions = LocationMachine(memory: LocationMemory())
        }
        let kept = dropsEvents ? [] : pipeline.json.arrayValue ?? []
        pipeline = PipelineQueue(flushAt: 20, flushInterval: 0, kept: .array(kept + events))
        if let person = said.userId { context.identify(person) }
        tellsKept(context.userId, anonymousId)
        await catchUp()
        isStarting = false
        await refresh(.launched)
    }

    func start(_ settings: CoreSettings) async {
        live = settings
        isStarting = true
        context.start(
            apiHost: settings.apiHost, cdpApiKey: settings.cdpApiKey,
            allowsBackgroundDelivery: settings.allowsBackgroundDelivery, requiresHTTPS: settings.requiresHTTPS)
        pipeline = PipelineQueue(
            flushAt: settings.flushAt, flushInterval: settings.flushInterval, kept: pipeline.json,
            now: device.clock.now().continuous)
        armPipeline()
        let isStored = await attempt { () async throws(StoreError) in
            try await engine.update(configuration, values: [CIOKeys.context: context.json], isNewWay: true)
        }
        if !isStored { isBehind = true }
        await sayPlainHTTP()
    }

    /// At each start. The log has no warnings; what a host should mend is an error.
    private func sayPlainHTTP() async {
        let plain = requester.plainAddresses
        if requester.requiresHTTPS, let refusal = plain.refusal {
            say(.error, .start, "plainHTTP: \(refusal); nothing is sent")
            return
        }
        for warning in plain.warnings {
            say(.error, .start, warning)
            await attempt { () async throws(StoreError) in try await engine.note(.plainHTTP, warning) }
        }
    }

    func startLocation(_ mode: LocationTrackingMode, onMainThread: Bool) async {
        await locate(.initialize(mode, onMainThread: onMainThread, isActive: isActive))
        // The core says again who is identified when it starts; this module hears it now. (CIO 1.2)
        if context.userId != nil { await locate(.identified) }
    }

    func startGeofence(_ mode: GeofenceLocationMode) async {
        self.mode = mode
        isWired = true
        sayPermission()
        if isStarting { launchIsDue = true } else { await refresh(.launched) }
    }

    func modulesStarted() async {
        isStarting = false
        guard launchIsDue else { return }
        launchIsDue = false
        await refresh(.launched)
    }

    func bootstrap() async {
        guard live == nil else { return }
        if context.cdpApiKey == nil {
            say(.info, .geofence, "no API key is kept for background delivery; rows wait for the next start")
        }
        isWired = true
        sayPermission()
        await sayPlainHTTP()
        await attempt { () async throws(StoreError) in try await engine.considerDelivery() }
    }

    /// A damaged file was replaced while we ran: what is known in memory is put into the new one.
    func restate() async {
        lastSync = nil
        config = .fallback
        await catchUp()
    }

    /// Puts in what the store refused before.
    func catchUp() async {
        isBehind = false
        let isStored = await attempt { () async throws(StoreError) in
            try await engine.update(configuration, isNewWay: live != nil)
            try await engine.setPerson(context.userId)
            try await engine.keep([
                CIOKeys.context: context.json, CIOKeys.anonymous: .string(anonymousId), CIOKeys.sync: lastSync?.json,
                CIOKeys.location: positions.memory.json, CIOKeys.pipeline: pipeline.json,
            ])
            try await engine.keep(withNotes([:]))
        }
        if isStored { finished = [] } else { isBehind = true }
    }
}

/// Persons.
extension CIODesk {
    func identify(_ userId: String, _ traits: JSONObject, _ moment: CallMoment, note: String?) async {
        context.identify(userId)
        let isSame = await engine.person == userId
        let isStored = await attempt { () async throws(StoreError) in
            try await engine.setPerson(userId, values: [CIOKeys.context: context.json])
            if isSame { try await engine.considerDelivery() }
        }
        if !isStored { isBehind = true }
        await tell(.identify(traits: traits), moment, note: note)
        await locate(.identified)
        await refresh(.identified(isRepublished: false))
    }

    func signOut(anonymousId fresh: String, dropsEvents: Bool, note: String?) async {
        if isUnread { signedOutUnread = (true, dropsEvents || signedOutUnread.dropsEvents) }
        context.identify(nil)
        anonymousId = fresh
        lastSync = nil
        passFix = nil
        _ = positions.step(.signedOut, positionFacts)
        if dropsEvents {
            pipeline = PipelineQueue(
                flushAt: live?.flushAt ?? 20, flushInterval: live?.flushInterval ?? 0,
                now: device.clock.now().continuous)
            upload = nil
            armPipeline()
        }
        if let note { finished.append(note) }
        let isStored = await attempt { () async throws(StoreError) in
            try await engine.setPerson(
                nil,
                values: withNotes([
                    CIOKeys.context: context.json, CIOKeys.anonymous: .string(fresh), CIOKeys.sync: nil,
                    CIOKeys.location: nil, CIOKeys.pipeline: pipeline.json,
                ]))
        }
        if isStored { finished = [] } else { isBehind = true }
        await refresh(.signedOut)
    }
}
