import BGeoAdapter
import BeekonAdapter
import CIOAdapter
import Foundation
import LocationCore
import LocationSimulator
import Testing

/// The app without its views, with the three adapters on one simulated phone.
@MainActor @Suite struct `The app on a simulated phone` {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "phone-app-\(UUID().uuidString)")
    private let phone: SimulatedPhone
    private let away: Coordinate
    private let home: Coordinate
    private nonisolated static let workspace = """
        {"geofences":[{"id":"shop","name":"Shop","latitude":52.2297,"longitude":21.0122,"radius":300,"geoset_ids":[1]}]}
        """

    init() throws {
        away = try Coordinate(latitude: 52.25, longitude: 21.05)
        home = try Coordinate(latitude: 52.2297, longitude: 21.0122)
        phone = SimulatedPhone(profile: .iOSClassic, seed: 7, at: away)
        phone.serve { request in .status(200, body: request.url.hasSuffix("/nearest") ? Array(Self.workspace.utf8) : [])
        }
    }

    /// Runs the body with the app's model, each adapter on its share of the phone.
    private func app(
        _ settings: CustomerIOSettings? = nil, _ body: @MainActor (PhoneModel) async throws -> Void
    ) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let shared = SharedDevice(phone.device)
        let beekon = Beekon(device: shared.device(for: .beekon), folder: folder)
        try await BackgroundGeolocation.isolated(on: shared.device(for: .bgeo), folder: folder) {
            try await CustomerIO.isolated(on: shared.device(for: .cio), folder: folder) {
                let customerIO = CustomerIOFences(settings: settings)
                customerIO.configure()
                let model = PhoneModel(
                    services: [BGeoFences(), BeekonFences(beekon: beekon), customerIO],
                    authorization: phone.device.authorization, logFile: folder.appending(path: "log.json"))
                await model.start()
                await CustomerIO.settled()
                await phone.settle()
                try await body(model)
            }
        }
        await beekon.close()
    }

    private func add(_ name: String, to model: PhoneModel, vendor: Vendor) async throws {
        model.vendor = vendor
        model.press(latitude: home.latitude, longitude: home.longitude)
        var draft = try #require(model.draft)
        draft.identifier = name
        #expect(await model.save(draft) == nil)
        #expect(model.draft == nil)
    }

    /// Lets the streams' readers have their turn until the log is that long; the phone itself is settled already.
    private func entries(_ count: Int, of model: PhoneModel) async -> [LogEntry] {
        for _ in 0..<10_000 where model.entries.count < count { await Task.yield() }
        return model.entries
    }

    @Test func `BGEO-154 a pressed place becomes a fence there, and the Geo switch changes nothing that is watched`()
        async throws
    {
        try await app { model in
            try await add("home", to: model, vendor: .bgeo)

            let fences = await BackgroundGeolocation.getGeofences()
            let fence = try #require(fences.first)
            #expect(fence.identifier == "home" && fence.radius == 200)
            #expect(fence.latitude == 52.2297 && fence.longitude == 21.0122)
            #expect(fence.notifyOnEntry == true && fence.notifyOnExit == true && fence.notifyOnDwell == false)
            #expect(model.shownFences.map(\.id) == ["home"])

            await phone.settle()
            let watched = await BackgroundGeolocation.monitored()
            model.showsFences = false
            await model.refresh()
            #expect(model.shownFences.isEmpty)
            #expect(await BackgroundGeolocation.monitored() == watched)
        }
    }

    @Test func `a transition comes into the log with its reasons, for BGeo as for Beekon`() async throws {
        try await app { model in
            try await add("home", to: model, vendor: .bgeo)
            try await add("house", to: model, vendor: .beekon)
            await phone.settle()
            await phone.deliver(at: away)
            await phone.advance(by: 60_000)

            await phone.move(to: home)
            await phone.advance(by: 60_000)

            let entries = await entries(2, of: model)
            #expect(Set(entries.map(\.line)) == ["BGeo: ENTER home", "Beekon: ENTER house"])
            #expect(
                entries.allSatisfy { !$0.reasons.isEmpty && $0.date == phone.now.wall.date.addingTimeInterval(-60) })
            model.vendor = .beekon
            let house = try #require(model.shownFences.first)
            #expect(model.lastAction(of: house) == .enter)
        }
    }

    @Test func `what the adapter refuses is said in the form, and nothing is added`() async throws {
        try await app { model in
            model.press(latitude: 1, longitude: 2)
            var draft = try #require(model.draft)
            draft.identifier = "silent"
            draft.reportsEnter = false
            draft.reportsExit = false

            let problem = await model.save(draft)

            #expect(problem == "INVALID_GEOFENCE: geofence request rejected (INVALID_GEOFENCE)")
            #expect(model.draft != nil)
            #expect(await BackgroundGeolocation.getGeofences().isEmpty)
        }
    }

    @Test func `a fence is edited and removed where it was tapped`() async throws {
        try await app { model in
            try await add("house", to: model, vendor: .beekon)
            let fence = try #require(model.shownFences.first)
            var draft = try #require(model.form(for: fence))
            #expect(!draft.isNew && draft.identifier == "house")
            draft.radius = "350"
            #expect(await model.save(draft) == nil)
            #expect(model.shownFences.map(\.radius) == [350])

            #expect(await model.remove(draft) == nil)
            #expect(model.shownFences.isEmpty)
        }
    }

    @Test func `Customer io shows what is monitored, and has no form`() async throws {
        let settings = CustomerIOSettings(key: "key", host: "https://example.com", person: "someone")
        try await app(settings) { model in
            model.vendor = .customerIO
            await CustomerIO.settled()
            await model.refresh()
            let fence = try #require(model.shownFences.first)
            #expect(fence.id == "shop" && fence.radius == 300 && fence.isWatched)
            #expect(fence.latitude == 52.2297 && fence.longitude == 21.0122)

            #expect(model.form(for: fence) == nil)
            model.press(latitude: 1, longitude: 2)
            #expect(model.draft == nil)
            #expect(
                model.problem
                    == "Customer.io's fences come from the workspace. The map shows those that are monitored.")
        }
    }

    @Test func `without a key Customer io is left alone`() async throws {
        try await app { model in
            model.vendor = .customerIO
            #expect(model.shownFences.isEmpty && model.problem == nil)
            #expect(phone.requests.isEmpty)
        }
    }

    @Test func `While Using is asked first, Always once there is a fence`() async throws {
        await phone.setAuthorization(Authorization(tier: .notDetermined))
        phone.answerPrompts(.allowWhenInUse)
        try await app { model in
            #expect(model.permission == .askWhenInUse)
            model.askForPermission()
            await phone.settle()
            await model.refresh()
            #expect(model.permission == .nothing)

            try await add("home", to: model, vendor: .bgeo)
            #expect(model.permission == .askAlways)
            phone.answerPrompts(.allow)
            model.askForPermission()
            await phone.settle()
            await model.refresh()
            #expect(model.permission == .nothing)
            #expect(phone.device.authorization.current.tier == .always)
        }
    }

    @Test func `a log that cannot be read is said, and the app goes on`() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("{".utf8).write(to: folder.appending(path: "log.json"))
        try await app { model in
            #expect(model.problem?.hasPrefix("The log of earlier transitions cannot be read: ") == true)
            #expect(model.entries.isEmpty)
            try await add("home", to: model, vendor: .bgeo)
            #expect(model.shownFences.map(\.id) == ["home"])
        }
    }

    @Test func `settings come from the property list, and there are none without a key`() {
        let list = ["CustomerIOKey": "k", "CustomerIOHost": "", "CustomerIOPerson": "p"]
        #expect(CustomerIOSettings { list[$0] } == CustomerIOSettings(key: "k", person: "p"))
        #expect(CustomerIOSettings { ["CustomerIOKey": ""][$0] } == nil)
        #expect(CustomerIOSettings { _ in nil } == nil)
    }
}
