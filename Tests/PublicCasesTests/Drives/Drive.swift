import Foundation
import LocationCore
import LocationSimulator
import Testing

/// One random drive along a road with fences beside it, out of one seed.
///
/// What must be told is what really happened: each passing of an edge, found by a plain walk along the way. Fences are wider
/// than the distance between two fixes, and wide enough for what the system needs to be sure.
@MainActor final class Drive {
    enum Manner: String, CaseIterable, Sendable {
        /// The system reports at once.
        case quick
        /// It waits twenty seconds and two hundred meters, and reports twenty seconds later.
        case slow
    }

    let name: String
    let speed: Double
    let phone: SimulatedPhone
    let subject: any CaseSubject
    private let api: Scenario.API
    private let folder: URL
    private let fences: [CaseFence]
    private let road: [TimedPosition]
    private let isTracking: Bool
    /// When the process is killed, in milliseconds after the departure; a region's report starts the next one.
    private let killAt: Int64?
    private var launchFailure: (any Error)?
    /// Whether something was found to lie behind; it is reported once.
    private var isLeftBehind = false

    init(_ api: Scenario.API, _ profile: PhoneProfile, _ manner: Manner, seed: UInt64) {
        var random = Draw(seed: seed)
        self.api = api
        // One in twenty flies; a system that needs twenty seconds is not asked to tell a fence of a few hundred meters then.
        let fastest = manner == .slow ? 20.0 : 80
        speed =
            manner == .quick && seed % 20 == 1
            ? 250 : 1.4 * pow(fastest / 1.4, random.unit())
        let interval: Int64 = speed < 5 ? 10_000 : random.pick([1000, 5000])
        name = "drive \(seed), \(api), \(profile), \(manner), \(speed) m/s, a fix every \(interval) ms"
        isTracking = api != .beekon || random.chance(0.5)
        phone = SimulatedPhone(
            profile: profile, knobs: Self.knobs(manner, profile, interval, limit: random.pick([6, 20])), seed: seed,
            at: Self.origin)
        (fences, road) = Self.road(speed, interval, manner, &random)
        let length = road[road.count - 1].at.milliseconds(since: road[0].at)
        // On a machine without regions nothing starts a process again.
        let mayEnd = profile != .software && profile != .android && manner == .quick
        killAt = mayEnd && random.chance(0.5) ? Int64(random.unit() * Double(length)) : nil
        folder = FileManager.default.temporaryDirectory.appending(path: "drive-\(UUID().uuidString)")
        subject =
            switch api {
            case .engine: EngineSubject(phone: phone, folder: folder)
            case .bgeo: BGeoSubject(phone: phone, folder: folder)
            case .cio: CIOSubject(phone: phone, folder: folder)
            case .beekon: BeekonSubject(phone: phone, folder: folder)
            }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private static let origin = Coordinate(checkedLatitude: 47, longitude: 8)

    private static func knobs(_ manner: Manner, _ profile: PhoneProfile, _ interval: Int64, limit: Int) -> PhoneKnobs {
        var knobs = manner == .quick ? PhoneKnobs.quick : .documented
        if manner == .slow { knobs.deliveryLatency = 20_000 }
        knobs.limit = limit
        knobs.fixInterval = interval
        knobs.suspendsInBackground = false
        return knobs
    }

    private static func road(
        _ speed: Double, _ interval: Int64, _ manner: Manner, _ random: inout Draw
    ) -> ([CaseFence], [TimedPosition]) {
        let step = speed * Double(interval) / 1000
        let course = random.unit() * 360
        var (fences, metres) = ([CaseFence](), 1500.0)
        for index in 0..<14 {
            var radius = 65 + step * (0.6 + random.unit() * 0.5)
            if manner == .slow { radius = max(radius, 260 + speed * 15) + random.unit() * 100 }
            metres += radius
            let center = Geodesic.destination(
                from: Geodesic.destination(from: origin, bearing: course, distance: metres),
                bearing: course + 90, distance: (random.unit() - 0.5) * radius * 0.6)
            fences.append(
                CaseFence(id: "f\(index)", latitude: center.latitude, longitude: center.longitude, radius: radius))
            metres += radius + (manner == .slow ? 1200 : 600) + random.unit() * 800
        }
        let end = metres + 2000
        let start = SimulatedPhone.standardStart
        let road = stride(from: 0, through: end, by: 500).map { way in
            TimedPosition(
                at: start.adding(milliseconds: Int64(way / speed * 1000)),
                coordinate: Geodesic.destination(from: origin, bearing: course, distance: way), accuracy: 5)
        }
        return (fences, road)
    }

    func run() async throws {
        phone.onLaunch { [weak self] process, _ in await self?.launched(process) }
        await phone.launchApp()
        // BGeo's filter refuses who comes faster than 60 m/s.
        try await subject.prepare(["disableLocationFilter": .bool(speed > 50)], starts: true)
        try await subject.add(fences)
        if isTracking, api == .beekon { try await subject.call("start", [:]) }
        await phone.advance(by: 60_000)
        let departure = phone.elapsed
        await phone.follow(road)
        let length = road[road.count - 1].at.milliseconds(since: road[0].at)
        let stride = max(1000, min(20_000, length / 150))
        var isKilled = false
        while phone.elapsed - departure < length {
            if let killAt, !isKilled, phone.elapsed - departure >= killAt {
                phone.killApp()
                isKilled = true
            }
            await phone.advance(by: stride)
            await phone.settle()
            if phone.app != nil { await checkWatch() }
        }
        await phone.advance(by: 120_000)
        await phone.settle()
        if let launchFailure { throw launchFailure }
        check(from: departure, length)
        phone.killApp()
        await phone.settle()
    }

    private func launched(_ process: AppProcess) async {
        do {
            try await subject.launch(on: process)
            try await subject.listen()
        } catch {
            launchFailure = error
        }
    }

    /// What moves the slice lies round the device, or a request for a fix is on its way. A system that takes its time may be as
    /// far behind as the device comes meanwhile.
    private func checkWatch() async {
        let helpers = phone.monitoredRegions.filter {
            ["bgeo.wake", "beekon.refresh", "cio_movement_trigger"].contains($0.id)
        }
        guard let helper = helpers.first, let position = phone.position, phone.profile != .software else { return }
        let knobs = phone.knobs
        let late = Double(knobs.holdTime + knobs.deliveryLatency + knobs.fixLatency) / 1000 * speed
        let distance = Geodesic.distance(from: helper.circle.center, to: position)
        guard distance > helper.circle.radius + knobs.edgeDistance + late + 20 else { return }
        guard !isLeftBehind, await !subject.isLookingForDevice else { return }
        isLeftBehind = true
        Issue.record(
            "\(name): \(helper.id) lies \(Int(distance)) m behind at +\(phone.elapsed)\n\(shownTranscript)")
    }

    /// Each fence's transitions are what really happened.
    private func check(from departure: Int64, _ length: Int64) {
        let start = phone.now.wall.adding(milliseconds: departure - phone.elapsed)
        for fence in fences {
            let truth = trueCrossings(of: fence, from: start, length)
            let expected = truth.map(\.kind)
            let told = subject.told.filter { $0.fence == fence.id }
            #expect(
                told.map(\.kind) == expected,
                "\(name): \(fence.id), really \(truth.map(\.at.iso8601)), told \(told)\n\(shownTranscript)")
            for (one, really) in zip(told, truth) {
                let late = one.at.milliseconds(since: really.at)
                let slack = 60_000 + Int64(phone.knobs.edgeDistance / speed * 1000)
                #expect((-20_000...slack).contains(late), "\(name): \(one) is \(late) ms late")
            }
        }
        let calls = Dictionary(grouping: phone.registrationLog.filter { $0.kind == .register }) {
            "\($0.elapsed) \($0.id)"
        }
        let most = calls.max { $0.value.count < $1.value.count }
        #expect(most?.value.count ?? 0 <= 2, "\(name): \(most?.key ?? "") is registered again and again")
    }

    /// The moments at which the road passes the edge of a fence: a walk along it in steps of an eighth of the radius, and then
    /// ever shorter ones.
    private func trueCrossings(
        of fence: CaseFence, from start: Timestamp, _ length: Int64
    ) -> [(at: Timestamp, kind: String)] {
        let center = Coordinate(checkedLatitude: fence.latitude, longitude: fence.longitude)
        let end = road[road.count - 1].coordinate
        let course = Geodesic.inverse(from: Self.origin, to: end)
        func isInside(_ time: Int64) -> Bool {
            let here = Geodesic.destination(
                from: Self.origin, bearing: course.initialBearing, distance: Double(time) / 1000 * speed)
            return Geodesic.distance(from: here, to: center) <= fence.radius
        }
        let step = Int64(fence.radius / 8 / speed * 1000)
        var (time, crossings) = (Int64(0), [(at: Timestamp, kind: String)]())
        while time < length {
            var (before, after) = (time, min(length, time + step))
            let side = isInside(before)
            if isInside(after) != side {
                while after - before > 1 {
                    let middle = (before + after) / 2
                    if isInside(middle) == side { before = middle } else { after = middle }
                }
                crossings.append((start.adding(milliseconds: after), side ? "EXIT" : "ENTER"))
            }
            time += step
        }
        return crossings
    }

    private var shownTranscript: String { DrivesTests.count == 1 ? phone.transcript : "" }
}

/// Numbers out of a seed. (SplitMix64)
struct Draw {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// In 0..<1.
    mutating func unit() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

    mutating func chance(_ part: Double) -> Bool { unit() < part }

    mutating func pick<Element>(_ values: [Element]) -> Element { values[Int(next() % UInt64(values.count))] }
}
