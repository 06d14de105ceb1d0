package import GeofenceEngine
package import LocationCore

/// The store of an installed app in Customer.io's style, seen from outside.
package enum CIOStore {
    /// Under which name it is kept where requests go.
    package static let contextKey = CIOKeys.context

    /// What makes a store one in which nothing goes on: nobody is identified, so that nothing is downloaded, and the way
    /// to the server is known still. Rows and events that wait bear their person themselves.
    package static func asleep(_ values: [String: JSONValue]) -> [String: JSONValue?] {
        var context = DeliveryContext(kept: values[CIOKeys.context])
        context.identify(nil)
        return [CIOKeys.context: context.json, CIOKeys.sync: nil, CIOKeys.location: nil]
    }

    /// How many events of the host wait in the pipeline.
    package static func waitingEvents(_ values: [String: JSONValue]) -> Int {
        values[CIOKeys.pipeline]?.arrayValue?.count ?? 0
    }
}

extension CIOService {
    /// How many rows and events of the host wait.
    package func waitingCount() async throws(StoreError) -> Int {
        await idle()
        return try await engine.recordCount()
            + CIOStore.waitingEvents([CIOKeys.pipeline: engine.value(CIOKeys.pipeline) ?? .null])
    }
}
