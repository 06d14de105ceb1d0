public import Foundation
package import GeofenceEngine
import LocationCore

/// A crossing of a fence's boundary: which fence, and which way. Where it was is told by a ``Location`` beside it.
public struct GeofenceEvent: Hashable, Sendable, Codable, Identifiable {
    /// Identifies the crossing for ever, through every retry and restart; a server drops repeats by it.
    public let id: String
    /// The id of the fence.
    public let geofenceId: String
    /// Which way.
    public let type: GeofenceEventType
    /// When the boundary was crossed.
    public let timestamp: Date

    /// Describes a crossing.
    public init(id: String, geofenceId: String, type: GeofenceEventType, timestamp: Date) {
        self.id = id
        self.geofenceId = geofenceId
        self.type = type
        self.timestamp = timestamp
    }

    /// The event of a transition; `nil` for a dwell, of which this surface knows nothing. (BKN-051)
    package init?(_ transition: Transition) {
        guard let type = GeofenceEventType(transition.kind) else { return nil }
        self.init(
            id: transition.id, geofenceId: transition.fence.id.text, type: type, timestamp: transition.at.date)
    }
}

/// The direction of a crossing. (BKN-005)
public enum GeofenceEventType: String, Hashable, Sendable, Codable, CaseIterable {
    /// From outside to inside.
    case enter
    /// From inside to outside.
    case exit

    init?(_ kind: TransitionKind) {
        switch kind {
        case .enter: self = .enter
        case .exit: self = .exit
        case .dwell: return nil
        }
    }
}
