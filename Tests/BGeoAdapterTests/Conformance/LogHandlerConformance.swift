import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import TestSupport
import Testing

@testable import BGeoAdapter

@MainActor @Suite struct `BGeo and the package's log handler` {
    @Test func `a handler gets the lines, and none at info or above has a secret or a position`() async throws {
        LogCollector.begin()
        let (latitude, longitude) = (47.123_456, 8.654_321)
        let bench = BGeoBench(at: Coordinate(checkedLatitude: latitude + 0.01, longitude: longitude))
        bench.phone.serve { request in
            if request.url.hasSuffix("token-bgeo") { return .text(200, #"{"access_token":"bgeo-secret-2"}"#) }
            return request.headers["Authorization"] == "Bearer bgeo-secret-2" ? .status(500) : .status(401)
        }
        try await bench.started(
            Config(
                url: "http://bgeo-log.example/up?key=bgeo-secret-3",
                headers: ["X-Key": "bgeo-secret-4"],
                authorization: AuthorizationConfig(
                    strategy: "JWT", accessToken: "bgeo-secret-0", refreshToken: "bgeo-secret-1",
                    refreshUrl: "https://bgeo-log.example/token-bgeo")),
            with: [
                Geofence(
                    identifier: "bgeo-place", radius: 100, latitude: latitude, longitude: longitude, notifyOnEntry: true
                )
            ])
        await bench.phone.move(to: Coordinate(checkedLatitude: latitude, longitude: longitude))
        await bench.phone.deliver(at: Coordinate(checkedLatitude: latitude, longitude: longitude), accuracy: 5)
        await bench.wait(600)
        try await bench.app { BackgroundGeolocation.logger.info("bgeo-line") }

        let lines = LogCollector.collected.filter { $0.source == "BGeo" }
        #expect(lines.contains { $0.level == .info && $0.message == "bgeo-line" })
        #expect(lines.contains { $0.level == .warning && $0.message.contains("bgeo-log.example travels unencrypted") })
        #expect(bench.phone.requests.count > 3)
        let told = lines.filter { $0.level >= .info }.map(\.description)
        #expect(told.filter { $0.contains("bgeo-secret") || $0.contains("47.12") || $0.contains("8.65") } == [])
    }
}
