public import Foundation
import GeofenceEngine
import LocationCore

/// What happened, what is known, and why. Beyond the vendor's API.
///
/// Each call counts from where it stands among the calls before it: what was called earlier has been carried out.
extension GeofenceServices {
    /// Crossings as they are told to the workspace, from now on, one for each, whatever the number of geosets.
    ///
    /// Every read is a stream of its own, which ends with the task that reads it. A reader that falls 64 behind loses the
    /// oldest. What happened in this process before anybody ever listened (the newest 64) goes to the first stream or
    /// listener.
    public var transitions: AsyncStream<CIOTransition> { CIOContext.current.transitions.stream() }

    /// The same for a closure, until the subscription is removed.
    ///
    /// It is called for one crossing after another, on no thread in particular, and the next one waits for it; a call of the
    /// SDK is allowed in it.
    @discardableResult
    public func onTransition(_ listener: @escaping @Sendable (CIOTransition) -> Void) -> CIOSubscription {
        let hub = CIOContext.current.transitions
        let id = hub.add(listener)
        return CIOSubscription { [weak hub] in hub?.remove(id) }
    }

    /// Why a fence did or did not fire, as sentences: its definition, its region, its side, and what happened lately, newest
    /// last. Of a fence that was downloaded and left out, the reason.
    public func explain(_ geofenceId: String) async -> [String] {
        let id = FenceID(geofenceId)
        return await CIOContext.current.ask { engine in
            guard let reason = await leftOut(id, engine) else { return await engine.explain(id) }
            return ["it is not monitored: of the downloaded fences it was left out, as \(reason)"]
        } ?? ["nothing in this process reaches the device"]
    }

    /// On which side of a fence the device is, since when, and how that is known; `nil` for an unknown fence.
    ///
    /// Also of a fence that the system does not watch: then the newest believed position may tell. Of a fence that was
    /// downloaded and left out, nothing is known but the reason, as ``CIOGeofenceState/evidence``.
    public func state(of geofenceId: String) async -> CIOGeofenceState? {
        let id = FenceID(geofenceId)
        let state: GeofenceEngine.FenceState?? = await CIOContext.current.ask { engine in
            if let state = await engine.state(of: id) { return state }
            return await leftOut(id, engine).map { .leftOut($0) }
        }
        return state?.map { CIOGeofenceState($0) }
    }

    /// The ids of the fences in which the device is, in the order of the download: every stored fence whose last believed
    /// side is inside, watched or not.
    public func insideNow() async -> [String] {
        await CIOContext.current.ask { await $0.insideNow() }?.map(\.text) ?? []
    }

    /// Every stored fence, with its region or the reason why it has none, in the order of the download.
    ///
    /// It looks at all of them, so it is for people and tests, not for each position.
    public func monitored() async -> [CIOMonitoredGeofence] {
        await CIOContext.current.ask { await $0.monitored() }?.map { CIOMonitoredGeofence($0) } ?? []
    }
}

/// Why a fence of the last download is not watched; `nil` for one that is, and for one that was not in it.
private func leftOut(_ id: FenceID, _ engine: GeofenceEngine) async -> String? {
    guard await engine.state(of: id) == nil else { return nil }
    return LeftOutFences(json: await engine.value(CIOKeys.leftOut)).reason(id)
}

/// A crossing, as an app hears of it.
public struct CIOTransition: Hashable, Sendable, Codable, Identifiable {
    /// Identifies the crossing for ever; `transitionId` of the event that the workspace gets.
    public let id: String
    /// The fence.
    public let geofenceId: String
    /// The workspace's name for it; `nil` for none.
    public let geofenceName: String?
    /// What happened.
    public let transition: GeofenceTransition
    /// When the boundary was crossed, or the stay became a dwell.
    public let timestamp: Date

    /// Describes a crossing.
    public init(
        id: String, geofenceId: String, geofenceName: String?, transition: GeofenceTransition, timestamp: Date
    ) {
        self.id = id
        self.geofenceId = geofenceId
        self.geofenceName = geofenceName
        self.transition = transition
        self.timestamp = timestamp
    }
}

/// A listener's place. Letting go of it does not end it; ``remove()`` does.
public final class CIOSubscription: Sendable {
    private let onRemove: @Sendable () -> Void

    init(onRemove: @escaping @Sendable () -> Void) { self.onRemove = onRemove }

    /// Ends the subscription; may be called on any thread, and again. A crossing that is being told may still arrive.
    public func remove() { onRemove() }
}

/// What is known about the device and one fence.
public struct CIOGeofenceState: Hashable, Sendable {
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
public struct CIOMonitoredGeofence: Hashable, Sendable {
    /// The fence.
    public let geofenceId: String
    /// Degrees; of a polygon the middle of the smallest circle around it, as is ``longitude``.
    public let latitude: Double
    /// Degrees.
    public let longitude: Double
    /// Meters; of a polygon those of that circle.
    public let radius: Double
    /// Its place in the ranking by distance from the last position, from 1; `nil` when it is no candidate.
    public let rank: Int?
    /// Meters from the last position to its edge, 0 inside; `nil` without a rank.
    public let distance: Double?
    /// Meters of the radius that the system watches; `nil` when it watches none.
    public let monitoredRadius: Double?
    /// Whether the system has confirmed that it watches.
    public let isConfirmed: Bool
    /// Why the system watches no region for it; `nil` when it does.
    public let absence: String?

    init(_ fence: GeofenceEngine.MonitoredFence) {
        geofenceId = fence.id.text
        latitude = fence.circle.center.latitude
        longitude = fence.circle.center.longitude
        radius = fence.circle.radius
        rank = fence.rank
        distance = fence.distance
        monitoredRadius = fence.effectiveRadius
        isConfirmed = fence.isHeld
        absence = fence.absence
    }
}
