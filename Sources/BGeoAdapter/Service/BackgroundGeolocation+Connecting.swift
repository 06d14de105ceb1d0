public import Foundation
import GeofenceEngine
import HostDevice
public import LocationCore

/// On what the SDK runs.
extension BackgroundGeolocation {
    /// The name of the database file. (BGEO-148)
    public nonisolated static let databaseName = "bgeo.db"

    /// Puts the SDK on a device: a simulated phone in a test, the machine's own elsewhere. Listeners stay attached.
    ///
    /// Where nothing is connected, the first call connects the machine itself, whose provider state then says that there
    /// is no location service.
    ///
    /// - Parameters:
    ///   - device: What it runs on.
    ///   - folder: Where `bgeo.db` is kept; created if it is missing. On an Apple system it is kept readable while the
    ///     phone is locked and out of backups, with all that is in it: choose one for nothing else.
    public static func connect(to device: Device, folder: URL) async {
        await disconnect()
        let service = BGeoService(device: device, store: location(in: folder, device), hub: processHub)
        install(service)
        await service.launch()
    }

    /// Takes the SDK off its device and closes the database, as the end of the process would.
    public static func disconnect() async {
        if let service = current.engine as? BGeoService { await service.shutDown() }
        install(AbsentEngine())
    }

    /// Runs `body` with an SDK of its own, so that tests can run side by side: every call of ``BackgroundGeolocation`` made
    /// in it, and in tasks it starts, goes to this device and database.
    public static func isolated<Result>(
        on device: Device, folder: URL, _ body: @MainActor () async throws -> Result
    ) async rethrows -> Result {
        let hub = EventHub()
        let service = BGeoService(device: device, store: location(in: folder, device), hub: hub)
        return try await $context.withValue(BGeoContext(engine: service, hub: hub)) {
            await service.launch()
            do {
                let result = try await body()
                await service.shutDown()
                return result
            } catch {
                await service.shutDown()
                throw error
            }
        }
    }

    static func location(in folder: URL, _ device: Device) -> StoreLocation {
        let path = folder.appending(path: databaseName).path
        StoreFolder.protect(database: path)
        // A simulated phone does not lose the machine's power when it loses its own.
        return StoreLocation(path: path, survivesPowerLoss: !device.events.isLockstep)
    }
}
