#if os(iOS) || os(macOS) || APPLE_STANDIN
    import Foundation

    /// What the code around the frameworks has to know of the system, as a value, so that an older one can be tested.
    package struct AppleSystem: Sendable {
        /// As in 17.2: of iOS, or of macOS on a Mac.
        package let version: (major: Int, minor: Int)
        /// Who has which monitor open.
        package let monitors: MonitorRegistry
        /// The background modes of the app's property list.
        package let backgroundModes: Set<String>
        /// Whether the process is an app or an extension of one. The notification center ends a process that is none.
        package let isApp: Bool

        /// Describes a system; left out is what this process has.
        package init(
            version: (major: Int, minor: Int)? = nil, monitors: MonitorRegistry = .ofProcess,
            backgroundModes: Set<String>? = nil, isApp: Bool? = nil
        ) {
            let system = ProcessInfo.processInfo.operatingSystemVersion
            self.version = version ?? (system.majorVersion, system.minorVersion)
            self.monitors = monitors
            let listed = Bundle.main.object(forInfoDictionaryKey: "UIBackgroundModes") as? [String]
            self.backgroundModes = backgroundModes ?? Set(listed ?? [])
            self.isApp = isApp ?? Self.isApp(Bundle.main.bundleURL)
        }

        /// A test runner has a bundle with an identifier too: what counts is whether the bundle is an app or an extension.
        static func isApp(_ bundle: URL) -> Bool { ["app", "appex"].contains(bundle.pathExtension.lowercased()) }

        /// Whether it is iOS 18 or macOS 15, or newer: since then events carry diagnostics, and iOS has sessions.
        var hasDiagnostics: Bool {
            #if os(macOS)
                version.major >= 15
            #else
                version.major >= 18
            #endif
        }

        func watchesConditions(_ monitor: RegionMonitor) -> Bool {
            switch monitor {
            case .automatic: hasDiagnostics
            case .classic: false
            case .conditions: true
            }
        }
    }
#endif
