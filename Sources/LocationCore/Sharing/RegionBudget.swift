/// Who may have how many of the system's places for regions, and who has which.
///
/// A value that knows no device: it is told what is held and what is asked for, and says what may be handed on. At every
/// moment the regions and armed notifications that were handed on are no more than the system's number less what nobody
/// here owns. A share that shrinks counts as taken until its regions have been given back.
package struct RegionBudget: Sendable {
    /// By how many places a wish must shrink before the others get them, so that a fence that comes into reach and leaves
    /// again does not move regions to and fro.
    package static let slack = 2

    struct Member: Sendable {
        /// What it wants; `nil` until it has said so.
        var wanted: Int?
        /// The same, with ``RegionBudget/slack``.
        var demand = 0
        /// Asked for in this process and neither given back nor refused.
        var regions: [String: Region] = [:]
        /// Held since an earlier process.
        var adopted: Set<String> = []
        /// Given back in this process: a list that was made before is late.
        var gone: Set<String> = []
        /// Notifications that the system shows at a crossing; each takes a place. (PLAT-001)
        var notices: Set<String> = []
        /// What waits for others to give back, in the order in which it was asked for.
        var waiting: [Waiting] = []
        var granted = 0
        /// Whether an engine listens. One that does not keeps what it holds.
        var isPresent = false

        var used: Int { regions.count + adopted.count + notices.count }
        var reserved: Int { max(granted, used) }
    }

    enum Waiting: Sendable {
        case region(Region)
        case notice(LocalNotification)

        var id: String {
            switch self {
            case .region(let region): region.id
            case .notice(let notice): notice.id
            }
        }

        var isRegion: Bool { if case .region = self { true } else { false } }
    }

    /// Something to be handed on to the system, in this order.
    package enum Command: Sendable {
        case register(Region)
        case post(LocalNotification)
    }

    private(set) var members: [String: Member] = [:]
    /// What the system said last, with ``held`` kept up to date.
    private(set) var system: RegionCapabilities?
    private var held: [String: HeldRegion] = [:]

    package init() {}

    /// Whether the system watches regions at all, so that there is something to divide.
    package var isLimited: Bool { system.map { $0.reports != .nothing && $0.limit > 0 } ?? false }

    /// How many places there are for all: the system's number less the regions that nobody here owns.
    package var total: Int { max(0, (system?.limit ?? 0) - foreign.count) }

    /// How many places are taken, by those here.
    package var used: Int { members.values.reduce(0) { $0 + $1.used } }

    /// How many places one may use.
    package func share(of name: String) -> Int { members[name]?.granted ?? 0 }

    /// Who takes part, in order.
    package var names: [String] { members.keys.sorted() }

    /// Whose region an identifier names; `nil` for that of somebody else in the app.
    package func owner(of id: String) -> String? {
        // A name has letters and digits only, and is all of them that the identifier begins with.
        let name = id.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return members[String(name)] == nil ? nil : String(name)
    }

    private var foreign: [HeldRegion] {
        held.values.filter { owner(of: $0.id) == nil }.sorted { $0.id < $1.id }
    }

    // MARK: What happens

    /// Somebody takes part from now on.
    package mutating func join(_ name: String) {
        guard members[name] == nil else { return }
        members[name] = Member()
        adopt()
    }

    /// An engine listens, or no longer does.
    package mutating func setPresent(_ name: String, _ isPresent: Bool) -> [Command] {
        members[name]?.isPresent = isPresent
        if !isPresent {
            members[name]?.wanted = nil
            members[name]?.waiting = []
        }
        return settle()
    }

    /// The system said what it can do and what it holds.
    package mutating func take(_ capabilities: RegionCapabilities) -> [Command] {
        system = capabilities
        held = Dictionary(capabilities.held.map { ($0.id, $0) }) { first, _ in first }
        for name in names { members[name]?.gone.formIntersection(held.keys) }
        adopt()
        return settle()
    }

    /// The system watches a region.
    package mutating func taken(_ id: String) {
        guard let name = owner(of: id), let region = members[name]?.regions[id] else { return }
        held[id] = HeldRegion(id: id, circle: region.circle)
    }

    /// The system does not watch a region.
    package mutating func lost(_ id: String) -> [Command] {
        guard let name = owner(of: id) else { return [] }
        held[id] = nil
        members[name]?.regions[id] = nil
        members[name]?.adopted.remove(id)
        return settle()
    }

    /// One says how many places it would use, and which notifications the system keeps for it.
    package mutating func want(_ name: String, places: Int, notices: Set<String>) -> [Command] {
        guard var member = members[name] else { return [] }
        if member.wanted == nil {
            member.notices.formUnion(notices)
            member.demand = places
        } else if places > member.demand || places == 0 || places + Self.slack < member.demand {
            member.demand = places
        }
        member.wanted = places
        members[name] = member
        return settle()
    }

    /// One asks for a region.
    package mutating func register(_ name: String, _ region: Region) -> [Command] {
        guard var member = members[name] else { return [] }
        member.gone.remove(region.id)
        if member.regions[region.id] != nil || member.adopted.contains(region.id) {
            member.adopted.remove(region.id)
            member.regions[region.id] = region
            members[name] = member
            return [.register(region)]
        }
        member.waiting.removeAll { $0.isRegion && $0.id == region.id }
        member.waiting.append(.region(region))
        members[name] = member
        return settle()
    }

    /// One gives a region back. The system has been told already.
    package mutating func unregister(_ name: String, _ id: String) -> [Command] {
        members[name]?.waiting.removeAll { $0.isRegion && $0.id == id }
        members[name]?.regions[id] = nil
        members[name]?.adopted.remove(id)
        members[name]?.gone.insert(id)
        return settle()
    }

    /// One arms a notification.
    package mutating func arm(_ name: String, _ notice: LocalNotification) -> [Command] {
        guard let member = members[name], !member.notices.contains(notice.id) else { return [.post(notice)] }
        members[name]?.waiting.removeAll { !$0.isRegion && $0.id == notice.id }
        members[name]?.waiting.append(.notice(notice))
        return settle()
    }

    /// One takes notifications back. The system has been told already.
    package mutating func disarm(_ name: String, _ ids: [String]) -> [Command] {
        members[name]?.notices.subtract(ids)
        members[name]?.waiting.removeAll { !$0.isRegion && ids.contains($0.id) }
        return settle()
    }

    /// One knows its share, and what still waits then finds no place.
    ///
    /// - Returns: The regions that are refused.
    package mutating func refuseWaiting(_ name: String) -> [String] {
        guard let member = members[name], isLimited else { return [] }
        members[name]?.waiting = []
        return member.waiting.filter(\.isRegion).map(\.id)
    }

    /// Every identifier that one holds with the system.
    package func regions(of name: String) -> [String] {
        guard let member = members[name] else { return [] }
        return (Array(member.regions.keys) + member.adopted).sorted()
    }

    // MARK: The view of one

    /// What the system can do for one of them: its share, its own regions, and those that nobody here owns.
    package func capabilities(for name: String) -> RegionCapabilities? {
        guard var capabilities = system, let member = members[name] else { return nil }
        let others = foreign
        let own = held.values.filter { owner(of: $0.id) == name && !member.gone.contains($0.id) }
        capabilities.held = (own + others).sorted { $0.id < $1.id }
        guard isLimited, members.count > 1 else { return capabilities }
        capabilities.limit = member.granted + min(others.count, capabilities.limit)
        capabilities.sharing = RegionSharing(
            places: member.granted, total: total,
            others: members.filter { $0.key != name }
                .mapValues { $0.isPresent ? $0.granted : $0.used })
        return capabilities
    }

    // MARK: Dividing

    private mutating func adopt() {
        for name in names {
            guard let member = members[name] else { continue }
            let adopted = held.keys.filter {
                owner(of: $0) == name && member.regions[$0] == nil && !member.gone.contains($0)
            }
            members[name]?.adopted = Set(adopted)
        }
    }

    /// Brings the shares in line, and lets in what waited.
    private mutating func settle() -> [Command] {
        guard system != nil else { return [] }
        guard isLimited else { return letAllIn() }
        divide()
        return letIn()
    }

    private mutating func divide() {
        let absent = members.values.filter { !$0.isPresent }.reduce(0) { $0 + $1.used }
        let room = max(0, total - absent)
        let present = members.filter(\.value.isPresent)
        // One that has not said what it wants keeps what it has until then.
        let targets = fairShares(of: room, wanted: present.mapValues { $0.wanted == nil ? $0.used : $0.demand })
        let surplus = room - targets.values.reduce(0, +)
        let extra = fairShares(of: surplus, wanted: present.mapValues { _ in surplus })
        for (name, member) in members {
            let target = targets[name, default: 0] + extra[name, default: 0]
            members[name]?.granted = member.isPresent ? min(member.granted, target) : 0
        }
        // What is still held by one whose share shrank is not the others' yet.
        var free = total - members.values.reduce(0) { $0 + $1.reserved }
        for name in present.keys.sorted() {
            guard let member = members[name] else { continue }
            let target = targets[name, default: 0] + extra[name, default: 0]
            let granted = min(target, member.reserved + max(0, free))
            guard granted > member.granted else { continue }
            members[name]?.granted = granted
            free -= max(0, granted - member.reserved)
        }
    }

    private mutating func letIn() -> [Command] {
        var commands: [Command] = []
        for name in names {
            while let member = members[name], let next = member.waiting.first, hasPlace(member) {
                members[name]?.waiting.removeFirst()
                commands.append(admit(next, name))
            }
        }
        return commands
    }

    /// Without limits nothing is counted: the system answers for itself.
    private mutating func letAllIn() -> [Command] {
        names.flatMap { name in
            let waiting = members[name]?.waiting ?? []
            members[name]?.waiting = []
            return waiting.map { admit($0, name) }
        }
    }

    private mutating func admit(_ waiting: Waiting, _ name: String) -> Command {
        switch waiting {
        case .region(let region):
            members[name]?.regions[region.id] = region
            return .register(region)
        case .notice(let notice):
            members[name]?.notices.insert(notice.id)
            return .post(notice)
        }
    }

    /// Within its share one may take what nobody holds; beyond it, only what is nobody's share either.
    private func hasPlace(_ member: Member) -> Bool {
        guard used < total else { return false }
        return member.used < member.granted || members.values.reduce(0) { $0 + $1.reserved } < total
    }
}
