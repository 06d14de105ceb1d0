import BeekonAdapter
import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import TestSupport
import Testing

@MainActor @Suite struct `Beekon and the package's log handler` {
    @Test func `a handler gets the lines, and none at info or above has a secret or a position`() async throws {
        LogCollector.begin()
        let (latitude, longitude) = (46.234_567, 7.765_432)
        let bench = await BeekonBench(at: Coordinate(checkedLatitude: latitude + 0.01, longitude: longitude))
        bench.phone.script(
            .status(401), .text(200, #"{"access_token": "beekon-secret-2"}"#), .status(500), .status(500))
        let url = try #require(URL(string: "http://beekon-log.example/up?key=beekon-secret-3"))
        try await bench.beekon.configure(
            .selfManaged(
                minTimeBetweenLocationsSeconds: 0, minDistanceBetweenLocationsMeters: 0,
                sync: SyncConfig(
                    url: url, headers: ["X-Key": "beekon-secret-4"],
                    auth: AuthConfig(
                        accessToken: "beekon-secret-0", refreshToken: "beekon-secret-1",
                        refreshURL: URL(string: "https://beekon-log.example/token"))),
                logLevel: .off))
        try await bench.beekon.addGeofences([
            BeekonGeofence(id: "beekon-place", latitude: latitude, longitude: longitude, radiusMeters: 150)
        ])
        try await bench.beekon.start()
        await bench.move(Coordinate(checkedLatitude: latitude, longitude: longitude))
        await bench.phone.advance(by: 600_000)

        let lines = LogCollector.collected.filter { $0.source == "Beekon" }
        // Though the vendor's own log is off.
        #expect(await !(try bench.beekon).getLog(level: .debug).contains { $0.message.contains("beekon-place") })
        #expect(lines.contains { $0.level == .info && $0.category == "geofence" && $0.message == "enter beekon-place" })
        #expect(
            lines.contains { $0.level == .warning && $0.message.contains("beekon-log.example travels unencrypted") })
        let told = lines.filter { $0.level >= .info }.map(\.description)
        #expect(told.filter { $0.contains("beekon-secret") || $0.contains("46.23") || $0.contains("7.76") } == [])
    }
}
