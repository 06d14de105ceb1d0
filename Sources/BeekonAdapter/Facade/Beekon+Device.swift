public import Foundation
package import GeofenceEngine
import HostDevice
public import LocationCore

#if os(iOS) || os(macOS)
    import AppleLocation
#endif

/// On what Beekon runs.
extension Beekon {
    /// The path of the database below an app's support folder. (BKN 6.4)
    public static let databasePath = "beekon/beekon.db"

    /// Puts a Beekon of its own on a device: a simulated phone in a test or on a developer's desk, a back end of the
    /// app's elsewhere. Two in one process need two folders.
    ///
    /// Nothing is opened before the first call; create it when the process begins and call ``open()``, so that a
    /// crossing that started the process is heard.
    ///
    /// - Parameters:
    ///   - device: What it runs on.
    ///   - folder: Where `beekon/beekon.db` is kept; created if it is missing. On an Apple system `beekon` in it is kept
    ///     readable while the phone is locked, and out of backups.
    ///   - cloudURL: Where cloud syncs go. There is no address built in; without one nothing is sent in cloud mode.
    ///   - androidAPI: The level of an Android system; `nil` on others.
    ///   - licenseKey: A key beside that of the configuration, which beats it.
    ///   - verifyLicense: Who can verify a key; `nil`: nobody.
    public init(
        device: Device, folder: URL, cloudURL: URL? = nil, androidAPI: Int? = nil, licenseKey: String? = nil,
        verifyLicense: (@Sendable (String) -> LicenseStatus)? = nil
    ) {
        // A simulated phone does not lose the machine's power when it loses its own.
        let store = StoreLocation(
            path: folder.appending(path: Self.databasePath).path, survivesPowerLoss: !device.events.isLockstep)
        self.init(
            device: device, store: store, cloudURL: cloudURL?.absoluteString, androidAPI: androidAPI,
            licenseKey: licenseKey, verifyLicense: verifyLicense)
    }

    package init(
        device: Device, store: StoreLocation, cloudURL: String? = nil, androidAPI: Int? = nil,
        licenseKey: String? = nil, verifyLicense: (@Sendable (String) -> LicenseStatus)? = nil
    ) {
        let one = OneService()
        self.init(
            BeekonInstallation(
                platform: device.platform, androidAPI: androidAPI, licenseKey: licenseKey,
                verifyLicense: verifyLicense, now: { device.clock.now().wall },
                open: { listener throws(BeekonError) in
                    try await one.open {
                        StoreFolder.protect(database: store.path)
                        return BeekonService(device: device, store: store, cloudURL: cloudURL, listener: listener)
                    }
                }))
    }

    /// Opens the store and begins to listen to the device, as the first call of any kind does.
    ///
    /// - Throws: ``BeekonError/storageFailure(cause:)``.
    public func open() async throws {
        _ = try await engine()
    }

    /// Stops listening and closes the store, as the end of the process does. Call nothing else afterwards.
    public func close() async {
        await calls.run { await openedEngine()?.close() }
    }
}

extension BeekonInstallation {
    /// The installation of ``Beekon/shared``: this process, on this machine.
    ///
    /// The property list may hold `BeekonLicenseKey` and, for cloud mode, `BeekonCloudURL`.
    static var standard: BeekonInstallation {
        let bundle = Bundle.main
        let one = OneService()
        let cloudURL = bundle.object(forInfoDictionaryKey: "BeekonCloudURL") as? String
        return BeekonInstallation(
            platform: platform, licenseKey: bundle.object(forInfoDictionaryKey: "BeekonLicenseKey") as? String,
            now: { Timestamp(Date()) },
            open: { listener throws(BeekonError) in
                try await one.open {
                    let file = supportFolder.appending(path: Beekon.databasePath)
                    StoreFolder.protect(database: file.path)
                    return BeekonService(
                        device: device, store: StoreLocation(path: file.path), cloudURL: cloudURL, listener: listener)
                }
            })
    }

    private static var device: Device {
        #if os(iOS) || os(macOS)
            AppleDevice.shared.device(for: .beekon)
        #else
            HostDevice.device(platform: platform)
        #endif
    }

    private static var platform: Platform {
        #if os(iOS)
            .iOS
        #elseif os(macOS)
            .macOS
        #else
            .linux
        #endif
    }

    private static var supportFolder: URL {
        FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
            ?? FileManager.default.temporaryDirectory
    }
}
