package import GeofenceEngine
package import LocationCore

extension BeekonTransport: Transport {
    package func batches(from records: [Record], freshAfter: Int64, limit: Int?, singly: Bool) -> [[Record]] {
        batches(from: records, limit: limit, singly: singly)
    }

    package func canRead(_ record: Record) -> Bool { record.body.objectValue != nil }

    package func outcome(of result: HTTPResult, to request: HTTPRequest) -> DeliveryOutcome { outcome(of: result) }

    package func refreshed(by result: HTTPResult) -> (transport: any Transport, values: [String: JSONValue?])? {
        guard let renewed = renewed(by: result) else { return nil }
        return (renewed.transport, renewed.values)
    }
}
