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
    var foreign: [String: HTTPRequest] = [:]
    /// Requests that were sent on to where a server pointed: as they are now, and how often. (AMD-01)
    var sentOn: [String: (request: HTTPRequest, times: Int)] = [:]
    /// What a server has acknowledged and the disk could not take note of: never sent again by this process.
    var owed: [DeliveryResult] = []
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

    /// Records that are known to have arrived.
    var arrived: Set<String> { Set(owed.lazy.flatMap(\.records).map(\.id)) }

    var isEmpty: Bool { flights.isEmpty && refreshing.isEmpty }
}

/// Carrying records to the vendor's server.
extension GeofenceEngine {
    func dispatch(_ request: DrainRequest) {
        guard let store else { return }
        do throws(StoreError) {
            let known = request.leftAlone.union(courier.arrived)
            if request.minimum > 1 {
                let enough = request.minimum + courier.arrived.count
                if try store.sendableCount(upTo: enough) < enough { return finishDrain([]) }
            }
            if request.isFirst { courier.begin(newest: try store.newestSequence()) }
            let wanted = min(1000, max(1, transport.appetite(limit: request.limit, singly: request.isSingly)))
            let records = try readable(store, request, limit: wanted, without: known)
            var batches = transport.batches(
                from: records, freshAfter: courier.freshAfter, limit: request.limit, singly: request.isSingly)
            if request.isProbe { batches = Array(batches.prefix(1)) }
            let sent = batches.count { send($0, isSingly: request.isSingly, isRepeat: false) }
            if sent == 0 { finishDrain([]) }
        } catch {
            post(.store(.failed(error)))
            finishDrain([])
        }
    }

    /// The next records that the vendor's requests can be made of. The others are set aside, so that they are neither in the
    /// way nor taken for delivered.
    private func readable(
        _ store: EngineStore, _ request: DrainRequest, limit: Int, without known: Set<String>
    ) throws(StoreError) -> [Record] {
        defer { tellUnreadable() }
        var most = limit + known.count
        while true {
            let found = try store.sendable(after: request.after, includesParked: request.includesParked, limit: most)
            let unreadable = found.filter { !transport.canRead($0) }
            let records = found.filter { !known.contains($0.id) && transport.canRead($0) }
            if unreadable.isEmpty { return records }
            // Where the disk takes no note of them they stay in their places, and are looked past.
            if try !store.setAside(unreadable) {
                if found.count < most || records.count >= limit { return records }
                most += unreadable.count
            }
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
        if isSentOn(id, result) { return }
        if let flight = courier.flights.removeValue(forKey: id) {
            post(.upload(records: flight.records, result))
            let outcome = transport.outcome(of: result, to: flight.request)
            if outcome == .unauthorised, !flight.isRepeat, refresh(for: flight) { return }
            end(flight, outcome, result)
        } else if let flight = courier.refreshing.removeValue(forKey: id) {
            takeRefresh(result, for: flight)
        } else if courier.foreign.removeValue(forKey: id) != nil {
            post(.response(id: id, result))
        }
    }

    /// Sends a request on where its server said so and the rule allows it; says where any other 3xx points.
    private func isSentOn(_ id: String, _ result: HTTPResult) -> Bool {
        let known = courier.sentOn.removeValue(forKey: id)
        guard let request = known?.request ?? courier.flights[id]?.request ?? courier.foreign[id] else { return false }
        let times = known?.times ?? 0
        if times < Redirect.most, let next = Redirect.next(result, to: request) {
            courier.sentOn[id] = (next, times + 1)
            device.http.send(next)
            return true
        }
        if case .response(let status, _, _) = result, let pointer = Redirect.pointer(result, to: request) {
            post(.redirected(status: status, to: pointer))
            try? take(.note(.delivery, "a server answered \(status) and pointed to \(pointer); it is not followed"))
        }
        return false
    }

    private func refresh(for flight: Courier.Flight) -> Bool {
        let id = makeRequestID("refresh")
        guard let request = transport.refresh(id: id) else { return false }
        courier.refreshing[id] = flight
        courier.sentOn[id] = (request, 0)
        device.http.send(request)
        return true
    }

    private func takeRefresh(_ result: HTTPResult, for flight: Courier.Flight) {
        guard let (renewed, values) = transport.refreshed(by: result) else {
            post(.refreshed(result, succeeded: false))
            // A server that points elsewhere has not refused the credentials. (AMD-01)
            if case .response(300...399, _, _) = result {
                end(flight, .later(after: nil), result)
            } else {
                end(flight, .unauthorised, result)
            }
            return
        }
        transport = renewed
        let replaced = replacedTexts(by: values)
        // Not kept, they are renewed once more after a restart.
        if (try? take(.values(values))) != nil {
            try? store?.database.emptyLog()
            eraseSetAside(replaced)
        }
        post(.refreshed(result, succeeded: true))
        if !send(flight.records, isSingly: flight.isSingly, isRepeat: true) { end(flight, .later(after: nil)) }
    }

    /// The texts among the adapter's values that others will take the place of: the credentials that were renewed.
    private func replacedTexts(by new: [String: JSONValue?]) -> [String] {
        new.flatMap { key, value in
            let kept = Set((value ?? .null).texts)
            return (values[key] ?? .null).texts.filter { !kept.contains($0) }
        }
    }

    private func eraseSetAside(_ texts: [String]) {
        guard let store else { return }
        do throws(StoreError) {
            try store.database.file.eraseSetAside(texts)
        } catch {
            post(.store(.failed(error)))
        }
    }

    private func end(_ flight: Courier.Flight, _ outcome: DeliveryOutcome, _ answer: HTTPResult? = nil) {
        courier.results.append(
            DeliveryResult(
                records: flight.records, outcome: outcome,
                asked: answer.flatMap { RetryAfter.asked(by: $0, now: device.clock.now().wall) },
                isOverloaded: answer.map(RetryAfter.isOverloaded) ?? false))
        guard courier.isEmpty else { return }
        let results = courier.results
        courier.results = []
        finishDrain(results)
    }

    private func finishDrain(_ results: [DeliveryResult]) {
        let all = courier.owed + results
        courier.owed = []
        do throws(StoreError) {
            try take(.delivered(all))
        } catch {
            // The answers could not be noted. What was acknowledged is remembered and noted with the next drain; the rest
            // is sent again later, under the same identifiers.
            courier.owed += all.filter { $0.outcome == .accepted }
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

extension JSONValue {
    /// Every text in it, the names of members left out.
    fileprivate var texts: [String] {
        switch self {
        case .string(let text): [text]
        case .array(let elements): elements.flatMap(\.texts)
        case .object(let members): members.flatMap { $0.value.texts }
        case .null, .bool, .integer, .unsigned, .double: []
        }
    }
}
