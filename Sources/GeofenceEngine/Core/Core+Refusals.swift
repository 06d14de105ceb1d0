import LocationCore

/// Registrations that found no place although the system's list shows room. (AMD-06)
extension Core {
    /// Milliseconds for which a refusal is believed.
    private static var hour: Int64 { 3_600_000 }

    /// Believes that no more fences than have a region now find a place, until something frees one.
    mutating func noteOverLimit(isHelper: Bool, _ draft: inout Draft) {
        let fences = max(0, durable.places.count - (isHelper ? 1 : 0))
        process.roomBelieved = Process.Room(fences: fences, until: draft.steady + Self.hour)
    }

    /// A region was given back and nothing took its place.
    mutating func noteFreedPlace() {
        guard let room = process.roomBelieved, durable.places.count < room.fences else { return }
        process.roomBelieved = nil
    }

    mutating func meetRoomDeadline(_ draft: inout Draft) {
        if let room = process.roomBelieved, room.until <= draft.steady {
            process.roomBelieved = nil
            draft.mayRank = true
        }
        if let due = process.helperRetryAt, due <= draft.steady {
            process.helperRetryAt = nil
            draft.mayRank = true
        }
    }

    /// Whether what the platform tells of itself differs from what it told before, own regions apart.
    func isNews(_ capabilities: RegionCapabilities) -> Bool {
        guard var old = process.capabilities else { return true }
        var new = capabilities
        let others: (HeldRegion) -> Bool = { !isOwn($0.id) }
        old.held = old.held.filter(others)
        new.held = new.held.filter(others)
        return old != new
    }
}

extension Process {
    /// How many fences find a place, as far as refusals have shown.
    package struct Room: Hashable, Sendable {
        let fences: Int
        /// On the steady clock.
        let until: Int64
    }
}
