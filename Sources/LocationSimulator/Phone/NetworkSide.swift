import LocationCore

/// The network, the server behind it, and the requests between.
struct NetworkSide {
    /// What the app sees.
    var state: NetworkState
    /// What there would be without airplane mode.
    var available: NetworkState
    var server = SimulatedServer()
    var records: [RecordedRequest] = []
    /// Requests under way, by ticket.
    var exchanges: [Int: Exchange] = [:]
    var nextTicket = 1

    init(state: NetworkState) {
        self.state = state
        available = state
    }

    /// What the app waited for ends with the app.
    mutating func dropExchanges() { exchanges = [:] }
}

/// A request that is under way.
struct Exchange {
    let ticket: Int
    let process: Int
    let request: HTTPRequest
}

extension World {
    mutating func updateNetwork() {
        let next = daemon.isAirplaneMode ? NetworkState.none : network.available
        guard next != network.state else { return }
        network.state = next
        log("network \(next.rawValue)")
        tellChange(of: .network)
        guard next == .none else { return }
        for ticket in network.exchanges.keys.sorted() { end(ticket, .failure(.connectionLost)) }
    }

    mutating func send(_ request: HTTPRequest) {
        guard let process else { return }
        let exchange = Exchange(ticket: network.nextTicket, process: process.id, request: request)
        network.nextTicket += 1
        network.exchanges[exchange.ticket] = exchange
        log("http \(request.id) \(request.method) \(request.url), \(request.body.count) bytes")
        guard request.hasUsableAddress else { return end(exchange.ticket, .failure(.invalidAddress)) }
        guard network.state != .none else {
            record(exchange, wasReceived: false)
            return end(exchange.ticket, .failure(.unreachable))
        }
        outbox.add(.serve(exchange))
        let ticket = exchange.ticket
        schedule(after: request.timeout) { $0.end(ticket, .failure(.timedOut)) }
    }

    /// The system cuts connections of a process that does not run; it hears of that when it runs again. (PLAT-074)
    mutating func loseRequests(_ share: Double) {
        guard share > 0 else { return }
        for ticket in network.exchanges.keys.sorted() where systemRandom.unit() < share {
            end(ticket, .failure(.connectionLost))
        }
    }

    mutating func cancelExchange(_ id: String, of process: Int) {
        network.exchanges = network.exchanges.filter { $0.value.request.id != id || $0.value.process != process }
    }

    /// The server has decided what becomes of a request.
    mutating func apply(_ response: SimulatedResponse, to exchange: Exchange) {
        record(exchange, wasReceived: response.isReceived)
        guard let result = response.result else { return }
        let ticket = exchange.ticket
        // An answer that takes as long as the request waits comes too late.
        let delay = response.delay.addingClamped(knobs.networkDelay)
        guard delay < exchange.request.timeout else { return }
        schedule(after: delay) { $0.end(ticket, result) }
    }

    private mutating func end(_ ticket: Int, _ result: HTTPResult) {
        guard let exchange = network.exchanges.removeValue(forKey: ticket), process?.id == exchange.process
        else { return }
        tell(.http(id: exchange.request.id, result))
    }

    private mutating func record(_ exchange: Exchange, wasReceived: Bool) {
        network.records.append(
            RecordedRequest(
                request: exchange.request, at: clock.wall, elapsed: now, network: network.state,
                wasReceived: wasReceived))
    }
}
