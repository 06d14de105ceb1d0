public import Foundation
import GeofenceEngine
import LocationCore

/// Why did it fire, and why not? Beyond the vendor's API: every decision is journalled, and these calls read it.
extension BackgroundGeolocation {
    /// Why a fence did or did not fire, in sentences: what it reports, its region, the side, and the newest decisions, the
    /// last one last.
    ///
    /// - Parameters:
    ///   - identifier: The fence; an unknown one is told as such.
    ///   - decisions: How many decisions at most, at least 0.
    public static func explain(identifier: String, decisions: Int = 20) async -> [String] {
        await ask { await $0.explain(FenceID(identifier), lines: max(0, decisions)) }
            ?? ["the SDK is not connected to a device"]
    }

    /// On which side of a fence the device is, since when, and how that is known; `nil` for an unknown fence.
    public static func state(of identifier: String) async -> GeofenceState? {
        guard let state = await ask({ await $0.state(of: FenceID(identifier)) }) ?? nil else { return nil }
        let isInside: Bool? =
            switch state.side {
            case .inside: true
            case .outside: false
            case .unknown: nil
            }
        return GeofenceState(isInside: isInside, since: state.since?.date, evidence: state.evidence.rawValue)
    }

    /// The identifiers of the fences in which the device is, in the order in which they were first added: every stored fence
    /// whose last believed side is inside, watched or not.
    public static func insideNow() async -> [String] { await ask { await $0.insideNow() }?.map(\.text) ?? [] }

    /// Every stored fence, with its region or the reason why it has none, in the order in which they were first added.
    ///
    /// It looks at all of them, so it is for people and tests, not for each position.
    public static func monitored() async -> [MonitoredGeofence] {
        await ask { await $0.monitored() }?.map { fence in
            MonitoredGeofence(
                identifier: fence.id.text, rank: fence.rank, distance: fence.distance,
                monitoredRadius: fence.effectiveRadius, isConfirmed: fence.isHeld, absence: fence.absence)
        } ?? []
    }

    private static func ask<Answer: Sendable>(_ question: (GeofenceEngine) async -> Answer) async -> Answer? {
        await inOrder { engine in
            guard let service = engine as? BGeoService else { return nil }
            await service.launch()
            return await question(service.engine)
        }
    }
}

/// What is known about the device and one fence.
public struct GeofenceState: Hashable, Sendable {
    /// Whether the device is inside; `nil` while that is not known.
    public let isInside: Bool?
    /// Since when; `nil` while the side is not known.
    public let since: Date?
    /// What decided it, such as `region crossing` or `fix`.
    public let evidence: String
}

/// A fence and what the system does about it.
public struct MonitoredGeofence: Hashable, Sendable {
    /// The fence.
    public let identifier: String
    /// Its place in the ranking by distance from the last position, from 1; `nil` when it is no candidate.
    public let rank: Int?
    /// Metres from the last position to its edge, 0 inside; `nil` without a rank.
    public let distance: Double?
    /// Metres of the radius that the system watches, which may be less than the fence's; `nil` when it watches none.
    public let monitoredRadius: Double?
    /// Whether the system has confirmed that it watches.
    public let isConfirmed: Bool
    /// Why the system watches no region for it; `nil` when it does.
    public let absence: String?
}

extension Geofence {
    /// Why ``BackgroundGeolocation/addGeofences(_:)`` would refuse the fence; `nil` when it would not.
    public var refusal: String? {
        if let brokenRule { return brokenRule.allowed }
        return extrasObject?.unrepresentable.map { "extras.\($0) is not a JSON value" }
    }
}
