import Foundation

/// A line of the log: a transition, and why it was reported.
struct LogEntry: Codable, Hashable, Identifiable, Sendable {
    /// Counts the transitions of this installation, from 1.
    let id: Int
    let vendor: Vendor
    let fence: String
    let action: FenceAction
    let date: Date
    /// The adapter's sentences at that moment, newest last.
    let reasons: [String]

    /// What the list shows: `BGeo: ENTER home`.
    var line: String { "\(vendor.rawValue): \(action.rawValue) \(fence)" }
    /// The newest sentence, which is about this transition.
    var reason: String { reasons.last ?? "no reason is known" }
}
