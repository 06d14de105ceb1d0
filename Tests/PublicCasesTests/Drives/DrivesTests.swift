import Foundation
import LocationSimulator
import Testing

/// Random drives, each out of a seed that a failure names. `GEOFENCING_DRIVES` raises their number, `GEOFENCING_FIRST_DRIVE`
/// says where they begin, and `GEOFENCING_DRIVE_KIND` (`cio, iOSMonitor, quick`) picks those of one kind.
@MainActor @Suite("Random drives") struct DrivesTests {
    nonisolated static let count = number("GEOFENCING_DRIVES") ?? 2
    nonisolated static let first = number("GEOFENCING_FIRST_DRIVE") ?? 1

    private nonisolated static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }

    struct Kind: Sendable, CustomTestStringConvertible {
        let api: Scenario.API
        let profile: PhoneProfile
        let manner: Drive.Manner
        var testDescription: String { "\(api), \(profile), \(manner)" }
    }

    /// Customer.io takes single fixes only, so that on a machine without regions nothing tells it of a drive (CIO-146). The
    /// engine alone has no region of its own and asks for nothing.
    nonisolated static let kinds: [Kind] = [Scenario.API.bgeo, .beekon, .cio].flatMap { api in
        PhoneProfile.allCases.flatMap { profile in
            Drive.Manner.allCases.compactMap { manner in
                if profile == .software, api == .cio || manner == .slow { return nil }
                let kind = Kind(api: api, profile: profile, manner: manner)
                let wanted = ProcessInfo.processInfo.environment["GEOFENCING_DRIVE_KIND"]
                return wanted == nil || wanted == kind.testDescription ? kind : nil
            }
        }
    }

    @Test(arguments: kinds) func `AMD-05 every crossing on the way is told, and nothing is left behind`(
        _ kind: Kind
    ) async throws {
        for seed in Self.first..<(Self.first + Self.count) {
            do {
                try await Drive(kind.api, kind.profile, kind.manner, seed: seed).run()
            } catch {
                Issue.record(error, "drive \(seed), \(kind.testDescription)")
            }
        }
    }
}
