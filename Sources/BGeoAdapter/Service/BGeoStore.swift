package import GeofenceEngine
package import LocationCore

/// The store of an installed app in BGeo's style, seen from outside.
package enum BGeoStore {
    /// How an engine behaves that works on the store's own options.
    package static func configuration(
        _ values: [String: JSONValue], on platform: Platform
    ) -> EngineConfiguration {
        BGeoService.engineConfiguration(
            BGeoConfiguration(json: values[BGeoService.configurationKey] ?? .null),
            BGeoTokens(json: values[BGeoTransport.tokensKey] ?? .null), platform)
    }

    /// The record that an event is told from.
    package static func records(of transition: Transition, at now: Timestamp) -> [Record] {
        BGeoFormat(configuration: BGeoConfiguration(), pace: nil).records(
            of: transition,
            in: RecordContext(now: now, status: DeviceStatus(), odometer: transition.odometer, session: nil)
        ) { transition.id }
    }
}
