import LocationCore

/// The requests of one drain that are under way.
struct Courier {
    /// A request that carries records.
    struct Flight {
        let records: [Record]
        let request: HTTPRequest
        let isSingly: Bool
        /// Whether the credentials have been renewed for it already.
        let isRepeat: Bool
    }

    /// By the identifier of the request.
    var flights: [String: Flight] = [:]
    /// Requests that wait for renewed credentials.
    var refreshing: [String: Flight] = [:]
    /// Requests of the adapter's own.
    var foreign: Set<String> = []
    /// Whether it was told that records are being carried.
    var isTold = false
    /// How those that ended have ended, until all have.
    var results: [DeliveryResult] = []

    /// Records up to this place were there when the last drain began.
    var freshAfter: Int64 = 0
    /// The same for the drain before it.
    private var startedAt: Int64 = 0

    init() {}

    /// - Parameter kept: The newest place when the process began; what stands up to there has waited already.
    init(kept: Int64) { startedAt = kept }

    /// A drain begins: what came since the last one is fresh.
    mutating func begin(newest: Int64) {
        freshAfter = startedAt
        startedAt = max(startedAt, newest)
    }

    var isEmpty: Bool { flights.isEmpty && refreshing.isEmpty }
}

/// Carrying records to the vendor's server.
extension GeofenceEngine {
    func dispatch(_ request: DrainRequest) {
        guard let store else { return }
        do throws(StoreError) {
            if request.minimum > 1, try store.sendableCount(upTo: request.minimum) < request.minimum {
                return finishDrain([])
            }
            if request.isFirst { courier.begin(newest: try store.newestSequence()) }
            let wanted = min(1000, max(1, transport.appetite(limit: request.limit, singly: request.isSingly)))
            let records = try store.sendable(
                after: request.after, includesParked: request.includesParked, limit: wanted + request.leftAlone.count
            ).filter { !request.leftAlone.contains($0.id) }
            let batches = transport.batches(
                from: records, freshAfter: courier.freshAfter, limit: request.limit, singly: request.isSingly)
            let sent = batches.count { send($0, isSingly: request.isSingly, isRepeat: false) }
            if sent == 0 { finishDrain([]) }
        } catch {
            post(.store(.failed(error)))
            finishDrain([])
        }
    }

    private func send(_ records: [Record], isSingly: Bool, isRepeat: Bool) -> Bool {
        let id = makeRequestID("upload")
        guard !records.isEmpty, let request = request(for: records, id, isSingly: isSingly) else { return false }
        let flight = Courier.Flight(records: records, request: request, isSingly: isSingly, isRepeat: isRepeat)
        if !courier.isTold {
            courier.isTold = true
            post(.delivering(true))
        }
        if !isRepeat, transport.needsRefresh, refresh(for: flight) { return true }
        courier.flights[id] = flight
        device.http.send(request)
        return true
    }

    private func request(for records: [Record], _ id: String, isSingly: Bool) -> HTTPRequest? {
        let request = { (core: Core?) in
            self.transport.request(
                for: records, freshAfter: self.courier.freshAfter, singly: isSingly, id: id,
                fence: { core?.fences[id: $0]?.fence })
        }
        return core == nil ? request(nil) : ask(request) ?? nil
    }

    /// Takes the answer to a request of ours.
    func answer(_ id: String, _ result: HTTPResult) {
        if let flight = courier.flights.removeValue(forKey: id) {
            post(.upload(records: flight.records, result))
            let outcome = transport.outcome(of: result, to: flight.request)
            if outcome == .unauthorised, !flight.isRepeat, refresh(for: flight) { return }
            end(flight, outcome)
        } else if let flight = courier.refreshing.removeValue(forKey: id) {
            takeRefresh(result, for: flight)
        } else if courier.foreign.remove(id) != nil {
            post(.response(id: id, result))
        }
    }

    private func refresh(for flight: Courier.Flight) -> Bool {
        let id = makeRequestID("refresh")
        guard let request = transport.refresh(id: id) else { return false }
        courier.refreshing[id] = flight
        device.http.send(request)
        return true
    }

    private func takeRefresh(_ result: HTTPResult, for flight: Courier.Flight) {
        guard let (renewed, values) = transport.refreshed(by: result) else {
            post(.refreshed(result, succeeded: false))
            end(flight, .unauthorised)
            return
        }
        transport = renewed
        // Not kept, they are renewed once more after a restart.
        try? take(.values(values))
        post(.refreshed(result, succeeded: true))
        if !send(flight.records, isSingly: flight.isSingly, isRepeat: true) { end(flight, .later(after: nil)) }
    }

    private func end(_ flight: Courier.Flight, _ outcome: DeliveryOutcome) {
        courier.results.append(DeliveryResult(records: flight.records, outcome: outcome))
        guard courier.isEmpty else { return }
        let results = courier.results
        courier.results = []
        finishDrain(results)
    }

    private func finishDrain(_ results: [DeliveryResult]) {
        do throws(StoreError) {
            try take(.delivered(results))
        } catch {
            // The answers could not be noted, so the records are sent again later, under the same identifiers.
            core?.abandonDrain()
        }
        if courier.isTold, core?.process.delivery.isBusy != true {
            courier.isTold = false
            post(.delivering(false))
        }
    }
}

extension Core {
    /// Forgets a drain whose results could not be committed.
    mutating func abandonDrain() {
        process.delivery.isBusy = false
        process.delivery.failures += 1
    }

    /// Takes over what a predecessor knew of the world, when the store had to be replaced.
    mutating func adopt(_ old: Process) {
        process = old
        process.forgetShortcuts()
        recallStandings()
        countForeign()
        process.delivery = Delivery()
        process.savedScalars = nil
        process.lastSaid = [:]
        process.armedFor = nil
        process.hasReconciled = false
    }
}
