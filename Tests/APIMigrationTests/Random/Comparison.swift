import APIMigration
import BeekonAdapter
import GeofenceEngine
import LocationCore

/// What a report leaves unsaid about a conversion. Everything is worked out from the two fences as the vendors' own
/// readers see them, not from how the conversion works.
struct Comparison {
    let before: FenceDefinition
    let after: FenceDefinition
    let fields: [FieldReport]
    let target: APIStyle

    /// Empty for a report that tells all and nothing that is not so.
    var faults: [String] { differences + unlistedFields + data + additions + texts }

    /// Aspects that say something else afterwards although they are called carried, or are not listed.
    private var differences: [String] {
        var faults: [String] = []
        for (aspect, isSame, isSaid) in aspects {
            let listed = fields.filter { $0.aspect == aspect }
            if !isSame, !listed.contains(where: { $0.outcome != .carried }), !coveredByDwell(aspect) {
                faults.append("\(aspect) differs and is not listed")
            }
            if isSaid, listed.isEmpty, !coveredByDwell(aspect) { faults.append("\(aspect) is said and not listed") }
        }
        return faults
    }

    /// In Customer.io one field is both: no threshold, no dwell.
    private func coveredByDwell(_ aspect: FenceAspect) -> Bool {
        aspect == .dwellDelay
            && fields.contains {
                $0.aspect == .dwell && $0.field == "dwell_threshold_seconds" && $0.outcome != .carried
            }
    }

    private var aspects: [(aspect: FenceAspect, isSame: Bool, isSaid: Bool)] {
        outline + transitions + words
    }

    private var outline: [(FenceAspect, Bool, Bool)] {
        let isCircle = before.circle != nil
        return [
            (.id, before.id == after.id, true),
            (.center, !isCircle || before.circle?.center == after.circle?.center, isCircle),
            (.radius, !isCircle || before.circle?.radius == after.circle?.radius, isCircle),
            (.polygon, isCircle || before.shape == after.shape, !isCircle),
            Self.kept(.watchedCircle, before.watchedCircle, after.watchedCircle),
        ]
    }

    private var transitions: [(FenceAspect, Bool, Bool)] {
        [
            (.enter, same(.enter), before.reports.contains(TransitionKinds.enter)),
            (.exit, same(.exit), before.reports.contains(TransitionKinds.exit)),
            (.dwell, same(.dwell), before.reports.contains(TransitionKinds.dwell)),
            (.dwellDelay, before.dwellDelay == after.dwellDelay, before.dwellDelay != nil),
        ]
    }

    /// What the target may have more of is looked at in ``additions``.
    private var words: [(FenceAspect, Bool, Bool)] {
        [
            Self.kept(.notification, before.notification, after.notification),
            Self.kept(.name, before.name.bytes, after.name.bytes),
            Self.kept(.geosets, before.geosets.named, after.geosets.named),
            Self.kept(.lastUpdated, before.lastUpdated, after.lastUpdated),
            Self.kept(.externalID, before.externalID.bytes, after.externalID.bytes),
        ]
    }

    private static func kept<Value: Equatable>(
        _ aspect: FenceAspect, _ before: Value?, _ after: Value?
    ) -> (FenceAspect, Bool, Bool) {
        (aspect, before == nil || before == after, before != nil)
    }

    private func same(_ kind: TransitionKinds) -> Bool {
        before.reports.intersection(kind) == after.reports.intersection(kind)
    }

    /// Fields that are listed more than once for one aspect.
    private var unlistedFields: [String] {
        let names = fields.map { "\($0.aspect) \($0.field)" }
        return Set(names.map { FenceID($0) }).count == names.count ? [] : ["a field is listed twice: \(names)"]
    }

    private var data: [String] {
        let listed = fields.filter { $0.aspect == .data }
        guard let given = before.data else { return listed.isEmpty ? [] : ["data is listed and there is none"] }
        if given.isEmpty { return listed.count == 1 ? [] : ["empty data is not listed"] }
        return given.compactMap { key, value in
            guard let field = listed.first(where: { FenceID($0.field) == FenceID("\(word).\(key)") }) else {
                return "data \(key) is not listed"
            }
            if field.outcome == .carried, after.data?[key] != value { return "data \(key) is called carried" }
            return nil
        }
    }

    private var word: String {
        fields.first { $0.aspect == .data }.map { String($0.field.prefix { $0 != "." }) } ?? ""
    }

    /// What is there afterwards that was not there before and is not named by the report.
    private var additions: [String] {
        let named = Set(fields.flatMap(\.into).map { FenceID($0) })
        var faults: [String] = []
        let prefix = target == .bgeo ? "extras" : "metadata"
        for key in after.data?.keys ?? [] where !named.contains(where: { $0.text.isPath("\(prefix).\(key)") }) {
            faults.append("data \(key) is new and not named")
        }
        if after.notification != nil, before.notification == nil, !named.contains("notification") {
            faults.append("a notification is new and not named")
        }
        if after.name != nil, before.name == nil, !named.contains("name") { faults.append("a name is new") }
        if !after.geosets.isEmpty, before.geosets.isEmpty, !named.contains("geoset_ids") {
            faults.append("geosets are new")
        }
        return faults
    }
}

extension Comparison {
    /// Where the report says that a value is in a notification there is one, and nowhere else.
    private var texts: [String] {
        let named = fields.filter { $0.aspect == .data }.flatMap(\.into).filter { $0.hasPrefix("notification.") }
        let there = after.notification.dataPaths
        let isSame = fields.isLifted || there.subtracting(named) == before.notification.dataPaths
        return after.notification == nil || isSame && there.isSuperset(of: named)
            ? [] : ["a notification has \(there.sorted()), named are \(named)"]
    }
}

extension [FieldReport] {
    /// Whether the notification came out of the values, so that what it had of its own is not known here.
    fileprivate var isLifted: Bool { contains { $0.into == ["notification"] && $0.aspect == .data } }
}

extension GeofenceNotification? {
    /// Each value of a block as a report names it.
    fileprivate var dataPaths: Set<String> {
        var paths: [String] = []
        for (block, content) in [("onEnter", self?.onEnter), ("onExit", self?.onExit)] {
            paths += (content?.data.keys.sorted() ?? []).map { "notification.\(block).data.\($0)" }
        }
        return Set(paths)
    }
}

extension FenceDefinition {
    fileprivate var circle: Circle? {
        if case .circle(let circle) = shape { circle } else { nil }
    }
}

extension [String] {
    /// Compared by bytes; `nil` for none.
    fileprivate var named: [FenceID]? { isEmpty ? nil : map { FenceID($0) } }
}

extension String? {
    fileprivate var bytes: [UInt8]? { map { Array($0.utf8) } }
}

extension String {
    /// Whether this is a member or one within it, by bytes.
    fileprivate func isPath(_ member: String) -> Bool {
        FenceID(self) == FenceID(member) || Array(utf8).starts(with: Array("\(member).".utf8))
    }
}
