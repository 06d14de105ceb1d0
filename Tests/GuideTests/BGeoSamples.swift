import BGeoAdapter
import LocationCore
import LocationSimulator
import Testing

/// The samples of Documentation/BGeo.md, word for word between the marks.
@MainActor @Suite struct `BGeo guide` {
    let place: GuidePlace

    init() throws { place = try GuidePlace() }

    @Test func `a fence, the reasons and the queue`() async throws {
        let phone = SimulatedPhone(at: place.office)
        try await place.using(phone) {
            try await BackgroundGeolocation.ready(Config())
            try await BackgroundGeolocation.start()
            // sample: fence
            try await BackgroundGeolocation.addGeofence(
                Geofence(
                    identifier: "office", radius: 120, latitude: 52.241832, longitude: 21.066352, notifyOnEntry: true,
                    notifyOnExit: true, notifyOnDwell: true, loiteringDelay: 300_000, extras: ["floor": 3]))
            // end
            try await BackgroundGeolocation.addGeofence(place.home)
            await phone.advance(by: 1000)

            // sample: why
            for sentence in await BackgroundGeolocation.explain(identifier: "office") { print(sentence) }
            let inside = await BackgroundGeolocation.insideNow()
            let unwatched = await BackgroundGeolocation.monitored().filter { $0.monitoredRadius == nil }
            // end

            #expect(inside == ["office"])
            #expect(unwatched.map(\.identifier) == ["home"])
            #expect(unwatched.map(\.absence) == ["too far away to be a candidate"])

            // sample: queue
            let waiting = await BackgroundGeolocation.getCount()
            let records = try await BackgroundGeolocation.sync()
            // end

            #expect(waiting > 0)
            #expect(records.count == waiting)
        }
    }
}
