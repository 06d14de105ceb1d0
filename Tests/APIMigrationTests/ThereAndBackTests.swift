import APIMigration
import Foundation
import GeofenceEngine
import LocationCore
import Testing

/// Random fences through every pair of styles and back. The vendors' own readers judge: what they see afterwards is what
/// they saw before, but for what the two reports list.
@Suite struct `There and back again` {
    /// How many sets; `GEOFENCING_MIGRATION_SETS=100000` for the long run.
    static let sets = ProcessInfo.processInfo.environment["GEOFENCING_MIGRATION_SETS"].flatMap { UInt64($0) } ?? 100

    @Test(arguments: APIStyle.allCases, APIStyle.allCases)
    func `every difference is listed`(source: APIStyle, target: APIStyle) throws {
        for seed in 0..<Self.sets {
            var generator = RandomFences(seed: seed)
            let faults = try Journey(generator.file(source), source, target).faults
            guard faults.isEmpty else {
                Issue.record("seed \(seed), \(source) to \(target): \(faults.joined(separator: "\n"))")
                return
            }
        }
    }
}

/// One file to a style and back, and what the reports leave unsaid.
private struct Journey {
    let faults: [String]

    init(_ json: JSONValue, _ source: APIStyle, _ target: APIStyle) throws {
        let file = try FenceFile.read(json.bytes(), as: source)
        let there = FenceMigration(file, to: target)
        let arrived = try FenceFile.read(there.fences.bytes(pretty: true), as: target)
        let back = FenceMigration(arrived, to: source)
        let returned = try FenceFile.read(back.fences.bytes(), as: source)
        var faults = Self.leg(file, there.report, arrived) + Self.leg(arrived, back.report, returned)
        faults += Self.ends(file, there.report, arrived, back.report, returned)
        self.faults = faults.map { "\($0)\n\(json)\n\(there.fences)\n\(there.report)\n\(back.report)" }
    }

    /// One conversion: every entry of the source is accounted for, and the reports are complete.
    private static func leg(_ before: FenceFile, _ report: MigrationReport, _ after: FenceFile) -> [String] {
        var faults: [String] = []
        if !after.problems.isEmpty { faults.append("the target refuses \(after.problems)") }
        if report.entries.map(\.index) != Array(0..<report.entries.count) { faults.append("entries are missing") }
        if report.entries.count != before.entries.count + before.problems.count { faults.append("not every entry") }
        var arrived = after.entries[...]
        for entry in before.entries {
            guard let told = report.entries.first(where: { $0.index == entry.index }) else { continue }
            guard told.refusal == nil else { continue }
            guard let fence = arrived.popFirst() else {
                faults.append("\(entry.definition.id) is called written")
                continue
            }
            faults += Comparison(
                before: entry.definition, after: fence.definition, fields: told.fields, target: after.style
            ).faults.map { "\(entry.definition.id): \($0)" }
        }
        return faults + arrived.map { "\($0.definition.id) came from nowhere" }
    }

    /// The fence that left and the one that came home: an aspect that differs is listed by one of the two reports.
    private static func ends(
        _ before: FenceFile, _ there: MigrationReport, _ middle: FenceFile, _ back: MigrationReport,
        _ after: FenceFile
    ) -> [String] {
        var homes: [FenceID: FenceDefinition] = [:]
        for entry in after.entries { homes[entry.definition.id] = entry.definition }
        let backFields = Dictionary(back.entries.map { (FenceID($0.id ?? ""), $0) }) { first, _ in first }
        return before.entries.flatMap { entry -> [String] in
            let id = entry.definition.id
            guard let told = there.entries.first(where: { $0.index == entry.index }), told.refusal == nil,
                let toldBack = backFields[id]
            else { return [] }
            guard let home = homes[id] else {
                return toldBack.refusal == nil ? ["\(id) did not come home"] : []
            }
            let listed = Set(
                (told.fields + toldBack.fields).filter { $0.outcome != .carried }.map(\.aspect))
            return entry.definition.aspects(differingFrom: home).subtracting(listed).map {
                "\(id): \($0) came home different"
            }
        }
    }
}

extension FenceDefinition {
    fileprivate func aspects(differingFrom other: FenceDefinition) -> Set<FenceAspect> {
        var aspects: Set<FenceAspect> = []
        if shape != other.shape { aspects.formUnion(shape.isCircle ? [.center] : [.polygon]) }
        if watchedCircle != other.watchedCircle { aspects.insert(.watchedCircle) }
        let changed = reports.symmetricDifference(other.reports)
        if changed.contains(TransitionKinds.enter) { aspects.insert(.enter) }
        if changed.contains(TransitionKinds.exit) { aspects.insert(.exit) }
        if changed.contains(TransitionKinds.dwell) { aspects.insert(.dwell) }
        if dwellDelay != other.dwellDelay, !changed.contains(TransitionKinds.dwell) { aspects.insert(.dwellDelay) }
        if data != other.data { aspects.insert(.data) }
        if notification != other.notification { aspects.insert(.notification) }
        if name.map({ FenceID($0) }) != other.name.map({ FenceID($0) }) { aspects.insert(.name) }
        if geosets.map({ FenceID($0) }) != other.geosets.map({ FenceID($0) }) { aspects.insert(.geosets) }
        if lastUpdated != other.lastUpdated { aspects.insert(.lastUpdated) }
        if externalID.map({ FenceID($0) }) != other.externalID.map({ FenceID($0) }) { aspects.insert(.externalID) }
        return aspects
    }
}
