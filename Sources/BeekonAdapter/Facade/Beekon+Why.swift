public import Foundation
import GeofenceEngine
import LocationCore

/// Why did it fire, and why not? Beyond the vendor's API: every decision is journalled, and these calls read it.
extension Beekon {
    /// Why a fence did or did not fire, as sentences: its definition, its region, its side, and what happened lately, newest
    /// last.
    public func explain(_ id: String) async -> [String] {
        await calls.run { await openedEngine()?.explain(FenceID(id)) ?? [] }
    }

    /// On which side of a fence the device is, since when, and how that is known; `nil` for an unknown fence.
    ///
    /// Also of a fence that the system does not watch: then the newest believed position may tell. Of one that the server sent
    /// and that was left out, nothing is known but the reason, as ``BeekonGeofenceState/evidence``.
    public func state(of id: String) async -> BeekonGeofenceState? {
        await calls.run { await openedEngine()?.state(of: FenceID(id)) }.map { BeekonGeofenceState($0) }
    }

    /// The ids of the fences in which the device is, first added first: every stored fence whose last believed side is
    /// inside, watched or not.
    public func insideNow() async -> [String] {
        await calls.run { await openedEngine()?.insideNow() ?? [] }.map(\.text)
    }

    /// Every stored fence, with its region or the reason why it has none, first added first.
    ///
    /// It looks at all of them, so it is for people and tests, not for each position.
    public func monitored() async -> [BeekonMonitoredGeofence] {
        await calls.run { await openedEngine()?.monitored() ?? [] }.map { BeekonMonitoredGeofence($0) }
    }
}

/// What is known about the device and one fence.
public struct BeekonGeofenceState: Hashable, Sendable {
    /// Whether the device is inside; `nil` while that is not known.
    public let isInside: Bool?
    /// Since when; `nil` while the side is not known.
    public let since: Date?
    /// What decided it, such as `region crossing` or `fix`.
    public let evidence: String

    init(_ state: GeofenceEngine.FenceState) {
        switch state.side {
        case .inside: isInside = true
        case .outside: isInside = false
        case .unknown: isInside = nil
        }
        since = state.since?.date
        evidence = state.evidence.rawValue
    }
}

/// A fence and what the system does about it.
public struct BeekonMonitoredGeofence: Hashable, Sendable, Identifiable {
    /// The fence.
    public let id: String
    /// Its place in the ranking by distance from the last position, from 1; `nil` when it is no candidate.
    public let rank: Int?
    /// Meters from the last position to its edge, 0 inside; `nil` without a rank.
    public let distanceMeters: Double?
    /// Meters of the radius that the system watches; `nil` when it watches none.
    public let monitoredRadiusMeters: Double?
    /// Whether the system has confirmed that it watches.
    public let isConfirmed: Bool
    /// Why the system watches no region for it; `nil` when it does.
    public let absence: String?

    init(_ fence: GeofenceEngine.MonitoredFence) {
        id = fence.id.text
        rank = fence.rank
        distanceMeters = fence.distance
        monitoredRadiusMeters = fence.effectiveRadius
        isConfirmed = fence.isHeld
        absence = fence.absence
    }
}
