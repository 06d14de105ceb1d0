import APIMigration
import Foundation
import LocationCore
import LocationSimulator
import Testing

/// Two different styles, in a direction.
struct Direction: Sendable, CustomTestStringConvertible {
    let from, to: APIStyle
    var testDescription: String { "from \(from.name) to \(to.name)" }

    static let all = APIStyle.allCases.flatMap { from in
        APIStyle.allCases.filter { $0 != from }.map { Direction(from: from, to: $0) }
    }
}

@MainActor @Suite struct `A switch in the middle of a stay` {
    /// Trips of each direction; `GEOFENCING_TRIPS=84` makes more than 1,000.
    static let trips = ProcessInfo.processInfo.environment["GEOFENCING_TRIPS"].flatMap { UInt64($0) } ?? 3

    /// A phone of each kind, and a machine without region monitoring, on which Customer.io's style sees too little: it
    /// asks for single fixes only.
    nonisolated static let cases =
        Direction.all.flatMap { direction in
            [PhoneProfile.iOSClassic, .iOSMonitor, .android].map { Case(direction: direction, profile: $0) }
        } + [
            Case(direction: Direction(from: .bgeo, to: .beekon), profile: .software),
            Case(direction: Direction(from: .beekon, to: .bgeo), profile: .software),
        ]

    struct Case: Sendable, CustomTestStringConvertible {
        let direction: Direction
        let profile: PhoneProfile
        var testDescription: String { "\(direction.testDescription), \(profile)" }
    }

    @Test(arguments: cases)
    func `tells exactly the crossings of a trip without it, apart from those the new style lacks`(
        _ one: Case
    ) async throws {
        let (direction, profile) = (one.direction, one.profile)
        var kills = 0
        for seed in 1...Self.trips {
            let undisturbed = try Trip(seed: seed, on: profile, in: direction.from, update: .none)
            let expected = try await undisturbed.run()
            let trip = try Trip(seed: seed, on: profile, in: direction.from, update: .style(direction.to))

            let told = try await trip.run()

            let updated = try #require(trip.updatedAt).iso8601
            let wanted = try await Self.dwells(expected, after: updated, trip, one, seed)
            #expect(
                told.map(\.moment) == wanted.map(\.moment),
                "seed \(seed), updated at \(updated), killed \(trip.killed) times: \(told) instead of \(wanted)")
            #expect(
                told.allSatisfy { $0.style == ($0.at < updated ? direction.from : direction.to) },
                "seed \(seed), updated at \(updated): \(told)")
            #expect(
                !trip.regions.contains { $0.hasPrefix(direction.from == .customerio ? "cio" : direction.from.rawValue) }
            )
            kills += trip.killed
        }
        #expect(kills > 0)
    }

    /// What is expected with the dwells that the new style has.
    ///
    /// Customer.io's style proves a dwell by what it sees, BGeo's by the time alone. Where a person opened the app both
    /// find the same; in a process that only the system started the new style finds what it finds in a whole trip of its own.
    private static func dwells(
        _ expected: [Told], after updated: String, _ trip: Trip, _ one: Case, _ seed: UInt64
    ) async throws -> [Told] {
        let (from, to) = (one.direction.from, one.direction.to)
        if trip.isOpenedByPerson, to != .beekon { return expected }
        let own =
            from == .beekon || to == .beekon
            ? [] : try await Trip(seed: seed, on: one.profile, in: to, update: .none).run()
        let kept = expected.filter { $0.kind != "dwell" || $0.at <= updated }
        return (kept + own.filter { $0.kind == "dwell" && $0.at > updated })
            .sorted { ($0.at, $0.moment) < ($1.at, $1.moment) }
    }

    @Test(arguments: cases)
    func `and back again tells exactly the same`(_ one: Case) async throws {
        let (direction, profile) = (one.direction, one.profile)
        for seed in 1...Self.trips {
            let undisturbed = try Trip(seed: seed, on: profile, in: direction.from, update: .none, comesBack: true)
            let expected = try await undisturbed.run()
            let trip = try Trip(
                seed: seed, on: profile, in: direction.from, update: .style(direction.to), comesBack: true)

            let told = try await trip.run()

            let comparesDwells = trip.isOpenedByPerson && direction.to != .beekon
            let wanted = expected.filter { $0.kind != "dwell" || comparesDwells }
            let got = told.filter { $0.kind != "dwell" || comparesDwells }
            #expect(
                got.map(\.moment) == wanted.map(\.moment),
                "seed \(seed), updated at \(trip.updatedAt?.iso8601 ?? ""), killed \(trip.killed) times: \(got)")
            #expect(
                !trip.regions.contains { $0.hasPrefix(direction.to == .customerio ? "cio" : direction.to.rawValue) })
        }
    }
}
