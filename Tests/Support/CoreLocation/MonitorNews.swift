import AppleStandIn
import Foundation
import LocationCore
import LocationSimulator

/// What an event of the phone means to a monitor with these conditions.
struct MonitorNews {
    let standIn: StandIn
    let conditions: [StandIn.Condition]

    func events(for event: DeviceEvent) -> [CLMonitor.Event] {
        switch event {
        case .regionState(let told) where isListed(told.id) && !told.isAnswer:
            [CLMonitor.Event(identifier: told.id, state: .init(told.side), date: (told.at ?? now).date)]
        // A test may script a crossing on any phone; a monitor tells it as the state after it.
        case .regionCrossed(let crossing) where isListed(crossing.id):
            [
                CLMonitor.Event(
                    identifier: crossing.id, state: .init(crossing.direction.side), date: (crossing.at ?? now).date)
            ]
        case .regionLost(let id, let loss) where isListed(id) && hasUnmonitored:
            [CLMonitor.Event(identifier: id, state: .unmonitored, date: now.date, flags: flags(of: loss))]
        case .authorization(let authorization): changes(to: authorization)
        default: []
        }
    }

    /// An app that opted out of implicit sessions is told instead of the states, until it holds a session. (PLAT-058)
    func sessionRequests(for event: DeviceEvent) -> [CLMonitor.Event] {
        guard case .regionState(let told) = event, let condition = conditions.first(where: { $0.id == told.id })
        else { return [] }
        return [diagnostic(condition, [.serviceSessionRequired])]
    }

    private var now: Timestamp { standIn.phone.now.wall }

    private func isListed(_ id: String) -> Bool { conditions.contains { $0.id == id } }

    /// Before 17.2 there was no word for it. (PLAT-003)
    private var hasUnmonitored: Bool { standIn.version >= StandIn.Version(17, 2) }

    private var hasFlags: Bool { standIn.version >= StandIn.Version(18) }

    private func flags(of loss: RegionLoss) -> Set<CLMonitor.Event.Flag> {
        guard hasFlags else { return [] }
        switch loss {
        case .overLimit: return [.conditionLimitExceeded]
        case .notAuthorized: return [.authorizationDenied]
        case .unavailable: return [.authorizationDeniedGlobally]
        case .tooLarge, .failed: return [.conditionUnsupported]
        case .unmonitored: return []
        }
    }

    /// From 18 on, events say why watching is suspended, and tell the states anew when it goes on. (PLAT-052, PLAT-098,
    /// PLAT-099)
    private func changes(to authorization: Authorization) -> [CLMonitor.Event] {
        guard hasFlags else { return [] }
        let flags = Self.flags(of: authorization)
        let before = standIn.phone.keepsake("suspension", as: Set<CLMonitor.Event.Flag>.self) ?? []
        // The first monitor that hears notes it for all; they hear in the same turn.
        guard flags != before || isNotedNow else { return [] }
        standIn.phone.keep(flags, as: "suspension", until: .withApp)
        standIn.phone.keep(standIn.phone.elapsed, as: "suspension at", until: .withApp)
        if flags.isEmpty { return conditions.compactMap(resumed) }
        return conditions.map { diagnostic($0, flags) }
    }

    private var isNotedNow: Bool { standIn.phone.keepsake("suspension at", as: Int64.self) == standIn.phone.elapsed }

    private static func flags(of authorization: Authorization) -> Set<CLMonitor.Event.Flag> {
        var flags: Set<CLMonitor.Event.Flag> = []
        if !authorization.servicesEnabled { flags.insert(.authorizationDeniedGlobally) }
        if authorization.tier == .denied { flags.insert(.authorizationDenied) }
        if authorization.tier == .restricted { flags.insert(.authorizationRestricted) }
        if authorization.allowsMonitoring, !authorization.isPrecise { flags.insert(.accuracyLimited) }
        return flags
    }

    private func diagnostic(_ condition: StandIn.Condition, _ flags: Set<CLMonitor.Event.Flag>) -> CLMonitor.Event {
        let last = condition.last?.side ?? .unknown
        let state: CLMonitor.Event.State = standIn.traits.diagnosesWithLastState ? .init(last) : .unmonitored
        return CLMonitor.Event(identifier: condition.id, state: state, date: now.date, flags: flags)
    }

    private func resumed(_ condition: StandIn.Condition) -> CLMonitor.Event? {
        guard let region = standIn.phone.monitoredRegions.first(where: { $0.id == condition.id }), region.isWatched,
            region.side != .unknown, !standIn.traits.diagnosesWithLastState
        else { return nil }
        return CLMonitor.Event(identifier: condition.id, state: .init(region.side), date: now.date)
    }
}
