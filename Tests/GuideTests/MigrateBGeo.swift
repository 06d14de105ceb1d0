import APIMigration
import BGeoAdapter
import Foundation
import LocationCore
import LocationSimulator
import Testing

/// BGeo's side of the guides Documentation/Migrate-*.md, word for word between the marks.
@MainActor @Suite struct `Moving from and to BGeo` {
    let place: MigrationPlace
    let phone: SimulatedPhone

    init() throws {
        place = try MigrationPlace()
        phone = SimulatedPhone(at: place.aStreetAway)
    }

    @Test func `a typical app`() async throws {
        defer { place.remove() }
        var told: [String] = []
        func handle(_ fence: String, _ what: String, _ label: String?) {
            told.append("\(what) \(fence) \(label ?? "")")
        }
        try await BackgroundGeolocation.isolated(on: phone.device, folder: place.folder) {
            // sample: app
            BackgroundGeolocation.onGeofence { event in
                handle(event.identifier, event.action.rawValue, event.extras?["label"] as? String)
            }
            try await BackgroundGeolocation.ready(Config(url: "https://example.com/locations"))
            try await BackgroundGeolocation.addGeofence(
                Geofence(
                    identifier: "home", radius: 150, latitude: 52.2297, longitude: 21.0122, notifyOnEntry: true,
                    notifyOnExit: true, notifyOnDwell: true, loiteringDelay: 300_000, extras: ["label": "Home"]))
            try await BackgroundGeolocation.start()
            // end

            await phone.move(to: place.atHome)
            await phone.advance(by: 300_000)

            #expect(told == ["ENTER home Home", "DWELL home Home"])

            try FileManager.default.createDirectory(at: place.folder, withIntermediateDirectories: true)
            let file = place.folder.appending(path: "saved.json")
            // sample: save
            let list = await BackgroundGeolocation.getGeofences().map { $0.toDictionary() }
            try JSONSerialization.data(withJSONObject: list).write(to: file)
            // end
            #expect(
                try FenceFile.read(Data(contentsOf: file), as: .bgeo).entries.map { "\($0.definition.id)" } == ["home"])
        }
    }

    @Test(arguments: [APIStyle.beekon, .customerio])
    func `the converted fences`(source: APIStyle) async throws {
        defer { place.remove() }
        let file = try place.converted(
            source == .beekon ? MigrationPlace.beekonHome : MigrationPlace.customerIOHome, source, to: .bgeo)
        try await BackgroundGeolocation.isolated(on: phone.device, folder: place.folder) {
            try await BackgroundGeolocation.ready(Config())
            // sample: file
            let list = try JSONSerialization.jsonObject(with: try Data(contentsOf: file)) as? [[String: Any]] ?? []
            let fences = list.compactMap { Geofence(dictionary: $0) }
            try await BackgroundGeolocation.addGeofences(fences)
            // end

            #expect(await BackgroundGeolocation.getGeofences().map(\.identifier) == ["home"])
            #expect(await BackgroundGeolocation.getGeofences().first?.notifyOnDwell == (source == .customerio))

            try await BackgroundGeolocation.start()
            // sample: rollback
            try await BackgroundGeolocation.stop()
            await BackgroundGeolocation.removeGeofences()
            // end
            #expect(phone.monitoredRegions.isEmpty)
        }
    }

    @Test func `what Beekon showed by itself`() async throws {
        defer { place.remove() }
        let file = try place.converted(MigrationPlace.beekonHome, .beekon, to: .bgeo)
        var shown: [String] = []
        func show(title: String, body: String) { shown.append("\(title): \(body)") }
        try await BackgroundGeolocation.isolated(on: phone.device, folder: place.folder) {
            // sample: notification
            BackgroundGeolocation.onGeofence { event in
                let kept = (event.extras?["beekon"] as? [String: Any])?["notification"] as? [String: Any]
                let block = event.action == .enter ? "onEnter" : event.action == .exit ? "onExit" : ""
                guard let text = kept?[block] as? [String: Any], let title = text["title"] as? String,
                    let body = text["body"] as? String
                else { return }
                show(title: title, body: body)
            }
            // end
            try await BackgroundGeolocation.ready(Config())
            let list = try JSONSerialization.jsonObject(with: try Data(contentsOf: file)) as? [[String: Any]] ?? []
            try await BackgroundGeolocation.addGeofences(list.compactMap { Geofence(dictionary: $0) })
            try await BackgroundGeolocation.start()

            await phone.move(to: place.atHome)

            #expect(shown == ["Welcome home: The kettle is on"])
        }
    }

    @Test func `which groups Customer io told`() async throws {
        defer { place.remove() }
        let file = try place.converted(MigrationPlace.customerIOHome, .customerio, to: .bgeo)
        var tracked: [String] = []
        func track(_ fence: String, geoset: String) { tracked.append("\(fence) \(geoset)") }
        try await BackgroundGeolocation.isolated(on: phone.device, folder: place.folder) {
            // sample: geosets
            BackgroundGeolocation.onGeofence { event in
                let kept = event.extras?["customerio"] as? [String: Any]
                for geoset in kept?["geoset_ids"] as? [String] ?? [] { track(event.identifier, geoset: geoset) }
            }
            // end
            try await BackgroundGeolocation.ready(Config())
            let list = try JSONSerialization.jsonObject(with: try Data(contentsOf: file)) as? [[String: Any]] ?? []
            try await BackgroundGeolocation.addGeofences(list.compactMap { Geofence(dictionary: $0) })
            try await BackgroundGeolocation.start()

            await phone.move(to: place.atHome)

            #expect(tracked == ["home 11"])
        }
    }
}
