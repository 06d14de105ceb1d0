#if os(iOS) || os(macOS) || APPLE_STANDIN
    package import Foundation

    /// Where an adapter keeps its files on an Apple system.
    package enum AppleStore {
        /// Makes the folder if it is missing, readable from the first unlock after a boot on, and left out of backups.
        ///
        /// With the standard protection a locked phone, the normal case for an event in the background, could not read
        /// what is to be watched. (PLAT-053) And what a backup brings to another phone is of no use there.
        package static func protect(_ folder: URL) {
            let files = FileManager.default
            // What fails here fails again, and is told, when the store is opened.
            try? files.createDirectory(at: folder, withIntermediateDirectories: true)
            #if os(iOS)
                try? files.setAttributes(
                    [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication], ofItemAtPath: folder.path
                )
            #endif
            var folder = folder
            var values = URLResourceValues()
            values.isExcludedFromBackup = true
            try? folder.setResourceValues(values)
        }
    }
#endif
