package import LocationCore

/// Fences of a downloaded set that are not watched, and why, for whoever asks for one of them by its id.
package struct LeftOutFences: Hashable, Sendable {
    /// How many are kept; those that come first in the download.
    package static let capacity = 200
    private static let longestReason = 400

    /// By id; ids are compared by their bytes, as everywhere.
    private var reasons = JSONObject()

    package init() {}

    /// Reads what ``json`` wrote; anything else holds none.
    package init(json: JSONValue?) { reasons = json?.objectValue ?? JSONObject() }

    /// The form in which the store keeps it.
    package var json: JSONValue { .object(reasons) }

    /// How many there are.
    package var count: Int { reasons.count }

    /// Takes one; of two with one id the later counts.
    package mutating func add(_ id: String, _ reason: String) {
        guard reasons.count < Self.capacity || reasons[id] != nil else { return }
        reasons[id] = .string(String(reason.prefix(Self.longestReason)))
    }

    /// Why a fence was left out; `nil` where it was not.
    package func reason(_ id: FenceID) -> String? { reasons[id.text]?.stringValue }
}

extension GeofenceEngine.FenceState {
    /// The state of a fence that a server sent and that is not watched: nothing is known of its side.
    package static func leftOut(_ reason: String) -> GeofenceEngine.FenceState {
        GeofenceEngine.FenceState(side: .unknown, since: nil, evidence: EvidenceKind(rawValue: "left out: \(reason)"))
    }
}
