import BGeoAdapter
import BeekonAdapter
import CIOAdapter
import Foundation
import LocationCore
import LocationSimulator
import Testing

#if os(iOS)
    import UIKit
#endif

/// Samples that connect an adapter for the whole process, one after another.
@Suite(.serialized) enum ProcessWideSamples {}

extension ProcessWideSamples {
    /// The samples of Documentation/iOS.md, word for word between the marks, on a simulated phone instead of a real one.
    @MainActor @Suite(.serialized) struct `iOS guide` {
        let folder = FileManager.default.temporaryDirectory.appending(path: "guide-\(UUID().uuidString)")
        let phone: SimulatedPhone

        init() throws { phone = SimulatedPhone(at: try Coordinate(latitude: 52.2297, longitude: 21.0122)) }

        @Test func `BGeo at launch`() async throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let device = phone.device
            // sample: bgeo
            await BackgroundGeolocation.connect(to: device, folder: folder)
            BackgroundGeolocation.onGeofence { event in print(event.action.rawValue, event.identifier) }
            try await BackgroundGeolocation.ready(Config(url: "https://example.com/locations"))
            // end
            await BackgroundGeolocation.disconnect()
        }

        @Test func `Beekon at launch`() async throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let device = phone.device
            // sample: beekon
            let beekon = Beekon(device: device, folder: folder)
            let crossings = await beekon.geofenceEvents
            Task { for await event in crossings { print(event.type, event.geofenceId) } }
            try await beekon.open()
            // end
            await beekon.close()
        }

        @Test func `Customer io at launch`() async throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let device = phone.device
            #if os(iOS)
                let launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
            #else
                let launchOptions: [String: Any]? = nil
            #endif
            // sample: customerio
            await CustomerIO.connect(to: device, folder: folder)
            GeofenceModule.bootstrapForBackgroundDelivery(launchOptions: launchOptions)
            CustomerIO.initialize(
                withConfig: SDKConfigBuilder(cdpApiKey: "your key")
                    .allowBackgroundDelivery(true)
                    .addModule(LocationModule(config: LocationConfig(mode: .manual)))
                    .addModule(GeofenceModule())
                    .build())
            // end
            await CustomerIO.disconnect()
        }

        @Test func `the two questions`() async throws {
            let device = phone.device
            await phone.setAuthorization(Authorization(tier: .notDetermined))
            phone.answerPrompts(.allowWhenInUse)
            // sample: first
            device.authorization.request(.whenInUse)
            // end
            await phone.settle()
            #expect(device.authorization.current.tier == .whenInUse)

            phone.answerPrompts(.allow)
            // sample: second
            if device.authorization.current.tier == .whenInUse { device.authorization.request(.always) }
            // end
            await phone.settle()
            #expect(device.authorization.current.tier == .always)
        }
    }
}
