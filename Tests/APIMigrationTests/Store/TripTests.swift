import APIMigration
import LocationCore
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
    /// Trips of each direction; 167 of each make 1,000.
    static let trips = 20

    @Test(arguments: Direction.all)
    func `tells exactly the crossings of a trip without it, apart from those the new style lacks`(
        _ direction: Direction
    ) async throws {
        for seed in 1...UInt64(Self.trips) {
            let undisturbed = try Trip(seed: seed, in: direction.from, update: .none)
            let expected = try await undisturbed.run()
            let trip = try Trip(seed: seed, in: direction.from, update: .style(direction.to))

            let told = try await trip.run()

            let updated = try #require(trip.updatedAt).iso8601
            let wanted = expected.filter { !(direction.to == .beekon && $0.kind == "dwell" && $0.at > updated) }
            #expect(
                told.map(\.short) == wanted.map(\.short),
                "seed \(seed), updated at \(updated), killed \(trip.killed) times: \(told) instead of \(wanted)")
        }
    }
}
