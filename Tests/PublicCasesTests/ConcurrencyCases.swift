import GeofenceEngine
import LocationCore
import LocationSimulator
import Testing

@testable import BGeoAdapter

/// Many callers at once, and callers from within.
@MainActor @Suite struct `CASE concurrency` {
    /// A fifth of the case's calls, in its proportions: what is proved does not depend on how many there are.
    @Test(arguments: [Scenario.API.engine, .bgeo])
    func `CASE-139 a thousand calls from many threads`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {"fences": [], "steps": [{"t": 0, "call": "addGeofence", "times": 1000, "parallel": true}]}
            """#, on: api,
            checks: [
                .atEnd { run in
                    let left = await run.stored().map(\.id)
                    #expect(Set(left) == Set((100..<200).map { "c\($0)" }) && left.count == 100)
                    let watched = await run.subject.watched().fences
                    #expect(watched.count == 19 && Set(watched).isSubset(of: left))
                    #expect(run.foldedChanges == Set(watched))
                }
            ]
        ) { run, _ in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<200 {
                    group.addTask { try await run.addAndRemove(number) }
                    if number.isMultiple(of: 5) { group.addTask { await run.look() } }
                    if number.isMultiple(of: 20) {
                        group.addTask { await run.phone.deliver(at: run.spot(number), accuracy: 8) }
                    }
                }
                try await group.waitForAll()
            }
            await run.phone.deliver(at: run.spot(0), accuracy: 8)
            return true
        }
    }

    @Test(arguments: [Scenario.API.bgeo])
    func `CASE-140 calling the SDK from its own callback`(_ api: Scenario.API) async throws {
        var counted: [String] = []
        var returned: [Int] = []
        var leaver: Subscription?
        var left = 0
        var calls: [Task<Void, any Error>] = []
        try await CaseRun.run(
            Self.two, on: api,
            checks: [
                .at(2) { run in
                    for call in calls { try await call.value }
                    #expect(counted == ["ENTER a", "ENTER b"])
                    #expect(left == 1)
                    #expect(returned.count == 2)
                    #expect(await run.stored().map(\.id) == ["c"])
                    let enabled = try await run.bgeo { await BackgroundGeolocation.getState().enabled }
                    #expect(!enabled)
                }
            ]
        ) { run, step in
            guard step["call"] != nil else { return false }
            let pair = try run.bgeoSubject.flatMap { subject in
                subject.service.map { BGeoContext(engine: $0, hub: subject.hub) }
            }.orThrow("BGeo")
            try await run.bgeo {
                BackgroundGeolocation.onGeofence { event in
                    let call = Task { @MainActor in
                        try await BackgroundGeolocation.$context.withValue(pair) {
                            await BackgroundGeolocation.removeGeofence(identifier: event.identifier)
                            try await BackgroundGeolocation.addGeofence(
                                Geofence(
                                    identifier: "c", radius: 150, latitude: 10, longitude: 10, notifyOnEntry: true))
                            returned.append(await BackgroundGeolocation.getGeofences().count)
                            if event.identifier == "b" { try await BackgroundGeolocation.stop() }
                        }
                    }
                    calls.append(call)
                }
                leaver = BackgroundGeolocation.onGeofence { _ in
                    left += 1
                    leaver?.remove()
                }
                BackgroundGeolocation.onGeofence { counted.append("\($0.action.rawValue) \($0.identifier)") }
            }
            return true
        }
    }

    /// Everything that its listener may ask, it may ask while it is being told something.
    @Test(arguments: [Scenario.API.engine])
    func `CASE-140 calling the engine from its listener`(_ api: Scenario.API) async throws {
        let phone = SimulatedPhone(profile: .software)
        phone.adjust { $0.fixInterval = nil }
        let folder = try TemporaryFolder()
        let meddler = Meddler()
        let engine = GeofenceEngine(
            name: Policy.plain.name, device: phone.device,
            store: StoreLocation(path: folder.path("engine.db"), survivesPowerLoss: false), listener: meddler
        ) { _ in EngineConfiguration(policy: .plain, format: PlainFormat()) }
        meddler.engine.withLock { $0 = engine }
        try await engine.start()
        try await engine.put(Scenario(json: Self.two, api: api).fences.map(Fence.init))

        await phone.deliver(at: try Coordinate(latitude: 52.2297899, longitude: 21.0122), accuracy: 8)

        #expect(meddler.heard.withLock { $0 } == ["enter a", "enter b"])
        #expect(meddler.counts.withLock { $0 } == [2, 1])
        #expect(try await engine.fences().map(\.id.text) == ["c"])
        await engine.stop()
    }

    static let two = #"""
        {
          "fences": [
            {"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"},
            {"id": "b", "lat": 52.2299698, "lon": 21.0122, "r": 150, "on": "EX"}
          ],
          "steps": [
            {"t": 0, "call": "subscribe"},
            {"t": 1, "fix": [52.2297899, 21.0122, 8]}
          ]
        }
        """#

    @Test(arguments: [Scenario.API.engine])
    func `CASE-141 check and record must be one step`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "fences": [
                {"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150, "on": "EX"}
              ],
              "steps": [
                {"t": 0, "fix": [52.2386932, 21.0122, 8]},
                {"t": 100, "os": "enter", "id": "a", "ts": 100, "times": 20, "parallel": true},
                {"t": 100, "fix": [52.2298799, 21.0122, 8], "times": 20, "parallel": true}
              ],
              "expect": [
                {"ev": "ENTER", "id": "a", "at": 100}
              ],
              "forbid": ["second ENTER a"]
            }
            """#, on: api)
    }

    @Test(arguments: [Scenario.API.engine])
    func `CASE-143 handler that hangs or throws`(_ api: Scenario.API) async throws {
        let phone = SimulatedPhone(profile: .software)
        phone.adjust { $0.fixInterval = nil }
        let folder = try TemporaryFolder()
        let sleeper = Sleeper()
        let engine = GeofenceEngine(
            name: Policy.plain.name, device: phone.device.withoutWaiting,
            store: StoreLocation(path: folder.path("engine.db"), survivesPowerLoss: false), listener: sleeper
        ) { _ in EngineConfiguration(policy: .plain, format: PlainFormat()) }
        try await engine.start()
        try await engine.put([Fence(CaseFence(id: "a", latitude: 52.2297, longitude: 21.0122, radius: 150))])
        await phone.settle()

        for (seconds, latitude) in [(1, 52.2297899), (100, 52.2341966), (110, 52.2341966), (120, 52.2341966)] {
            await phone.advance(by: Int64(seconds) * 1000 - phone.elapsed)
            await phone.deliver(at: try Coordinate(latitude: latitude, longitude: 21.0122), accuracy: 8)
        }
        await phone.advance(by: 80_000)

        #expect(sleeper.count.withLock { $0 } == 1)
        #expect(try await engine.records(kind: .transition).map(\.body["kind"]) == ["enter", "exit"])
        #expect(await engine.state(of: "a")?.side == .outside)
        let log = phone.log.map(\.text)
        #expect(
            log.count { $0 == "background time for plain" }
                == log.count { $0 == "background time for plain given back" })
        await engine.stop()
        sleeper.wake()
    }

    @Test(arguments: [Scenario.API.engine])
    func `CASE-143 an OS call without an answer is given up after a bound`(_ api: Scenario.API) async throws {
        try await CaseRun.run(
            #"""
            {
              "env": {"monitor": "os"},
              "steps": [
                {"t": 0, "fix": [52.2297899, 21.0122, 8]},
                {"t": 1, "call": "addGeofence", "with": {"id": "a", "lat": 52.2297, "lon": 21.0122, "r": 150}},
                {"t": 100, "fix": [52.2297899, 21.0122, 8]},
                {"t": 200, "os": "wake"}
              ],
              "expect": [{"ev": "ENTER", "id": "a", "after": 1, "by": 100}]
            }
            """#, on: api,
            checks: [
                .at(2) { #expect($0.registered.isEmpty) },
                .at(99) { run in
                    let journal = try await run.subject.journal()
                    #expect(journal.contains { $0.contains("the system does not watch its region") }, "\(journal)")
                },
                .atEnd { #expect($0.registered.count == 1) },
            ]
        ) { run, step in
            if step["call"] != nil { run.phone.os.swallow("plain.f1.0") }
            return false
        }
    }
}

/// Removes the fence that fired, adds another and reads all, while it is being told.
private final class Meddler: EngineListener {
    let engine = Locked<GeofenceEngine?>(nil)
    let heard = Locked<[String]>([])
    let counts = Locked<[Int]>([])

    func hear(_ news: EngineNews) async {
        guard case .transition(let transition, _) = news, let engine = engine.withLock({ $0 }) else { return }
        heard.withLock { $0.append("\(transition.kind.rawValue) \(transition.fence.id)") }
        do {
            try await engine.remove([transition.fence.id])
            try await engine.put([Fence(CaseFence(id: "c", latitude: 10, longitude: 10, radius: 150))])
            let count = try await engine.fences().count
            counts.withLock { $0.append(count) }
        } catch {
            Issue.record(error)
        }
    }
}

/// Never returns from the first transition it is told, until the test is over.
private final class Sleeper: EngineListener {
    let count = Locked(0)
    private let bed = Locked<CheckedContinuation<Void, Never>?>(nil)

    func hear(_ news: EngineNews) async {
        guard case .transition = news else { return }
        count.withLock { $0 += 1 }
        await withCheckedContinuation { continuation in bed.withLock { $0 = continuation } }
    }

    func wake() {
        bed.withLock { bed in
            defer { bed = nil }
            return bed
        }?.resume()
    }
}

/// A source of events whose listeners need not be waited for, as a real device's.
private struct UnwaitedEvents: DeviceEventSource {
    let source: any DeviceEventSource

    func attach(_ listener: any DeviceListener) { source.attach(listener) }
    func detach(_ listener: any DeviceListener) { source.detach(listener) }
    func settle() async {}
    var isLockstep: Bool { false }
}

extension Device {
    fileprivate var withoutWaiting: Device {
        Device(
            platform: platform, clock: clock, random: random, regions: regions, fixes: fixes,
            authorization: authorization, notifications: notifications, backgroundTime: backgroundTime,
            wakeUps: wakeUps, http: http, status: status, events: UnwaitedEvents(source: events))
    }
}

extension CaseRun {
    fileprivate func addAndRemove(_ number: Int) async throws {
        let spot = spot(number)
        try await subject.add([
            CaseFence(id: "c\(number)", latitude: spot.latitude, longitude: spot.longitude, radius: 100)
        ])
        if number < 100 { try await subject.call("removeGeofence", ["id": .string("c\(number)")]) }
    }

    /// Looks at the set while it changes; no name may come twice, and each is one of those added.
    fileprivate func look() async {
        let seen = await stored().map(\.id)
        #expect(Set(seen).count == seen.count && seen.allSatisfy { $0.hasPrefix("c") })
    }

    fileprivate nonisolated func spot(_ number: Int) -> Coordinate {
        Coordinate(checkedLatitude: 52.2297 + Double(number % 7) * 0.0001, longitude: 21.0122)
    }
}
