import APIMigration
import CIOAdapter
import Foundation
import LocationCore
import LocationSimulator
import Testing

/// Customer.io's side of the guides Documentation/Migrate-*.md, word for word between the marks.
@MainActor @Suite struct `Moving from and to Customer io` {
    let place: MigrationPlace
    let phone: SimulatedPhone

    init() throws {
        place = try MigrationPlace()
        phone = SimulatedPhone(at: place.aStreetAway)
    }

    private func start() {
        // sample: app
        let config = SDKConfigBuilder(cdpApiKey: "YOUR_CDP_API_KEY")
            .addModule(LocationModule(config: LocationConfig(mode: .onAppStart)))
            .addModule(GeofenceModule())
            .build()
        CustomerIO.initialize(withConfig: config)
        CustomerIO.shared.identify(userId: "someone@example.com")
        // end
    }

    @Test(arguments: [APIStyle.bgeo, .beekon])
    func `the converted fences`(source: APIStyle) async throws {
        defer { place.remove() }
        let (phone, place) = (phone, place)
        let file = try place.converted(
            source == .bgeo ? MigrationPlace.bgeoHome : MigrationPlace.beekonHome, source, to: .customerio)
        // sample: file
        let fences = Array(try Data(contentsOf: file))
        phone.serve { request in .status(200, body: request.url.hasSuffix("/nearest") ? fences : []) }
        // end
        try await CustomerIO.isolated(on: phone.device, folder: place.folder) {
            start()
            await CustomerIO.settled()

            await phone.move(to: place.atHome)
            await CustomerIO.settled()

            let sent = try phone.requests.filter { $0.request.url.hasSuffix("/track") }
                .map { try JSONValue(json: $0.request.body)["properties"] }
            #expect(sent.map { $0?["transition"] } == ["enter"])
            #expect(sent.map { $0?["geofenceId"] } == ["home"])

            // sample: rollback
            CustomerIO.shared.clearIdentify()
            // end
            await CustomerIO.settled()
            #expect(phone.monitoredRegions.isEmpty)
        }
    }
}
