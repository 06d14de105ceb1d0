import LocationCore
import LocationSimulator

@testable import BGeoAdapter
@testable import GeofenceEngine

/// What only BGeo has.
extension CaseRun {
    var bgeoSubject: BGeoSubject? { subject as? BGeoSubject }

    /// Runs calls of BGeo's API.
    @discardableResult
    func bgeo<Result>(_ body: @MainActor () async throws -> Result) async throws -> Result {
        let subject = try bgeoSubject.orThrow("BGeo's API is asked of another subject")
        let result = try await subject.app(body)
        await settle()
        return result
    }

    /// Where the engine's own region lies.
    func bgeoHelper() async -> Circle? { await bgeoSubject?.service?.engine.core?.durable.helper?.circle }

    /// An address for the cases that upload.
    static let server: JSONObject = ["config": ["url": "https://server.invalid/fences"]]

    /// The requests that carry records, in the order in which they were sent.
    var uploads: [Upload] { phone.requests.compactMap(Upload.init) }
}

/// A request with records in it.
struct Upload {
    let url: String
    let headers: [String: String]
    let bytes: Int
    let elapsed: Int64
    let wasReceived: Bool
    let records: [JSONValue]

    init?(_ request: RecordedRequest) {
        guard let body = try? JSONValue(json: request.request.body), let root = body["location"] else { return nil }
        url = request.request.url
        headers = request.request.headers
        bytes = request.request.body.count
        elapsed = request.elapsed
        wasReceived = request.wasReceived
        records = root.arrayValue ?? [root]
    }

    var ids: [String] { records.compactMap { $0["uuid"]?.stringValue } }
    var transitions: [QueuedTransition] { records.compactMap { QueuedTransition(record: $0) } }
}
