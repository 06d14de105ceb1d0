import BeekonKit
import Foundation
import LocationCore
import LocationSimulator
import Testing

@Suite struct `drop-in BeekonKit` {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "dropin-\(UUID().uuidString)")
    private let home, school, between: Coordinate

    init() throws {
        home = try Coordinate(latitude: 52.2297, longitude: 21.0122)
        school = try Coordinate(latitude: 52.2370, longitude: 21.0122)
        between = try Coordinate(latitude: 52.2333, longitude: 21.0122)
    }

    @Test(.timeLimit(.minutes(2)))
    func `BKN-004 an app written for the vendor's module registers its fences and hears of crossings`() async throws {
        let phone = SimulatedPhone(seed: 7, at: school)
        defer { try? FileManager.default.removeItem(at: folder) }
        phone.serve { _ in .status(200) }
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        let beekon = Beekon(device: phone.device, folder: folder)
        let server = try #require(URL(string: "https://api.invalid/sync"))
        let app = FamilyApp(server: server, beekon: beekon) { continuation.yield($0) }
        try await app.didFinishLaunching()
        await app.save(home: (home.latitude, home.longitude), school: (school.latitude, school.longitude))
        await phone.advance(by: 60_000)

        #expect(await app.places() == ["home 150 m", "school 200 m"])
        #expect(phone.monitoredRegions.count == 2)
        #expect(await app.add("", latitude: 0, longitude: 0, radiusMeters: 100) == false)

        await phone.move(to: between)
        await phone.advance(by: 120_000)
        await phone.move(to: home)
        await phone.advance(by: 60_000)
        await phone.move(to: between)
        await phone.advance(by: 120_000)
        await phone.move(to: school)
        await phone.advance(by: 60_000)

        var told: [String] = []
        for await line in lines where line.hasSuffix("home") || line.hasSuffix("school") {
            told.append(line)
            if told.count == 3 { break }
        }
        #expect(told == ["entered home", "left home", "entered school"])
        let events = phone.requests.filter(\.wasReceived).compactMap { try? JSONValue(json: $0.request.body) }
            .flatMap { $0["geofence_events"]?.arrayValue ?? [] }
        #expect(events.count == 3)

        try await app.forget(["school"])
        #expect(await app.places() == ["home 150 m"])
        await app.close()
        await beekon.close()
    }

    @Test func `BKN-001 without a device of its own an app gets the shared instance`() async throws {
        let server = try #require(URL(string: "https://api.invalid/sync"))
        _ = FamilyApp(server: server) { _ in }
        #expect(Beekon.shared === Beekon.shared)
    }
}
