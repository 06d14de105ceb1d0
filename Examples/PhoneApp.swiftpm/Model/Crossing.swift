import Foundation

/// What happened at a fence.
enum FenceAction: String, Codable, Sendable {
    case enter = "ENTER"
    case exit = "EXIT"
    case dwell = "DWELL"
}

/// One transition, as an adapter told it.
struct Crossing: Hashable, Sendable {
    let fence: String
    let action: FenceAction
    let date: Date
}
