import CioDataPipelines
import CioLocation
import CioLocationGeofence
import Foundation
import LocationCore
import LocationSimulator
import Testing

@MainActor @Suite struct `drop-in CioDataPipelines, CioLocation and CioLocationGeofence` {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "dropin-\(UUID().uuidString)")
    private let shop, street: Coordinate
    private let answer = Array(
        #"{"geofences":[{"id":"shop","latitude":52.2297,"longitude":21.0122,"radius":150,"geoset_ids":[11]}]}"#.utf8)

    init() throws {
        shop = try Coordinate(latitude: 52.2297, longitude: 21.0122)
        street = try Coordinate(latitude: 52.2370, longitude: 21.0122)
    }

    @Test func `an app written for the vendor's modules has its fences watched and its crossings sent`() async throws {
        let answer = answer
        let phone = SimulatedPhone(seed: 7, at: street)
        defer { try? FileManager.default.removeItem(at: folder) }
        phone.serve { request in .status(200, body: request.url.hasSuffix("/nearest") ? answer : []) }
        try await CustomerIO.isolated(on: phone.device, folder: folder) {
            let app = CoffeeApp()
            app.didFinishLaunching()
            app.signIn(CoffeeApp.Customer(id: "u-1", name: "Someone", points: 3))
            await CustomerIO.settled()

            #expect(app.diagnosis == ["user u-1", "events wait", "modules 1"])
            #expect(phone.monitoredRegions.count == 2)

            await phone.move(to: shop)
            await CustomerIO.settled()
            await phone.advance(by: 60_000)
            await phone.move(to: street)
            await CustomerIO.settled()

            let tracks = try phone.requests.map(\.request).filter { $0.url.hasSuffix("/track") }
                .map { try JSONValue(json: $0.body) }
            #expect(tracks.map { $0["properties"]?["transition"] } == ["enter", "exit"])
            #expect(tracks.allSatisfy { $0["userId"] == "u-1" })
            #expect(phone.requests.allSatisfy { $0.request.url.hasPrefix("https://cdp-eu.customer.io/") })

            app.collected(points: 2, at: "shop")
            app.refreshShops()
            app.moved(pinTo: 52.23, longitude: 21.01)
            #expect(await app.showMap() != nil)
            let sending = Task { await app.sendNow() }
            await phone.advance(by: 60_000)
            await CustomerIO.settled()
            await sending.value
            app.signOut()
            await CustomerIO.settled()
            #expect(app.diagnosis.first == "user nobody")
        }
    }

    @Test func `values of the vendor's modules mean the same`() {
        let greeting = Greeting(transition: "enter", metadata: ["name": .string("Corner"), "seats": .int(12)])

        #expect(greeting?.text == "Welcome to Corner")
        #expect(Greeting(transition: "pass", metadata: [:])?.text == nil)
        #expect(Greeting.levels() == ["none", "error", "info", "debug"])
        #expect(Greeting.host(of: "eu") == .EU)
        #expect(Greeting.mode("never") == .off)
    }
}
