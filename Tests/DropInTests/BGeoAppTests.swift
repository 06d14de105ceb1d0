import BackgroundGeolocation
import Foundation
import LocationCore
import LocationSimulator
import Testing

@MainActor @Suite struct `drop-in BackgroundGeolocation` {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "dropin-\(UUID().uuidString)")
    private let depot, customer, between: Coordinate

    init() throws {
        depot = try Coordinate(latitude: 52.2297, longitude: 21.0122)
        customer = try Coordinate(latitude: 52.2370, longitude: 21.0122)
        between = try Coordinate(latitude: 52.2333, longitude: 21.0122)
    }

    @Test func `an app written for the vendor's module registers its fences and hears of crossings`() async throws {
        let phone = SimulatedPhone(seed: 7, at: depot)
        defer { try? FileManager.default.removeItem(at: folder) }
        phone.serve { _ in .status(200) }
        try await BackgroundGeolocation.isolated(on: phone.device, folder: folder) {
            let app = CourierApp()
            try await app.didFinishLaunching(server: "https://api.invalid/locations", driver: "7")
            await phone.advance(by: 1000)
            await app.plan([("c-1", customer.latitude, customer.longitude, "Long Street 1")])
            await app.addDepot("depot", latitude: depot.latitude, longitude: depot.longitude, radius: 200)
            await app.addDepot("nowhere", latitude: depot.latitude, longitude: depot.longitude, radius: 0)
            await phone.advance(by: 60_000)

            #expect(await app.stops().map(\.identifier) == ["c-1", "depot"])
            #expect(app.watched == ["c-1", "depot"])
            #expect(phone.monitoredRegions.count >= 2)
            #expect(app.lines.contains { $0.hasPrefix("no depot: ") })

            await phone.move(to: between)
            await phone.advance(by: 120_000)
            await phone.move(to: customer)
            await phone.advance(by: 180_000)
            await phone.move(to: between)
            await phone.advance(by: 120_000)
            await phone.move(to: depot)
            await phone.advance(by: 60_000)

            let crossings = app.lines.filter { $0.hasPrefix("arrived") || $0.hasPrefix("left") }
            #expect(
                crossings.map { $0.prefix { $0 != "," } } == [
                    "arrived at depot", "left depot", "arrived at Long Street 1", "left Long Street 1",
                    "arrived at depot",
                ])
            #expect(app.deliveries == ["c-1"])
            let sent = phone.requests.filter(\.wasReceived).compactMap { try? JSONValue(json: $0.request.body) }
            #expect(sent.contains { $0["driver"] == "7" })

            await app.finish("c-1")
            #expect(await app.stops().map(\.identifier) == ["depot"])
            try await app.endOfShift()
            #expect(app.lines.last == "enabled false")
        }
    }
}
