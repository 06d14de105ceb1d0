package import GeofenceEngine
package import LocationCore

/// The store of an installed app in Beekon's style, seen from outside.
package enum BeekonStore {
    /// How an engine behaves that works on the store's own configuration.
    package static func configuration(_ values: [String: JSONValue], on device: Device, cloudURL: String?)
        -> EngineConfiguration
    {
        var kept = ServiceState()
        kept.config = values[BeekonConfig.storedKey].flatMap(BeekonConfig.init(json:)) ?? .initial
        kept.installID = values[BeekonService.installKey]?.stringValue ?? ""
        kept.revision = values[Beekon.revisionKey]?.stringValue
        let state = Locked(kept)
        return BeekonService.configuration(kept.config, isTracking: false, device, cloudURL, state)
    }

    /// What makes a store one in which nothing goes on.
    package static let asleep: [String: JSONValue?] = [
        BeekonService.trackingKey: false, BeekonService.orderKey: nil, Beekon.revisionKey: nil, LastSync.key: nil,
    ]
}
