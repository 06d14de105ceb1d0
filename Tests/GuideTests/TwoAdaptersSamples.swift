import BGeoAdapter
import BeekonAdapter
import Foundation
import LocationCore
import LocationSimulator
import Testing

extension ProcessWideSamples {
    /// The samples of Documentation/TwoAdapters.md, word for word between the marks.
    @MainActor @Suite struct `Guide to two adapters` {
        @Test func `two adapters divide the places`() async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "guide-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            let home = try Coordinate(latitude: 52.2297, longitude: 21.0122)
            let phone = SimulatedPhone(profile: .iOSClassic, seed: 7, at: home)
            let device = phone.device

            // sample: share
            let shared = SharedDevice(device)
            await BackgroundGeolocation.connect(to: shared.device(for: .bgeo), folder: folder)
            let beekon = Beekon(device: shared.device(for: .beekon), folder: folder)
            try await beekon.open()
            // end
            // sample: shares
            for share in shared.shares() { print(share.name, share.places, share.used, share.isRunning) }
            // end
            #expect(shared.shares().map(\.name) == ["beekon", "bgeo"])
            #expect(shared.shares().map(\.places) == [10, 10])

            await BackgroundGeolocation.disconnect()
            // sample: release
            shared.release("bgeo")
            // end
            await phone.settle()
            #expect(shared.shares().map(\.places) == [20, 0])
            await beekon.close()
            // sample: guest
            await BackgroundGeolocation.connect(to: device.guest, folder: folder)
            // end
            #expect(await BackgroundGeolocation.getGeofences().isEmpty)
            await BackgroundGeolocation.disconnect()
        }
    }
}
