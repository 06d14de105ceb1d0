import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import PhoneBench
import Testing

/// Whether what was told is true, and what became of everything that the system found out. Only of an honest life, in
/// which nobody makes anything up and no clock is set.
extension Life {
    /// Where the phone was, from a moment on.
    private struct Stay {
        let from: Int64
        let position: Coordinate
    }

    /// What became of the crossings that the system found.
    struct Fates: Equatable {
        var told = 0
        /// The system itself did not deliver it, and says why in the phone's log.
        var swallowed = 0
        /// The engine says in its journal why nothing came of it.
        var explained = 0
        var lost: [String] = []
    }

    private func stays() -> [Stay] {
        bench.phone.log.compactMap { line in
            guard line.text.hasPrefix("at ") else { return nil }
            let parts = line.text.dropFirst(3).split(separator: ",").compactMap { Double($0) }
            guard parts.count == 2 else { return nil }
            return Stay(from: line.elapsed, position: Coordinate(checkedLatitude: parts[0], longitude: parts[1]))
        }
    }

    /// How much later than the crossing a transition may be dated: a report that bears no date is dated when it comes. A
    /// location manager's states bear none in any case.
    private var lateness: Int64 { Backend.current.datesReports && profile != .iOSClassic ? 0 : 300_000 }

    /// Each enter needs a moment since the fence's last transition at which the phone was inside, each exit one outside.
    /// Thirty metres are granted to the noise of fixes.
    func checkTruth() {
        guard isHonest else { return }
        let stays = stays()
        let start = SimulatedPhone.standardStart
        var last: [FenceID: Int64] = [:]
        for transition in bench.transitions.sorted(by: { $0.at < $1.at }) where transition.kind != .dwell {
            guard case .circle(let circle) = transition.fence.shape else { continue }
            let at = transition.at.milliseconds(since: start)
            let since = last.updateValue(at, forKey: transition.fence.id) ?? .min / 2
            let isTrue = stays.indices.contains { index in
                let end = index + 1 < stays.count ? stays[index + 1].from : .max
                guard stays[index].from <= at, end >= since - lateness else { return false }
                let distance = Geodesic.distance(from: circle.center, to: stays[index].position)
                return transition.kind == .enter ? distance <= circle.radius + 30 : distance >= circle.radius - 30
            }
            #expect(
                isTrue,
                "\(name): \(transition.kind) \(transition.fence.id) at +\(at) is false\n\(bench.phone.transcript.suffix(Self.shown))"
            )
        }
    }

    /// Each crossing that the system found must be told, or swallowed by the system, or explained by the engine.
    func fates(_ engine: GeofenceEngine) async throws -> Fates {
        var fates = Fates()
        let journal = try await engine.journal(limit: EngineStore.journalLimit)
        guard isHonest, journal.count < EngineStore.journalLimit else { return fates }
        let log = bench.phone.log
        let start = SimulatedPhone.standardStart
        for (index, line) in log.enumerated() {
            guard let (side, region) = Self.detection(line.text), let fence = Self.fence(of: region) else { continue }
            let word = profile == .iOSMonitor ? "state" : side == .inside ? "enter" : "exit"
            // Until the system finds the other side, or the region is another one; but the report may come later still.
            let end = log[(index + 1)...].first { later in
                Self.detection(later.text)?.region == region || later.text == "unregister \(region)"
            }
            let heard = log[(index + 1)...].first { later in
                let words = later.text.split(separator: " ")
                return words.count > 2 && words[0] == "->" && words[1] == word && words[2] == region
            }
            let until = end?.elapsed ?? .max
            let kind = side == .inside ? TransitionKind.enter : .exit
            let own = bench.transitions.filter { $0.fence.id == fence && $0.kind != .dwell }
                .map { (at: $0.at.milliseconds(since: start), kind: $0.kind) }
            // A fix may have shown the crossing before the system was sure of it, or there was no stay that could end.
            let isTold =
                (own.last { $0.at < until }?.kind ?? .exit) == kind
                || own.contains { $0.kind == kind && $0.at >= line.elapsed && $0.at <= heard?.elapsed ?? .min }
            if isTold {
                fates.told += 1
            } else if Backend.current.renewsAfterLaunch, let heard,
                log[index...].contains(where: { $0.text == "unregister \(region)" && $0.elapsed <= heard.elapsed })
            {
                // A monitor tells nothing more about what was given back meanwhile.
                fates.swallowed += 1
            } else if log[index...].contains(where: {
                $0.elapsed <= max(until, line.elapsed + 300_000) && Self.swallows($0.text, region)
            }) {
                fates.swallowed += 1
            } else if journal.contains(where: { entry in
                let at = entry.at.milliseconds(since: start)
                // A report that something newer overtook comes late by its nature.
                if entry.code == .outdated, entry.fence == fence, entry.text.contains("says \(side.rawValue)") {
                    return at >= line.elapsed
                }
                guard at >= line.elapsed else { return false }
                if entry.code == .orphan, entry.text.contains(" \(region),") { return true }
                // By the time that the report came, the fence may have left the slice.
                return entry.fence == fence && at <= max(until, heard?.elapsed ?? 0)
                    || entry.fence == nil && at <= until
            }) {
                fates.explained += 1
            } else {
                let told = own.map { "\($0.kind) at +\($0.at)" }
                fates.lost.append("\(side) \(region) at +\(line.elapsed), told \(told)")
            }
        }
        return fates
    }

    private static func detection(_ text: String) -> (side: Side, region: String)? {
        for side in [Side.inside, .outside] where text.hasPrefix("system: \(side.rawValue) ") {
            return (side, String(text.dropFirst("system: \(side.rawValue) ".count)))
        }
        return nil
    }

    private static func swallows(_ text: String, _ region: String) -> Bool {
        // No session counts that an app begins in the background without having held one. (PLAT-055)
        if text == "# withheld, for want of a session: \(region)" { return true }
        if text.hasPrefix("report about \(region) ") { return !text.hasSuffix("waits for the person") }
        return text.hasPrefix("nobody took: ") && text.contains(" \(region)")
            || text.hasPrefix("all regions lost") || text.hasPrefix("process") && !text.contains("launched")
    }

    /// In an honest life no fence was refused, so the ordinals are those of the names.
    private static func fence(of region: String) -> FenceID? {
        let parts = region.split(separator: ".")
        return parts.count == 3 && parts[1].hasPrefix("f") ? FenceID(String(parts[1])) : nil
    }
}
