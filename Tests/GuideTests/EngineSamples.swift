import BGeoAdapter
import LocationCore
import LocationSimulator
import Testing

/// The samples of Documentation/Engine.md, word for word between the marks.
@MainActor @Suite struct `Engine guide` {
    let place: GuidePlace

    init() throws { place = try GuidePlace() }

    @Test func `asking why`() async throws {
        let phone = SimulatedPhone(at: place.office)
        try await place.using(phone) {
            try await BackgroundGeolocation.ready(Config())
            try await BackgroundGeolocation.start()
            await phone.advance(by: 1000)
            try await BackgroundGeolocation.addGeofence(
                Geofence(
                    identifier: "airport", radius: 1000, latitude: 52.165712, longitude: 20.967122, notifyOnEntry: true)
            )

            // sample: explain
            let sentences = await BackgroundGeolocation.explain(identifier: "airport")
            let state = await BackgroundGeolocation.state(of: "airport")
            // end

            #expect(sentences.contains("it has no region: too far away to be a candidate"))
            #expect(state?.isInside == false)
            #expect(await BackgroundGeolocation.state(of: "nowhere") == nil)
            #expect(await BackgroundGeolocation.explain(identifier: "nowhere") == ["no fence is named nowhere"])
        }
    }
}
