import BGeoAdapter
import BeekonAdapter
import CIOAdapter
import GeofenceEngine
import LocationCore

/// Stored fences of one style as another's, through the same form as files of them.
struct FenceConversion {
    let converted: [FenceID: Fence]
    let report: MigrationReport

    init(_ fences: [Fence], from source: APIStyle, to target: APIStyle) {
        let migration = FenceMigration(
            fences.compactMap { FenceDefinition(stored: $0, by: source) }, from: source, to: target)
        let written = target == .customerio ? migration.fences["geofences"] : migration.fences
        var converted: [FenceID: Fence] = [:]
        for json in written?.arrayValue ?? [] {
            if let fence = Self.fence(json, of: target) { converted[fence.id] = fence }
        }
        self.converted = converted
        report = migration.report
    }

    /// What the adapter makes of a definition. The writer has asked its reader, so there is always one.
    private static func fence(_ json: JSONValue, of style: APIStyle) -> Fence? {
        switch style {
        case .bgeo: return Geofence(stored: json).flatMap { Fence(bgeo: $0.storedForm) }
        case .beekon:
            guard let members = json.objectValue, let geofence = try? BeekonReading.geofence(members) else {
                return nil
            }
            return try? geofence.fence()
        case .customerio:
            guard var reader = try? EntryReader(json) else { return nil }
            return try? reader.fence()
        }
    }
}

extension FenceDefinition {
    /// A fence as an adapter keeps it; `nil` for one whose own definition cannot be read back.
    init?(stored fence: Fence, by style: APIStyle) {
        switch style {
        case .bgeo:
            guard let read = try? BGeoReading.read(fence.attributes) else { return nil }
            self = read.definition
        case .beekon:
            self.init(id: fence.id, shape: fence.shape, reports: fence.reports, notification: fence.notification)
        case .customerio:
            let attributes = FenceAttributes(of: fence)
            self.init(
                id: fence.id, shape: fence.shape, watchedCircle: fence.watchedCircle, reports: fence.reports,
                dwellDelay: fence.reports.contains(TransitionKinds.dwell) ? Double(fence.dwellDelay) : nil,
                data: attributes.metadata.values.isEmpty ? nil : attributes.metadata.values, name: attributes.name,
                geosets: fence.geosets,
                lastUpdated: attributes.lastUpdated.milliseconds == 0 ? nil : attributes.lastUpdated)
        }
    }
}
