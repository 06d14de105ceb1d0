import LocationCore
import LocationSimulator

/// Time, place and processes.
extension CaseRun {
    /// An app in front, the SDK configured, the fences stored.
    func prepare() async throws {
        phone.onLaunch { [weak self] process, _ in await self?.launched(process) }
        for id in scenario.environment["foreignRegions"]?.arrayValue?.compactMap(\.stringValue) ?? [] {
            let circle = try Circle(center: Coordinate(latitude: 52.2297, longitude: 21.0122), radius: 100)
            await phone.occupy(Region(id: id, circle: circle), owner: "host")
        }
        // The SDK gets the fixes of the case and no others.
        phone.answerFixRequests(.delivered)
        if let place = firstPlace { await phone.move(to: place) }
        await phone.launchApp()
        let calls = scenario.steps.compactMap { $0["call"]?.stringValue }
        // A case that starts tracking before anything else happens starts with it off.
        let startsItself =
            scenario.steps.first?["call"]?.stringValue == "start" && calls.first == "start"
            || calls.contains("identify")
        try await subject.prepare(scenario.config, starts: !startsItself)
        if !scenario.fences.isEmpty {
            if api == .beekon {
                try await addFromAfar(scenario.fences)
            } else {
                try await subject.add(scenario.fences)
            }
        }
        await settle()
        await learnRegionIDs()
        if let latency = scenario.environment["osRegistrationLatencyS"]?.doubleValue {
            phone.adjust { $0.setupDelay = Int64(latency * 1000) }
        }
        if scenario.steps.first(where: { $0["os"] != nil })?["os"] == "launch", scenario.steps.first?.at == 0 {
            phone.killApp()
        }
        try rememberStoredPosition()
    }

    /// Beekon's cases begin outside of every fence that is there from the start.
    private func addFromAfar(_ fences: [CaseFence]) async throws {
        let afar = try Coordinate(latitude: -75, longitude: 0)
        await phone.move(to: afar)
        try await subject.add(fences)
        await settle()
        if scenario.monitor == .software { await phone.deliver(at: afar) }
        if let place = firstPlace { await phone.move(to: place) }
    }

    /// Where the device is before the first step: where the first step says, if that comes at the start.
    private var firstPlace: Coordinate? {
        let first = scenario.steps.first { $0["os"] != nil || $0["fix"] != nil || $0["move"] != nil }
        return first.flatMap { $0.at == 0 ? $0.place : nil }
    }

    private func rememberStoredPosition() throws {
        guard let numbers = scenario.environment["storedLastPosition"]?.arrayValue?.compactMap(\.doubleValue),
            let age = CaseStep.milliseconds(scenario.environment["storedAgeS"])
        else { return }
        phone.remember(
            Fix(
                coordinate: try Coordinate(latitude: numbers[0], longitude: numbers[1]), accuracy: 10,
                timestamp: scenario.start.adding(milliseconds: -age)))
    }

    private func launched(_ process: AppProcess) async {
        let build: @MainActor () async -> Void = { [weak self] in
            guard let self else { return }
            do {
                try await subject.launch(on: process)
                if !listensItself { try await subject.listen() }
            } catch {
                launchFailure = error
            }
        }
        let latency = CaseStep.milliseconds(scenario.environment["storeLoadLatencyS"]) ?? 0
        guard latency > 0, phone.elapsed > 0 else { return await build() }
        // Until the store is open nobody listens; the system keeps what it has to tell.
        pendingLaunch = (phone.elapsed + latency, build)
    }

    func advance(to time: Int64) async throws {
        if let pending = pendingLaunch, pending.due <= time {
            pendingLaunch = nil
            await phone.advance(by: max(0, pending.due - phone.elapsed))
            await pending.build()
            await settle()
        }
        await phone.advance(by: max(0, time - phone.elapsed))
    }

    func settle() async { await phone.settle() }

    func end() async {
        phone.killApp()
        await phone.settle()
    }

    /// What the wall clock shows, or showed, at a time of the scenario.
    func wall(at time: Int64) -> Timestamp {
        scenario.start.adding(milliseconds: time + (jumps.last { $0.from <= time }?.sum ?? 0))
    }

    /// The time of the scenario that a stamp stands for.
    func time(of stamp: Timestamp) -> Int64 {
        let plain = stamp.milliseconds(since: scenario.start)
        for jump in jumps.reversed() where plain - jump.sum >= jump.from { return plain - jump.sum }
        return plain
    }

    func learnRegionIDs() async {
        guard scenario.monitor == .os else { return }
        for fence in (try? await subject.fences()) ?? [] {
            if let id = await subject.regionID(of: fence.id) { regionIDs[fence.id] = id }
        }
    }

    /// The names of our regions that the system holds.
    var registered: [String] {
        phone.monitoredRegions.filter { $0.owner == .app }.map(\.id)
    }
}
