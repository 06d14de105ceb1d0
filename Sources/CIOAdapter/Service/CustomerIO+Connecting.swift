public import Foundation
import GeofenceEngine
import HostDevice
public import LocationCore

#if os(iOS) || os(macOS)
    import AppleLocation
#endif

/// On what the SDK runs.
extension CustomerIO {
    /// The name of the database file. (CIO 8)
    public static let databaseName = "geofences.db"

    /// Puts the SDK on a device: a simulated phone in a test, the machine's own elsewhere. Listeners stay attached.
    ///
    /// Where nothing is connected, the first call connects the machine itself; only an Apple system has a location service. Connect
    /// before ``initialize(withConfig:)``: what is connected has not been initialized.
    ///
    /// - Parameters:
    ///   - device: What it runs on.
    ///   - folder: Where the database is kept; created if it is missing. On an Apple system it is kept readable while the
    ///     phone is locked and out of backups, with all that is in it: choose one for nothing else.
    public static func connect(to device: Device, folder: URL) async {
        await disconnect()
        let context = CIOContext {
            CIOService(
                device: device, store: location(in: folder, device), log: $0,
                transitions: CIOContext.processTransitions)
        }
        CIOContext.install(context)
        await (context.runtime as? CIOService)?.launch()
    }

    /// Takes the SDK off its device and closes the database, as the end of the process would.
    public static func disconnect() async {
        await (CIOContext.current.runtime as? CIOService)?.shutDown()
        CIOContext.install(CIOContext { AbsentRuntime(log: $0) })
    }

    /// Returns when everything called so far has been carried out. On a simulated phone also what follows from it at this
    /// very instant; call it before time is advanced.
    public static func settled() async { await (CIOContext.current.runtime as? CIOService)?.settled() }

    /// Runs `body` with an SDK of its own, so that tests can run side by side: every call made in it, and in tasks it
    /// starts, goes to this device and database. It runs where the caller runs: for a test of the Location module, which
    /// wants to be initialized on the main thread, on the main actor.
    public static func isolated<Result>(
        on device: Device, folder: URL, isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        let context = CIOContext { CIOService(device: device, store: location(in: folder, device), log: $0) }
        return try await CIOContext.$local.withValue(context) {
            await (context.runtime as? CIOService)?.launch()
            do {
                let result = try await body()
                await disconnect(context)
                return result
            } catch {
                await disconnect(context)
                throw error
            }
        }
    }

    private static func disconnect(_ context: CIOContext) async {
        await (context.runtime as? CIOService)?.shutDown()
    }

    static func location(in folder: URL, _ device: Device) -> StoreLocation {
        let path = folder.appending(path: databaseName).path
        StoreFolder.protect(database: path)
        // A simulated phone does not lose the machine's power when it loses its own.
        return StoreLocation(path: path, survivesPowerLoss: !device.events.isLockstep)
    }

    /// The machine itself.
    static func thisMachine() -> Device {
        #if os(iOS) || os(macOS)
            AppleDevice.shared.device(for: .cio)
        #else
            HostDevice.device()
        #endif
    }

    /// A folder of our own beside the application's data; never the vendor's. (CIO 8)
    static var defaultFolder: URL {
        let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        return (support ?? FileManager.default.temporaryDirectory).appending(path: "geofencing/customerio")
    }
}
