import BGeoAdapter
import BeekonAdapter
import CIOAdapter
import Foundation
import HostDevice
import LocationCore
import LocationSimulator
import Testing

@Suite struct `HOST files that a locked phone can read` {
    /// Writes down what is asked of the system.
    private final class Recording: FileKeeping {
        let readable = Locked<[String]>([])
        let kept = Locked<[String]>([])

        func keepReadableWhileLocked(_ url: URL) { readable.withLock { $0.append(url.lastPathComponent) } }
        func keepOutOfBackups(_ url: URL) { kept.withLock { $0.append(url.lastPathComponent) } }
    }

    private let folder = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID().uuidString)")
    private let keeper = Recording()
    private let phone = SimulatedPhone(
        profile: .iOSClassic, knobs: .quick, seed: 1, at: Coordinate(checkedLatitude: 52, longitude: 21))

    @Test func `D3 the folder, the database and what lies beside it, and nothing else`() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let names = ["a.db", "a.db-fences", "a.db-shm", "a.db-wal"]
        for name in names + ["photo.jpg"] { try Data().write(to: folder.appending(path: name)) }

        StoreFolder.$keeper.withValue(keeper) {
            StoreFolder.protect(database: folder.appending(path: "a.db").path)
        }

        #expect(keeper.readable.withLock { $0 } == [folder.lastPathComponent] + names)
        #expect(keeper.kept.withLock { $0 } == [folder.lastPathComponent] + names)
    }

    @Test func `D3 a folder that is missing is made first`() {
        defer { try? FileManager.default.removeItem(at: folder) }

        StoreFolder.$keeper.withValue(keeper) {
            StoreFolder.protect(database: folder.appending(path: "deep/a.db").path)
        }

        #expect(FileManager.default.fileExists(atPath: folder.appending(path: "deep").path))
        #expect(keeper.readable.withLock { $0 } == ["deep"])
    }

    @Test func `D3 the class is the one that is readable from the first unlock on`() throws {
        let kept = try #require(SystemFiles.readableWhileLocked[.protectionKey] as? FileProtectionType)
        #expect(kept == FileProtectionType.completeUntilFirstUserAuthentication)
        #expect(SystemFiles.outOfBackups.isExcludedFromBackup == true)
    }

    @Test func `D3 BGeo's folder is protected, whoever chose it, and again with what it holds`() async {
        defer { try? FileManager.default.removeItem(at: folder) }
        await StoreFolder.$keeper.withValue(keeper) {
            for _ in 0..<2 { await BackgroundGeolocation.isolated(on: phone.device, folder: folder) {} }
        }
        let name = folder.lastPathComponent
        #expect(keeper.readable.withLock { $0 }.prefix(3) == [name, name, "bgeo.db"])
        #expect(keeper.readable.withLock { $0 } == keeper.kept.withLock { $0 })
    }

    @Test func `D3 Customer.io's folder is protected, whoever chose it`() async {
        defer { try? FileManager.default.removeItem(at: folder) }
        await StoreFolder.$keeper.withValue(keeper) {
            await CustomerIO.isolated(on: phone.device, folder: folder) {}
        }
        #expect(keeper.readable.withLock { $0 } == [folder.lastPathComponent])
        #expect(keeper.kept.withLock { $0 } == [folder.lastPathComponent])
    }

    @Test func `D3 Beekon's folder is protected, whoever chose it`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await StoreFolder.$keeper.withValue(keeper) {
            let beekon = Beekon(device: phone.device, folder: folder)
            try await beekon.open()
            await beekon.close()
        }
        #expect(keeper.readable.withLock { $0 } == ["beekon"])
        #expect(keeper.kept.withLock { $0 } == ["beekon"])
    }
}
