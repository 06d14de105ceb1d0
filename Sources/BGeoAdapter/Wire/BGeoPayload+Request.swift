package import LocationCore

extension BGeoPayload {
    /// Cuts records into requests, oldest first: one each, or as many as a batch may have. (BGEO-104, BGEO-105)
    package static func requests(of records: [JSONObject], _ configuration: BGeoConfiguration) -> [[JSONObject]] {
        let size = configuration.recordsPerRequest ?? max(1, records.count)
        return stride(from: 0, to: records.count, by: size).map { start in
            Array(records[start..<min(start + size, records.count)])
        }
    }

    /// The request that uploads some records; `nil` without a `url`. (BGEO-106 to BGEO-110, BGEO-135)
    ///
    /// - Parameters:
    ///   - id: Comes back with the answer.
    ///   - records: At least one; exactly one if not batching.
    ///   - configuration: The options in force.
    ///   - accessToken: The bearer token that the uploader holds.
    ///   - isSingle: Sends one record as if not batching, to find the one that a server refuses.
    package static func upload(
        id: String, records: [JSONObject], _ configuration: BGeoConfiguration, accessToken: String?,
        isSingle: Bool = false
    ) -> HTTPRequest? {
        guard let url = configuration.url else { return nil }
        var headers = jsonHeaders(configuration.headers)
        if let accessToken { set("Authorization", to: "Bearer \(accessToken)", in: &headers) }
        let isBatch = configuration.isBatching && !isSingle
        return HTTPRequest(
            id: id, method: configuration.method, url: url, headers: headers,
            body: JSONValue.object(body(records, isBatch: isBatch, configuration)).bytes(),
            timeout: configuration.timeoutMilliseconds)
    }

    /// The body of such a request.
    package static func body(
        _ records: [JSONObject], isBatch: Bool, _ configuration: BGeoConfiguration
    ) -> JSONObject {
        precondition(!records.isEmpty && (isBatch || records.count == 1), "a request has records, a single one has one")
        let root = configuration.rootProperty
        if !isBatch, root == "." { return JSONObject(Array(configuration.params) + Array(records[0])) }
        var body = configuration.params
        if isBatch {
            body[root == "." ? "location" : root] = .array(records.map { .object($0) })
        } else {
            body[root] = .object(records[0])
        }
        return body
    }

    /// Header fields for a JSON body, with others laid over them.
    static func jsonHeaders(_ others: [String: String]) -> [String: String] {
        var headers = ["Content-Type": "application/json"]
        for (name, value) in others.sorted(by: { $0.key < $1.key }) { set(name, to: value, in: &headers) }
        return headers
    }

    /// Field names do not differ by case, so the other spelling has to go.
    private static func set(_ name: String, to value: String, in headers: inout [String: String]) {
        for other in headers.keys where other.lowercased() == name.lowercased() { headers[other] = nil }
        headers[name] = value
    }
}
