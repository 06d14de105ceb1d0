import APIMigration
import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator

/// SplitMix64, so that a seed is the same trip everywhere.
struct TripRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}

/// A day with three fences, in which the app is updated at a random moment of a stay.
@MainActor final class Trip {
    /// What happens in the update.
    enum Update {
        /// The app is what it was.
        case none
        /// The app has another style from now on.
        case style(APIStyle)
    }

    private let phone: SimulatedPhone
    private let folder = FileManager.default.temporaryDirectory.appending(path: "trip-\(UUID().uuidString)")
    private let fences: [FenceDefinition]
    private let plan: Plan
    private let update: Update
    private let first: APIStyle
    private var app: StyleApp
    private var retiring: RetiringOutbox?
    private var failure: (any Error)?
    private var isUpdated = false
    /// Whether a second update takes the first one back.
    private let comesBack: Bool
    private var isBack = false
    private var isFirstStart = true
    private var kills: TripRandom
    /// When the app was updated.
    private(set) var updatedAt: Timestamp?
    private(set) var report: StoreMigrationReport?
    /// Whether a person opened the updated app and no crossing had to start it.
    var isOpenedByPerson: Bool { plan.isOpenedByPerson && plan.laterKill == nil }
    /// The regions that the system holds at the end.
    private(set) var regions: [String] = []
    /// How often the switch was killed.
    private(set) var killed = 0

    init(
        seed: UInt64, on profile: PhoneProfile, in style: APIStyle, update: Update, comesBack: Bool = false
    ) throws {
        var random = TripRandom(seed: seed)
        plan = try Plan(&random, dwells: style != .beekon)
        kills = TripRandom(seed: seed ^ 0x5eed)
        fences = plan.fences
        self.update = update
        self.comesBack = comesBack
        first = style
        app = StyleApp(style)
        phone = SimulatedPhone(profile: profile, seed: seed, at: plan.start)
        let answer = StyleApp.answer(fences)
        phone.serve { request in .status(200, body: request.url.hasSuffix("/nearest") ? answer : []) }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Travels, and gives what the servers got.
    func run() async throws -> [Told] {
        phone.onLaunch { [weak self] process, _ in await self?.start(on: process.device) }
        await phone.launchApp()
        await pass(60_000)
        for (index, visit) in plan.visits.enumerated() {
            if plan.outage?.lowerBound == index { await phone.setNetwork(.none) }
            await phone.move(to: visit.place)
            await app.settle()
            if index == plan.updatedVisit {
                await pass(visit.stay * plan.updatedPercent / 100)
                await updateApp()
                let rest = visit.stay * (100 - plan.updatedPercent) / 100
                if comesBack {
                    await pass(rest / 2)
                    await takeBack()
                }
                await pass(comesBack ? rest - rest / 2 : rest)
            } else {
                await pass(visit.stay)
                if plan.laterKill == index { await kill() }
            }
            await phone.move(to: visit.next)
            await app.settle()
            await pass(visit.way)
            if plan.outage?.upperBound == index { await phone.setNetwork(.unmetered) }
        }
        await phone.foregroundApp()
        await app.settle()
        try await retiring?.deliver()
        await pass(600_000)
        let left = try await retiring?.remaining ?? 0
        regions = phone.monitoredRegions.map(\.id).sorted()
        await app.die()
        await retiring?.stop()
        if let failure { throw failure }
        guard left == 0 else { throw Undelivered(records: left) }
        return Told.all(in: phone.requests)
    }

    struct Undelivered: Error { let records: Int }

    private func pass(_ milliseconds: Int64) async {
        await phone.advance(by: milliseconds)
        await app.settle()
    }

    /// The process ends in the middle of a stay, and the next crossing starts another.
    private func kill() async {
        phone.killApp()
        await app.die()
        await retiring?.stop()
        retiring = nil
    }

    private func updateApp() async {
        await kill()
        updatedAt = phone.now.wall
        isUpdated = true
        // Else the next crossing starts it.
        if plan.isOpenedByPerson { await phone.launchApp() }
        await app.settle()
    }

    private func takeBack() async {
        await kill()
        isBack = true
        if plan.isOpenedByPerson { await phone.launchApp() }
        await app.settle()
    }

    private func installed(_ style: APIStyle) -> InstalledStyle {
        InstalledStyle(style, folder: folder.appending(path: style.rawValue), survivesPowerLoss: false)
    }

    private func start(on device: Device) async {
        do {
            if isBack, case .style(let style) = update {
                try await revert(from: style, on: device)
                app = StyleApp(first)
            } else if isUpdated, case .style(let style) = update {
                try await switchStyle(to: style, on: device)
                app = StyleApp(style)
            } else if isUpdated {
                app = StyleApp(app.style)
            }
            try await app.start(on: device, installed(app.style), adding: isFirstStart ? fences : [])
            try await retiring?.deliver()
            isFirstStart = false
        } catch {
            failure = failure ?? error
        }
    }

    private func revert(from style: APIStyle, on device: Device) async throws {
        let (old, new) = (installed(first), installed(style))
        let now = device.clock.now().wall
        for attempt in 0...3 {
            do throws(StoreMigrationError) {
                let migration =
                    attempt < 3 ? killedSwitch(from: old, to: new) : StoreMigration(from: old, to: new)
                try migration.revert(at: now)
                break
            } catch {
                // It was taken back by an earlier process, or never made.
                if error == .nothingToRevert { break }
                guard error.isKill else { throw error }
                killed += 1
            }
        }
        let outbox = RetiringOutbox(new, successor: old, on: device)
        try await outbox.release()
        retiring = outbox
    }

    private func switchStyle(to style: APIStyle, on device: Device) async throws {
        let (old, new) = (installed(first), installed(style))
        let now = device.clock.now().wall
        for _ in 0..<Int.random(in: 0...3, using: &kills) {
            do throws(StoreMigrationError) {
                if case .switched(let report) = try killedSwitch(from: old, to: new).run(at: now) {
                    self.report = report
                }
            } catch {
                guard error.isKill else { throw error }
                killed += 1
            }
        }
        if case .switched(let report) = try StoreMigration(from: old, to: new).run(at: now) { self.report = report }
        let outbox = RetiringOutbox(old, successor: new, on: device)
        try await outbox.release()
        retiring = outbox
    }

    /// A switch whose process ends before a random step, or at a random commit.
    private func killedSwitch(from old: InstalledStyle, to new: InstalledStyle) -> StoreMigration {
        let at = Int.random(in: 1...8, using: &kills)
        if Bool.random(using: &kills) {
            let left = Locked(at)
            var migration = StoreMigration(from: old, to: new)
            migration.goesOn = { _ in
                left.withLock { left in
                    left -= 1
                    return left > 0
                }
            }
            return migration
        }
        let isAfter = Bool.random(using: &kills)
        let left = Locked((at - 1) % 4 + 1)
        let faults = StoreFaults { _ in
            left.withLock { left in
                left -= 1
                return left > 0 ? .proceed : isAfter ? .crashAfterCommit : .crashBeforeCommit
            }
        }
        return StoreMigration(from: old.failing(faults), to: new.failing(faults))
    }
}

extension StoreMigrationError {
    /// Whether a simulated process ended.
    var isKill: Bool {
        switch self {
        case .interrupted, .store(.interrupted): true
        default: false
        }
    }
}

extension InstalledStyle {
    /// The same store, on which something goes wrong.
    func failing(_ faults: StoreFaults) -> InstalledStyle {
        var location = store
        location.faults = faults
        return InstalledStyle(style, store: location)
    }
}

/// Where the fences are and when the device is in them.
private struct Plan {
    struct Visit {
        let place, next: Coordinate
        /// Milliseconds.
        let stay, way: Int64
    }

    let fences: [FenceDefinition]
    let start: Coordinate
    let visits: [Visit]
    let updatedVisit: Int
    let updatedPercent: Int64
    /// From the beginning of which visit to the end of which there is no network.
    let outage: ClosedRange<Int>?
    let isOpenedByPerson: Bool
    /// In which visit after the update the process ends once more.
    let laterKill: Int?

    /// - Parameter dwells: Whether the style of the beginning has dwells; what it lacks no fence can have later.
    init(_ random: inout TripRandom, dwells: Bool) throws {
        let middle = try Coordinate(latitude: 52.2297, longitude: 21.0122)
        let centers = (0..<3).map { Geodesic.destination(from: middle, bearing: 0, distance: Double($0) * 700) }
        func beside(_ index: Int) -> Coordinate {
            Geodesic.destination(from: centers[index], bearing: 90, distance: 450)
        }
        fences = try centers.enumerated().map { index, center in
            FenceDefinition(
                id: FenceID("f\(index)"),
                shape: .circle(
                    try Circle(center: center, radius: Double(Int.random(in: 110...220, using: &random)))),
                reports: dwells ? [.enter, .exit, .dwell] : [.enter, .exit], dwellDelay: dwells ? 300_000 : nil)
        }
        start = beside(0)
        let order = [0, 1, 2].shuffled(using: &random)
        var visits: [Visit] = []
        for index in order {
            visits.append(
                Visit(
                    place: centers[index], next: beside(index),
                    stay: Int64.random(in: 60_000...5_400_000, using: &random),
                    way: Int64.random(in: 120_000...1_800_000, using: &random)))
        }
        self.visits = visits
        updatedVisit = Int.random(in: 0..<visits.count, using: &random)
        updatedPercent = Int64.random(in: 1...99, using: &random)
        let ends = [Int.random(in: 0...2, using: &random), Int.random(in: 0...2, using: &random)].sorted()
        outage = Bool.random(using: &random) ? ends[0]...ends[1] : nil
        isOpenedByPerson = Int.random(in: 0...2, using: &random) > 0
        laterKill =
            updatedVisit < 2 && Bool.random(using: &random)
            ? Int.random(in: (updatedVisit + 1)...2, using: &random) : nil
    }
}
