import CIOAdapter
import Foundation
import LocationCore
import LocationSimulator
import Testing

#if os(iOS)
    import UIKit
#endif

/// The samples of Documentation/CustomerIO.md, word for word between the marks.
@MainActor @Suite struct `CIO guide` {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "guide-\(UUID().uuidString)")
    private let fences = Array(
        #"{"geofences":[{"id":"home","latitude":52.2297,"longitude":21.0122,"radius":150,"geoset_ids":[11]}]}"#.utf8)
    private let atHome, aStreetAway: Coordinate

    init() throws {
        atHome = try Coordinate(latitude: 52.2297, longitude: 21.0122)
        aStreetAway = try Coordinate(latitude: 52.2333, longitude: 21.0122)
    }

    private func using(_ phone: SimulatedPhone, _ body: @MainActor () async throws -> Void) async throws {
        try await CustomerIO.isolated(on: phone.device, folder: folder, body)
    }

    private func remove() { try? FileManager.default.removeItem(at: folder) }

    private func setUp() {
        // sample: setup
        let config = SDKConfigBuilder(cdpApiKey: "YOUR_CDP_API_KEY")
            .addModule(LocationModule(config: LocationConfig(mode: .onAppStart)))
            .addModule(GeofenceModule())
            .build()
        CustomerIO.initialize(withConfig: config)
        // end
    }

    @Test func `an app that identifies someone watches the fences of the workspace`() async throws {
        let fences = fences
        let phone = SimulatedPhone(at: aStreetAway)
        defer { remove() }
        phone.serve { request in .status(200, body: request.url.hasSuffix("/nearest") ? fences : []) }
        try await using(phone) {
            setUp()
            // sample: identify
            CustomerIO.shared.identify(userId: "someone@example.com", traits: ["plan": "free"] as [String: Any])
            // end
            await CustomerIO.settled()

            #expect(phone.monitoredRegions.count == 2)
            #expect(phone.requests.map(\.request.url) == ["https://cdp.customer.io/v2/geofences/nearest"])
        }
    }

    @Test func `where the app chooses the moment a refresh downloads`() async throws {
        let fences = fences
        let phone = SimulatedPhone(at: aStreetAway)
        defer { remove() }
        phone.serve { request in .status(200, body: request.url.hasSuffix("/nearest") ? fences : []) }
        try await using(phone) {
            // sample: refresh
            let config = SDKConfigBuilder(cdpApiKey: "YOUR_CDP_API_KEY")
                .addModule(LocationModule(config: LocationConfig(mode: .off)))
                .addModule(GeofenceModule(config: GeofenceModuleConfig(locationMode: .manual)))
                .build()
            CustomerIO.initialize(withConfig: config)
            CustomerIO.shared.identify(userId: "someone@example.com")
            CustomerIO.geofence.refreshFromCurrentLocation()
            // end
            await CustomerIO.settled()

            #expect(phone.requests.map(\.request.url) == ["https://cdp.customer.io/v2/geofences/nearest"])
        }
    }

    @Test func `a process in which the app does not initialize the SDK delivers what waits`() async throws {
        #if os(iOS)
            let launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
        #else
            let launchOptions: [String: Any]? = nil
        #endif
        let fences = fences
        let phone = SimulatedPhone(at: aStreetAway)
        defer { remove() }
        phone.serve { request in .status(200, body: request.url.hasSuffix("/nearest") ? fences : []) }
        try await using(phone) {
            // sample: background
            let config = SDKConfigBuilder(cdpApiKey: "YOUR_CDP_API_KEY").allowBackgroundDelivery(true)
                .addModule(LocationModule(config: LocationConfig(mode: .off)))
                .addModule(GeofenceModule())
                .build()
            // end
            CustomerIO.initialize(withConfig: config)
            CustomerIO.shared.identify(userId: "someone@example.com")
            await CustomerIO.settled()
            await phone.setNetwork(.none)
            await phone.move(to: atHome)
            await CustomerIO.settled()
        }
        await phone.setNetwork(.unmetered)
        try await using(phone) {
            // sample: bootstrap
            GeofenceModule.bootstrapForBackgroundDelivery(launchOptions: launchOptions)
            // end
            await CustomerIO.settled()
        }
        let sent = phone.requests.filter(\.wasReceived).map(\.request.url).filter { $0.hasSuffix("/track") }
        #expect(sent == ["https://cdp.customer.io/v1/track"])
    }

    @Test func `an app that listens and asks`() async throws {
        let fences = fences
        let phone = SimulatedPhone(at: aStreetAway)
        defer { remove() }
        phone.serve { request in .status(200, body: request.url.hasSuffix("/nearest") ? fences : []) }
        try await using(phone) {
            setUp()
            CustomerIO.shared.identify(userId: "someone@example.com")
            await CustomerIO.settled()
            // sample: listen
            let arrivals = Task {
                for await crossing in CustomerIO.geofence.transitions where crossing.transition == .enter {
                    return crossing.geofenceName ?? crossing.geofenceId
                }
                return "none"
            }
            let subscription = CustomerIO.geofence.onTransition { crossing in
                print(crossing.transition.rawValue, crossing.geofenceId, crossing.timestamp)
            }
            // end
            subscription.remove()
            await phone.move(to: atHome)
            await CustomerIO.settled()

            // sample: why
            let inside = await CustomerIO.geofence.insideNow()
            let state = await CustomerIO.geofence.state(of: "home")
            let unwatched = await CustomerIO.geofence.monitored().filter { $0.monitoredRadius == nil }
            for sentence in await CustomerIO.geofence.explain("home") { print(sentence) }
            // end

            #expect(inside == ["home"])
            #expect(state?.isInside == true)
            #expect(unwatched.isEmpty)
            arrivals.cancel()
        }
    }

    @Test func `a test of an app`() async throws {
        let (aStreetAway, atHome, fences, folder) = (aStreetAway, atHome, fences, folder)
        defer { remove() }
        // sample: phone
        let phone = SimulatedPhone(profile: .iOSClassic, seed: 7, at: aStreetAway)
        phone.serve { request in .status(200, body: request.url.hasSuffix("/nearest") ? fences : []) }
        try await CustomerIO.isolated(on: phone.device, folder: folder) {
            setUp()
            CustomerIO.shared.identify(userId: "someone@example.com")
            await CustomerIO.settled()

            await phone.move(to: atHome)
            await CustomerIO.settled()

            let sent = phone.requests.map(\.request).filter { $0.url.hasSuffix("/track") }
            let event = try JSONValue(json: #require(sent.first).body)
            #expect(event["event"] == "Geofence Transition")
            #expect(event["properties"]?["transition"] == "enter")
            #expect(event["properties"]?["geosetId"] == "11")
        }
        // end
    }
}
