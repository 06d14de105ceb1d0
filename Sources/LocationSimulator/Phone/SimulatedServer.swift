public import LocationCore

/// What the server does with one request.
public struct SimulatedResponse: Hashable, Sendable {
    /// What the app gets; `nil` for nothing, so that it runs into its timeout.
    public let result: HTTPResult?
    /// Whether the server has read the whole request.
    public let isReceived: Bool
    /// Milliseconds until the app gets it.
    public let delay: Int64

    /// The server answers.
    public static func status(
        _ status: Int, headers: [String: String] = [:], body: [UInt8] = [], after delay: Int64 = 0
    ) -> SimulatedResponse {
        let lowerCase = Dictionary(
            headers.map { ($0.key.lowercased(), $0.value) }.sorted { $0 < $1 }, uniquingKeysWith: { first, _ in first })
        return SimulatedResponse(
            result: .response(status: status, headers: lowerCase, body: body), isReceived: true, delay: delay)
    }

    /// The server answers with text.
    public static func text(_ status: Int, _ text: String, after delay: Int64 = 0) -> SimulatedResponse {
        .status(status, body: Array(text.utf8), after: delay)
    }

    /// The connection is cut before the server has read the request.
    public static func lostBeforeReceipt(after delay: Int64 = 0) -> SimulatedResponse {
        SimulatedResponse(result: .failure(.connectionLost), isReceived: false, delay: delay)
    }

    /// The connection is cut after the server has read the request, so that the app cannot know.
    public static func lostAfterReceipt(after delay: Int64 = 0) -> SimulatedResponse {
        SimulatedResponse(result: .failure(.connectionLost), isReceived: true, delay: delay)
    }

    /// The server cannot be reached.
    public static let unreachable = SimulatedResponse(result: .failure(.unreachable), isReceived: false, delay: 0)

    /// The server reads the request and never answers.
    public static let silence = SimulatedResponse(result: nil, isReceived: true, delay: 0)
}

/// A request that the app sent.
public struct RecordedRequest: Hashable, Sendable {
    /// What was sent.
    public let request: HTTPRequest
    /// When, on the wall clock.
    public let at: Timestamp
    /// When, in simulated milliseconds.
    public let elapsed: Int64
    /// How the phone reached the network then.
    public let network: NetworkState
    /// Whether the server has read it.
    public let wasReceived: Bool
}

/// Who answers requests: first the scripted answers, one each, then the rule.
struct SimulatedServer {
    enum Rule {
        case answer(@Sendable (HTTPRequest) async -> SimulatedResponse)
        case bridge(any HTTPBridge)
    }

    var script: [SimulatedResponse] = []
    var rule = Rule.answer { _ in .status(200) }
}

extension SimulatedPhone {
    /// Decides what the server answers from now on. It answers 200 with an empty body unless told otherwise.
    public func serve(_ answer: @escaping @Sendable (_ request: HTTPRequest) async -> SimulatedResponse) {
        world.withLock { $0.network.server.rule = .answer(answer) }
    }

    /// Adds answers that are given first, one to each request.
    public func script(_ responses: SimulatedResponse...) {
        world.withLock { $0.network.server.script += responses }
    }

    /// Sends requests for real from now on. Simulated time stands still until the answer is there.
    public func bridgeHTTP(to bridge: any HTTPBridge) {
        world.withLock { $0.network.server.rule = .bridge(bridge) }
    }

    /// Every request that the app sent, in order.
    public var requests: [RecordedRequest] { world.withLock { $0.network.records } }

    /// How the phone reaches the network.
    public var network: NetworkState { world.withLock { $0.network.state } }

    /// Changes how the phone reaches the network. Requests under way break off when there is none.
    public func setNetwork(_ state: NetworkState) async {
        await happen { world in
            world.network.available = state
            world.updateNetwork()
        }
    }

    func serve(_ exchange: Exchange, by server: SimulatedServer) async {
        let scripted = world.withLock { world in
            world.network.server.script.isEmpty ? nil : world.network.server.script.removeFirst()
        }
        let response: SimulatedResponse
        if let scripted {
            response = scripted
        } else {
            switch server.rule {
            case .answer(let answer): response = await answer(exchange.request)
            case .bridge(let bridge):
                let result = await bridge.send(exchange.request)
                response = SimulatedResponse(result: result, isReceived: result.isResponse, delay: 0)
            }
        }
        world.withLock { $0.apply(response, to: exchange) }
    }
}

extension HTTPResult {
    fileprivate var isResponse: Bool { if case .response = self { true } else { false } }
}
