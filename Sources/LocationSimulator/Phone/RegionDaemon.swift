import LocationCore

/// The part of the system that watches regions: what it holds, what it believes and what it has not told yet.
struct RegionDaemon {
    /// In the order of registration.
    var regions: [WatchedRegion] = []
    var calls: [RegistrationCall] = []
    var peak = 0
    var nextRegistration: UInt64 = 1
    /// What a monitor once told about a name. Outlives removal. (PLAT-046)
    var beliefs: [String: Belief] = [:]
    /// Registrations that wait for the daemon's next turn. (PLAT-005)
    var batches: [RegistrationBatch] = []
    /// Names whose next registration gets lost on the way.
    var swallowed: Set<String> = []
    /// Whether the app is to be told anew what is held.
    var capabilitiesChanged = false
    /// A coarse reading that the system takes for the truth. (PLAT-027)
    var falsePosition: Coordinate?
    var isAirplaneMode = false
    /// Until when nothing is delivered. (PLAT-028)
    var starvedUntil: Int64 = .min
    var starved: [RegionReport] = []
    /// Reports that wait for the person to open the app. (PLAT-077)
    var withheld: [RegionReport] = []
    /// How many reports were made.
    var reportCount: UInt64 = 0

    struct Belief {
        let side: Side
        let at: Timestamp
    }

    func index(of id: String) -> Int? { regions.firstIndex { $0.region.id == id } }

    /// How many slots are taken. What a monitor gave up takes none.
    var count: Int { regions.count { $0.isWatched || $0.isZombie } }
}

/// Registrations that the daemon takes in one turn.
struct RegistrationBatch {
    struct Call {
        let region: Region
        let owner: RegionOwner
        /// The process that asked; `nil` for others.
        let process: Int?
    }

    var calls: [Call]
    var isOpen = true
}

/// What the system has found out about a region and will tell the app.
struct RegionReport {
    enum Kind: Equatable {
        case crossing(CrossingDirection)
        case state(Side)
        case dwell
    }

    let id: String
    /// The registration it is about; `nil` for one that a test has scripted.
    let registration: UInt64?
    let kind: Kind
    let at: Timestamp?
    let position: Fix?
    /// Counts the reports of all regions; 0 for one that a test has scripted.
    var number: UInt64 = 0

    var side: Side {
        switch kind {
        case .crossing(let direction): direction.side
        case .state(let side): side
        case .dwell: .inside
        }
    }

    var event: DeviceEvent {
        switch kind {
        case .crossing(let direction):
            .regionCrossed(RegionCrossing(id: id, direction: direction, at: at, position: position))
        case .state(let side): .regionState(RegionState(id: id, side: side, at: at, isAnswer: false))
        case .dwell: .nativeDwell(id: id, at: at ?? Timestamp(milliseconds: 0), position: position)
        }
    }
}
