import CIOAdapter
import GeofenceEngine
import LocationCore

/// Reads an entry as Customer.io's SDK does. (CIO 2.5 to 2.8)
enum CIOReading {
    static func read(_ entry: JSONValue) throws(FenceFault) -> ReadFence {
        do {
            var reader = try EntryReader(entry)
            let fence = try reader.fence()
            let members = entry.objectValue ?? [:]
            let attributes = FenceAttributes(of: fence)
            let passedOver = CIOPassedOver(members: members, fence: fence, attributes: attributes)
            return ReadFence(
                definition: FenceDefinition(fence, attributes, members),
                remarks: reader.remarks.map(\.text) + passedOver.remarks)
        } catch {
            throw FenceFault(id: entry.objectValue.flatMap { EntryReader.identifier($0) }, reason: error.description)
        }
    }
}

extension FenceDefinition {
    fileprivate init(_ fence: Fence, _ attributes: FenceAttributes, _ members: JSONObject) {
        self.init(
            id: fence.id, shape: fence.shape, watchedCircle: fence.watchedCircle, reports: fence.reports,
            dwellDelay: fence.reports.contains(TransitionKinds.dwell) ? Double(fence.dwellDelay) : nil,
            data: attributes.metadata.values.isEmpty ? nil : attributes.metadata.values, name: attributes.name,
            geosets: fence.geosets,
            lastUpdated: attributes.lastUpdated.milliseconds == 0 ? nil : attributes.lastUpdated,
            externalID: members.wire("external_id", "externalId")?.stringValue)
    }
}

/// What stands in an entry and has no effect on the fence.
private struct CIOPassedOver {
    let members: JSONObject
    let fence: Fence
    let attributes: FenceAttributes

    var remarks: [String] { transitions + metadata + groups + scalars + area + unknown }

    private var transitions: [String] {
        (members.wire("transition_types", "transitionTypes")?.arrayValue ?? []).compactMap { word in
            switch word.stringValue?.lowercased() {
            case "enter", "exit": nil
            case "dwell":
                fence.reports.contains(TransitionKinds.dwell)
                    ? nil : "transition_types has the word dwell, but there is no threshold: no dwell"
            default: "transition_types has \(word), which Customer.io passes over; it is left behind"
            }
        }
    }

    private var metadata: [String] {
        guard let value = members["metadata"], !value.isNull else { return [] }
        guard let given = value.objectValue else { return ["metadata is no object and counts as empty"] }
        return given.compactMap { member in
            guard let kept = attributes.metadata.values[member.key] else {
                return "metadata.\(member.key) is no text, number, true or false, or passes the limit of 100 entries "
                    + "and 102400 bytes; Customer.io passes over it, and it is left behind"
            }
            return kept == member.value ? nil : "metadata.\(member.key) \(member.value) is \(kept) to Customer.io"
        }
    }

    private var groups: [String] {
        let given = members.wire("geoset_ids", "geosetIds")?.arrayValue?.count ?? 0
        guard given > fence.geosets.count else { return [] }
        return [
            "geoset_ids has elements that repeat others or are neither whole numbers nor text; they are left behind"
        ]
    }

    private var scalars: [String] {
        var remarks: [String] = []
        if let value = members.wire("last_updated", "lastUpdated"),
            value.doubleValue != Double(attributes.lastUpdated.milliseconds)
        {
            remarks.append("last_updated \(value) is no whole number of milliseconds")
        }
        if let value = members.wire("external_id", "externalId"), value.stringValue == nil {
            remarks.append("external_id \(value) is no text; it is left behind")
        }
        return remarks
    }

    private var area: [String] {
        guard fence.shape.isCircle else { return [] }
        return [("geometry", "geometry"), ("enclosing_circle", "enclosingCircle")].compactMap { snake, camel in
            members.wire(snake, camel).map { _ in "\(snake) has no effect on a circle; it is left behind" }
        }
    }

    private var unknown: [String] { members.unknown(besides: Self.known, to: .customerio) }

    private static let known: Set<String> = [
        "id", "name", "shape", "latitude", "longitude", "radius", "geometry", "enclosing_circle", "enclosingCircle",
        "external_id", "externalId", "transition_types", "transitionTypes", "last_updated", "lastUpdated",
        "geoset_ids", "geosetIds", "metadata", "dwell_threshold_seconds", "dwellThresholdSeconds",
    ]
}
