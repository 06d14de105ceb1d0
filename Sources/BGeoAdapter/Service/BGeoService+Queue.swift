import GeofenceEngine
package import LocationCore

/// The queue of records.
extension BGeoService {
    package func sync() async throws(BGeoError) -> [JSONValue] {
        let waiting = try await run { () async throws(StoreError) in try await engine.records().map(\.body) }
        try await run { () async throws(StoreError) in try await engine.deliver() }
        return waiting
    }

    package func locations() async -> [JSONValue] {
        await run(otherwise: []) { () async throws(StoreError) in try await engine.records().map(\.body) }
    }

    package func locationCount() async -> Int {
        await run(otherwise: 0) { () async throws(StoreError) in try await engine.recordCount() }
    }

    package func destroyLocations() async -> Int {
        await run(otherwise: 0) { () async throws(StoreError) in try await engine.removeRecords() }
    }

    package func destroyLocation(uuid: String) async -> Bool {
        await run(otherwise: 0) { () async throws(StoreError) in try await engine.removeRecords(id: uuid) } > 0
    }

    package func insertLocation(_ record: JSONObject) async {
        await launch()
        var record = BGeoPayload.merging(configuration.extras, into: record)
        let given = record["uuid"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
        let uuid: String
        if let given { uuid = given } else { uuid = await engine.makeIdentifier() }
        record["uuid"] = .string(uuid)
        let stamp = record["timestamp"]?.stringValue.flatMap { Timestamp(iso8601: $0) }
        let row = Record(
            id: uuid, kind: .host, at: stamp ?? device.clock.now().wall, body: .object(record))
        await run(otherwise: ()) { () async throws(StoreError) in try await engine.append(row) }
    }

    package func tokens() async -> BGeoTokens {
        await launch()
        return await keptTokens()
    }

    func keptTokens() async -> BGeoTokens {
        BGeoTokens(json: await engine.value(BGeoTransport.tokensKey) ?? .null)
    }
}
