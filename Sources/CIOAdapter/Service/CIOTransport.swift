import GeofenceEngine
import LocationCore

/// Customer.io's way for rows: new ones by themselves, older ones through the pipeline where there is one. (CIO 5.1, 5.4)
struct CIOTransport: Transport {
    let requests: CIORequests
    let route: RowRoute
    let now: @Sendable () -> Timestamp
    let log: CIOLogSink

    func batches(from records: [Record], freshAfter: Int64, limit: Int?, singly: Bool) -> [[Record]] {
        let fresh = records.filter { $0.sequence > freshAfter }
        // The backlog follows when the new rows are through. (CIO-107)
        if !fresh.isEmpty { return fresh.map { [$0] } }
        switch route {
        case .none: return []
        case .direct: return records.map { [$0] }
        case .batch:
            let together = singly ? [] : records.filter { !$0.isParked }
            return together.isEmpty ? records.map { [$0] } : [Array(together.prefix(limit ?? .max))]
        }
    }

    func request(
        for batch: [Record], freshAfter: Int64, singly: Bool, id: String, fence: (FenceID) -> Fence?
    ) -> HTTPRequest? {
        let rows = batch.compactMap { record in
            TransitionRow(json: record.body).map { ($0, record.fence.flatMap(fence).map(FenceAttributes.init(of:))) }
        }
        guard let first = batch.first, let (row, current) = rows.first else { return nil }
        let isDirect = singly || route == .direct || first.isParked || first.sequence > freshAfter
        do throws(DownloadError) {
            return isDirect
                ? try requests.track(row, current: current, id: id)
                : try requests.batch(rows.map { $0.batchEvent(current: $1) }, sentAt: now(), id: id)
        } catch {
            log(CIOLogLine(.error, .geofence, "\(batch.count) rows wait: \(error)"))
            return nil
        }
    }

    func canRead(_ record: Record) -> Bool { TransitionRow(json: record.body) != nil }

    func request(for batch: [Record], id: String, fence: (FenceID) -> Fence?) -> HTTPRequest? {
        request(for: batch, freshAfter: .max, singly: false, id: id, fence: fence)
    }

    func outcome(of result: HTTPResult, to request: HTTPRequest) -> DeliveryOutcome {
        let isBatch = request.url == APIAddress(host: requests.apiHost)?.batch
        switch isBatch ? CIOAnswers.outcome(ofBatch: result) : CIOAnswers.outcome(ofTrack: result) {
        case .accepted: return .accepted
        case .refused: return isBatch ? .singly : .refused
        // The next reason to send tries again; the rows behind it do not wait for it. (CIO 6.2)
        case .kept, .later, .unauthorised, .singly, .tooLarge: return .kept
        }
    }

    func refresh(id: String) -> HTTPRequest? { nil }

    func refreshed(by result: HTTPResult) -> (transport: any Transport, values: [String: JSONValue?])? { nil }
}
