import GeofenceEngine
import LocationCore
import Testing

/// Which redirects are the same request once more. (AMD-01, CASE-148)
@Suite struct `Redirects` {
    private func request(_ url: String) -> HTTPRequest {
        HTTPRequest(
            id: "r", method: "PUT", url: url, headers: ["Authorization": "Bearer t"], body: [1, 2], timeout: 5,
            answerLimit: 7)
    }

    private func answer(_ status: Int, _ location: String?) -> HTTPResult {
        .response(status: status, headers: location.map { ["location": $0] } ?? [:], body: [])
    }

    @Test(arguments: [307, 308])
    func `AMD-01 what stays with the host is followed with method, headers and body`(_ status: Int) {
        let rows = [
            ("http://api.example/up", "http://api.example/up/", "http://api.example/up/"),
            ("http://api.example/up", "/other?a=1", "http://api.example/other?a=1"),
            ("http://api.example/up", "https://api.example/up", "https://api.example/up"),
            ("http://api.example/up", "http://API.example/up#part", "http://API.example/up"),
            ("http://api.example:8080/up", "https://api.example:8080/x", "https://api.example:8080/x"),
            ("https://api.example/up", "https://api.example:443/x", "https://api.example:443/x"),
        ]
        for (url, location, next) in rows {
            #expect(
                Redirect.next(answer(status, location), to: request(url)) == request(next), "\(url) → \(location)")
        }
    }

    @Test func `AMD-01 another host, a worse scheme, another port or a name and password are not followed`() {
        let rows = [
            ("http://api.example/up", "http://other.example/up"), ("https://api.example/up", "http://api.example/up"),
            ("http://api.example/up", "//other.example/up"), ("http://api.example/up", "http://api.example:8080/up"),
            ("http://api.example:8080/up", "https://api.example/up"), ("http://api.example/up", "ftp://api.example/"),
            ("http://api.example/up", "http://u:p@api.example/up"),
            ("http://api.example/up", "http://api.example.evil/"),
            ("http://api.example/up", ""), ("http://api.example/up", "http://"),
        ]
        for (url, location) in rows {
            #expect(Redirect.next(answer(308, location), to: request(url)) == nil, "\(url) → \(location)")
        }
        #expect(Redirect.next(answer(307, nil), to: request("http://api.example/up")) == nil)
    }

    @Test(arguments: [200, 300, 301, 302, 303, 304, 305, 306, 309, 400, 500])
    func `AMD-01 no other status is followed, even to the same host`(_ status: Int) {
        #expect(Redirect.next(answer(status, "/there"), to: request("http://api.example/up")) == nil)
    }

    @Test func `AMD-01 a log says where it pointed, without query and credentials`() {
        let url = request("https://api.example/up?key=secret")

        #expect(
            Redirect.pointer(answer(302, "http://u:secret@portal.example:81/login?t=secret#secret"), to: url)
                == "http://portal.example:81/login")
        #expect(Redirect.pointer(answer(304, nil), to: url) == "nowhere")
        #expect(Redirect.pointer(answer(200, "http://portal.example/"), to: url) == nil)
    }
}
