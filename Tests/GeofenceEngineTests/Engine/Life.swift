import GeofenceEngine
import LocationCore
import LocationSimulator
import PhoneBench
import Testing

/// One random life of a phone with an engine on it, out of one seed.
struct Life {
    enum Manner: String, CaseIterable, Sendable {
        case plain, bgeo

        var policy: Policy {
            guard self == .bgeo else { return .plain }
            // BGeo's values, as far as they shape what is watched and told.
            var policy = Policy.plain
            policy.places = PlaceRules(
                reserved: 1,
                helper: HelperRules(regionID: "plain.wake", arming: .always, radius: .fixed(200), recentreBeyond: 0.5))
            policy.activity = ActivityRules(condition: .whenTracking)
            policy.slice.candidates = .centreWithin(3000)
            policy.slice.ties = .centreThenStoredOrder
            policy.endings.leavingSlice = .exitIfProven
            policy.fixes.maximumAccuracy = 100
            policy.fixes.speeding = .refused(above: 60)
            policy.fixes.tracking = TrackingRate(accuracy: 10, distance: 10)
            policy.transitions.position = .required(waitMilliseconds: 10_000)
            policy.outbox.fixes = .gated(milliseconds: 30_000, metres: 100)
            return policy
        }
    }

    let seed: UInt64
    let manner: Manner
    let profile: PhoneProfile
    let bench: EngineBench
    let limit: Int
    var random: Draw
    /// Whether the script makes up region events, sets the clock or breaks the disk.
    let isHonest: Bool
    var fences = 0
    var hasForeign = false

    init(seed: UInt64, manner: Manner, profile: PhoneProfile) throws {
        var random = Draw(seed: seed &* 7919 &+ 17)
        var knobs: PhoneKnobs = random.pick([profile.standardKnobs, .quick, .documented, .device])
        let limit = random.pick([3, 6, 20])
        // Apple's own limit cannot be asked for.
        knobs.limit = Backend.current.isPlain ? limit : 20
        self.limit = knobs.limit
        knobs.fixInterval = 20_000
        isHonest = random.chance(0.5)
        self.seed = seed
        self.manner = manner
        self.profile = profile
        self.random = random
        bench = try EngineBench(
            manner.policy, profile: profile, knobs: knobs, seed: seed, at: CoreBench.at(0, -3000), isSlow: true)
    }

    /// How much of a failed life's transcript is shown: all of it when only a few are run.
    static let shown = LivesTests.count < 3 ? Int.max : 0

    var name: String { "life \(seed), \(manner), \(profile)" }

    mutating func run(steps: Int) async throws {
        for _ in 0..<12 { try await addFence() }
        try await bench.engine().setTracking(true)
        for _ in 0..<steps { try await act() }
        try await heal()
    }

    private mutating func addFence() async throws {
        fences += 1
        let fence = CoreBench.fence(
            FenceID("f\(fences)"), Double(random.below(600)), Double(random.below(8000)),
            radius: 60 + Double(random.below(400)), delay: random.pick([1000, 60_000, 300_000]))
        // A disk that is full at this moment refuses it, which is as well.
        try? await bench.engine().put([fence])
    }

    private var spot: Coordinate {
        mutating get { CoreBench.at(Double(random.below(600)), Double(random.below(9000)) - 500) }
    }

    private mutating func act() async throws {
        let phone = bench.phone
        switch random.below(isHonest ? 17 : 22) {
        case 0...4:
            await phone.move(to: spot)
            await phone.advance(by: random.pick([1000, 20_000, 400_000]))
        case 5, 6: await phone.deliver(at: spot, accuracy: random.pick([5, 30, 90, 400]))
        case 7: await phone.advance(by: Int64(random.below(900_000)))
        case 8: random.chance(0.5) ? phone.killApp() : await phone.suspendApp()
        case 9: await phone.launchApp()
        case 10:
            await phone.backgroundApp()
            await phone.advance(by: 30_000)
        case 11:
            await phone.reboot()
            await phone.advance(by: 60_000)
        case 12:
            await phone.setAuthorization(random.pick([.denied, .whenInUse, .always, .always]))
            await phone.advance(by: 1000)
            await phone.setAuthorization(.always)
        case 13:
            if hasForeign { await phone.vacate(owner: "host") }
            hasForeign.toggle()
            if hasForeign { await phone.occupy(slots: 1 + random.below(6), owner: "host") }
        case 14: try await addFence()
        case 15:
            if random.chance(0.5) {
                try? await bench.engine().remove([FenceID("f\(1 + random.below(fences))")])
            } else {
                await phone.forceQuitApp()
            }
        case 16:
            phone.script(
                random.pick([
                    .status(503), .lostBeforeReceipt(after: 100), .lostAfterReceipt(after: 100), .unreachable,
                ]), .status(500))
            await phone.setNetwork(random.pick([.none, .cellular, .unmetered]))
        case 17: await phone.setWallClock(by: random.pick([-7_200_000, -60_000, 60_000, 7_200_000]))
        case 18, 19: await lie()
        case 20:
            let rest = random.below(4)
            let from = bench.commits
            bench.setFaults { $0 > from && $0 <= from + rest ? .fail(.full) : .proceed }
        default:
            let at = bench.commits + 1 + random.below(3)
            let verdict: StoreFaults.Verdict = random.pick([.crashBeforeCommit, .crashAfterCommit])
            bench.setFaults { $0 == at ? verdict : .proceed }
        }
    }

    /// A repeat, a stale belief, or a report of somebody's region.
    private mutating func lie() async {
        let ids = bench.phone.monitoredRegions.map(\.id) + ["plain.f1.0", "nobody"]
        var id = random.pick(ids)
        // A condition that is listed and no longer watched never speaks, and what speaks is alive. (PLAT-043)
        if Backend.current.renewsAfterLaunch, !ids.dropLast(2).contains(id) { id = "nobody" }
        let at: Timestamp? =
            random.chance(0.5)
            ? bench.phone.now.wall.adding(milliseconds: -Int64(random.below(600_000))) : nil
        switch random.below(profile == .iOSMonitor ? 2 : 3) {
        case 0: await bench.phone.os.state(id, random.pick([.inside, .outside, .unknown]), at: at, isLie: true)
        case 1: await bench.phone.os.lose(id)
        default:
            if random.chance(0.5) {
                await bench.phone.os.enter(id, at: at, isLie: true)
            } else {
                await bench.phone.os.exit(id, at: at, isLie: true)
            }
        }
    }

    /// Everything works again, and enough time passes for all that waits.
    private mutating func heal() async throws {
        let phone = bench.phone
        bench.setFaults { _ in .proceed }
        await phone.vacate(owner: "host")
        await phone.setAuthorization(.always)
        await phone.setNetwork(.unmetered)
        await phone.launchApp()
        await phone.foregroundApp()
        await phone.advance(by: 700_000)
        for metres in [-2000.0, -2010] {
            await phone.deliver(at: CoreBench.at(0, metres))
            await phone.advance(by: 1000)
        }
        // Twenty regions that are given to a slow system take it more than a second.
        await phone.advance(by: 10_000)
        // Answers that the script asked for and nobody has had yet come first.
        for _ in 0..<20 where try await bench.engine().recordCount() > 0 {
            try await bench.engine().deliver()
            await phone.advance(by: 700_000)
        }
    }

    func check() async throws {
        let engine = try await bench.engine()
        try await checkRegions(engine)
        try await checkHistory(engine)
        try await checkDelivery(engine)
        checkTruth()
        let fates = try await fates(engine)
        #expect(fates.lost == [], "\(name): \(fates)\n\(bench.phone.transcript.suffix(Self.shown))")
    }

    private func checkRegions(_ engine: GeofenceEngine) async throws {
        #expect(refusals == [], "\(name)\n\(bench.phone.transcript.suffix(Self.shown))")
        #expect(bench.phone.peakRegionCount <= limit, "\(name)")
        let foreign = bench.phone.registrationLog.filter { $0.owner == .app && !$0.id.hasPrefix("plain.") }
        #expect(foreign.isEmpty, "\(name)")
        checkRegistrations()
        guard profile != .software else { return }
        let held = Set(bench.phone.monitoredRegions.filter { $0.owner == .app && $0.id.hasPrefix("plain.f") }.map(\.id))
        let wanted = await engine.watchedFences
        #expect(
            held.count == wanted.count,
            "\(name): \(held.sorted()) for \(wanted)\n\(bench.phone.transcript.suffix(Self.shown))")
        #expect(await engine.isFullyRegistered, "\(name)")
    }

    /// One input leads to at most two registrations of one fence. (AMD-06) Inputs of one instant are counted together, so what
    /// is allowed is a little more; a loop would make thousands.
    private func checkRegistrations() {
        let calls = bench.phone.registrationLog.filter { $0.owner == .app && $0.kind == .register }
        let counts = Dictionary(grouping: calls) { "\($0.id) at +\($0.elapsed)" }.mapValues(\.count)
        let most = counts.max { $0.value < $1.value }
        #expect(most?.value ?? 0 <= 4, "\(name): \(most?.key ?? "") is asked for again and again")
    }

    /// Registrations that found no place. An iPhone does not announce what its host registers, so one that comes while a
    /// host holds places may be the way to learn of it; without any it is a mistake. A phone in a test announces it, but not
    /// while the process is suspended.
    private var refusals: [String] {
        var refusals: [String] = []
        var (hosted, isAnnounced) = (0, true)
        for line in bench.phone.log.map(\.text) {
            if line.hasPrefix("-> capabilities") { isAnnounced = true }
            if line.hasPrefix("register host-") { (hosted, isAnnounced) = (hosted + 1, false) }
            if line.hasPrefix("unregister host-") { hosted -= 1 }
            guard line.hasPrefix("plain."), line.hasSuffix("refused: overLimit") else { continue }
            if Backend.current.isPlain ? isAnnounced : hosted == 0 { refusals.append(line) }
        }
        return refusals
    }

    /// Each fence's transitions, in the order in which they were committed.
    private func checkHistory(_ engine: GeofenceEngine) async throws {
        let journal = try await engine.journal(limit: EngineStore.journalLimit).reversed()
        guard journal.count < EngineStore.journalLimit else { return }
        var inside: [FenceID: Bool] = [:]
        var dwelled: Set<FenceID> = []
        var transitions = 0
        for line in journal {
            guard let fence = line.fence else { continue }
            if line.code == .stayEnded { inside[fence] = nil }
            guard line.code == .transition else { continue }
            transitions += 1
            switch line.text.split(separator: " ").first {
            case "enter":
                #expect(inside.updateValue(true, forKey: fence) != true, "\(name): \(fence) entered twice")
                dwelled.remove(fence)
            case "exit":
                let before = inside.updateValue(false, forKey: fence)
                if manner == .plain { #expect(before != false, "\(name): \(fence) left twice") }
            default:
                #expect(inside[fence] == true, "\(name): \(fence) dwelled outside")
                #expect(dwelled.insert(fence).inserted, "\(name): \(fence) dwelled twice")
            }
        }
        #expect(Set(bench.transitions.map(\.id)).count == transitions, "\(name)")
        for transition in bench.transitions where transition.kind == .dwell {
            guard let entered = transition.stay?.enteredAt else { continue }
            #expect(
                transition.at.milliseconds(since: entered) >= transition.fence.dwellDelay,
                "\(name): early dwell of \(transition.fence.id), entered \(entered)\n\(bench.phone.transcript.suffix(Self.shown))"
            )
        }
    }

    private func checkDelivery(_ engine: GeofenceEngine) async throws {
        #expect(
            try await engine.recordCount() == 0,
            "\(name): records are left\n\(bench.phone.transcript.suffix(Self.shown))")
        #expect(Set(bench.arrivedIDs) == Set(bench.transitions.map(\.id)), "\(name)")
    }
}
