import LocationCore
import LocationSimulator
import Testing

@Suite struct `Phone network` {
    private func post(
        _ id: String, on phone: SimulatedPhone, url: String = "https://api.test/v1", body: String = "x",
        timeout: Int64 = 10_000
    ) {
        phone.device.http.send(
            HTTPRequest(id: id, method: "POST", url: url, headers: [:], body: Array(body.utf8), timeout: timeout))
    }

    @Test func `the server answers and its requests are recorded`() async {
        let phone = SimulatedPhone()
        let app = await phone.opened()
        phone.serve { request in
            request.body == Array("good".utf8) ? .text(201, "ok", after: 500) : .status(422)
        }

        post("a", on: phone, body: "good")
        post("b", on: phone, body: "bad")
        await phone.settle()
        #expect(app.answers == ["b 422"])
        await phone.advance(by: 500)

        #expect(app.answers == ["b 422", "a 201"])
        #expect(phone.requests.map(\.request.id) == ["a", "b"])
        #expect(phone.requests.map(\.wasReceived) == [true, true])
    }

    @Test func `scripted answers come first, one each`() async {
        let phone = SimulatedPhone()
        let app = await phone.opened()
        phone.script(.status(503, headers: ["Retry-After": "7"]), .unreachable)

        for id in ["a", "b", "c"] { post(id, on: phone) }
        await phone.settle()

        #expect(app.answers == ["a 503", "b unreachable", "c 200"])
        let headers = app.events.compactMap { event -> [String: String]? in
            if case .http("a", .response(_, let headers, _)) = event { headers } else { nil }
        }
        #expect(headers == [["retry-after": "7"]])
    }

    @Test(arguments: [(0.0, "a 200"), (1, "a connectionLost")])
    func `PLAT-074 a request under way waits or breaks off when the process is suspended`(
        _ share: Double, _ answer: String
    ) async {
        var knobs = PhoneKnobs.quick
        knobs.requestsLostAtSuspension = share
        let phone = SimulatedPhone(knobs: knobs)
        let app = await phone.opened()
        phone.serve { _ in .status(200, after: 5000) }
        post("a", on: phone)
        await phone.advance(by: 1000)

        await phone.suspendApp()
        await phone.advance(by: 60_000)
        #expect(app.answers == [])
        await phone.resumeApp()

        #expect(app.answers == [answer])
        #expect(phone.requests.map(\.wasReceived) == [true])
    }

    @Test func `a connection can be cut before or after the request was read`() async {
        let phone = SimulatedPhone()
        let app = await phone.opened()
        phone.script(.lostBeforeReceipt(after: 100), .lostAfterReceipt(after: 200))

        post("a", on: phone)
        post("b", on: phone)
        await phone.advance(by: 200)

        #expect(app.answers == ["a connectionLost", "b connectionLost"])
        #expect(phone.requests.map(\.wasReceived) == [false, true])
    }

    @Test(arguments: [(9999, "a 200"), (10_000, "a timedOut")] as [(Int64, String)])
    func `an answer that takes as long as the timeout is too late`(_ delay: Int64, _ expected: String) async {
        let phone = SimulatedPhone()
        let app = await phone.opened()
        phone.serve { _ in .status(200, after: delay) }

        post("a", on: phone, timeout: 10_000)
        await phone.advance(by: 60_000)

        #expect(app.answers == [expected])
    }

    @Test func `a silent server lets the request run into its timeout`() async {
        let phone = SimulatedPhone()
        let app = await phone.opened()
        phone.script(.silence)

        post("a", on: phone, timeout: 3000)
        await phone.advance(by: 2999)
        #expect(app.answers == [])
        await phone.advance(by: 1)

        #expect(app.answers == ["a timedOut"])
        #expect(phone.requests.map(\.wasReceived) == [true])
    }

    @Test func `without a network nothing is reached, and a request under way breaks off`() async {
        let phone = SimulatedPhone(network: .cellular)
        let app = await phone.opened()
        phone.serve { _ in .status(200, after: 5000) }

        post("a", on: phone)
        await phone.advance(by: 1000)
        await phone.setNetwork(.none)
        post("b", on: phone)
        await phone.advance(by: 60_000)

        #expect(app.answers == ["a connectionLost", "b unreachable"])
        #expect(phone.requests.map(\.network) == [.cellular, .none])
        #expect(phone.requests.map(\.wasReceived) == [true, false])
    }

    @Test(arguments: ["", "nonsense", "ftp://x.test/", "https://", "/relative"])
    func `an address that cannot be used fails at once`(_ url: String) async {
        let phone = SimulatedPhone()
        let app = await phone.opened()

        post("a", on: phone, url: url)
        await phone.settle()

        #expect(app.answers == ["a invalidAddress"])
        #expect(phone.requests.isEmpty)
    }

    @Test func `a request that was given up is not answered`() async {
        let phone = SimulatedPhone()
        let app = await phone.opened()
        phone.serve { _ in .status(200, after: 500) }
        post("a", on: phone)
        await phone.advance(by: 100)

        phone.device.http.cancel(id: "a")
        await phone.advance(by: 60_000)

        #expect(app.answers == [])
    }

    @Test func `an answer waits for a suspended app and is lost on a dead one`() async {
        let phone = SimulatedPhone()
        let app = await phone.opened()
        phone.serve { _ in .status(200, after: 5000) }
        post("a", on: phone)
        await phone.settle()
        await phone.suspendApp()
        await phone.advance(by: 6000)
        #expect(app.answers == [])
        await phone.foregroundApp()
        #expect(app.answers == ["a 200"])

        post("b", on: phone)
        await phone.settle()
        phone.killApp()
        let reborn = await phone.opened()
        await phone.advance(by: 60_000)

        #expect(reborn.answers == [])
        #expect(phone.requests.count == 2)
    }

    @Test func `a bridge is really asked while simulated time stands still`() async {
        struct Echo: HTTPBridge {
            func send(_ request: HTTPRequest) async -> HTTPResult {
                .response(status: 207, headers: [:], body: request.body)
            }
        }
        let phone = SimulatedPhone()
        let app = await phone.opened()
        phone.bridgeHTTP(to: Echo())

        post("a", on: phone)
        await phone.settle()

        #expect(app.answers == ["a 207"])
        #expect(phone.elapsed == 0)
    }

    @Test func `the system's client says that nobody listens at a closed port`() async {
        let bridge = URLSessionBridge()
        let request = HTTPRequest(
            id: "a", method: "POST", url: "http://127.0.0.1:1/", headers: [:], body: [1], timeout: 5000)

        #expect(await bridge.send(request) == .failure(.unreachable))
    }

    @Test func `the server may kill the app in the middle of a request`() async {
        let phone = SimulatedPhone()
        let app = await phone.opened()
        phone.serve { _ in
            phone.killApp()
            return .status(200)
        }

        post("a", on: phone)
        await phone.advance(by: 60_000)

        #expect(app.answers == [])
        #expect(phone.requests.map(\.wasReceived) == [true])
    }
}
