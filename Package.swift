// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// Deprecated members of a vendor's API are part of it, and tested.
let usingDeprecated: [SwiftSetting] = strict + [.treatWarning("DeprecatedDeclaration", as: .warning)]

/// What a target tells Apple of the data it sends and of the calls it must give reasons for. Elsewhere such a resource
/// would do no more than add an accessor that holds a path of the build machine.
#if os(Linux)
    let privacyFile: [Resource] = []
    let notForLinux = ["PrivacyInfo.xcprivacy"]
#else
    let privacyFile: [Resource] = [.copy("PrivacyInfo.xcprivacy")]
    let notForLinux: [String] = []
#endif

/// The location service of an Apple system; elsewhere there is none to link.
#if os(Linux)
    let appleProducts: [Product] = []
#else
    let appleProducts: [Product] = [.library(name: "AppleLocation", targets: ["AppleLocation"])]
#endif
let appleLocation: Target.Dependency = .target(name: "AppleLocation", condition: .when(platforms: [.iOS, .macOS]))

/// Apple's frameworks as a stand-in, for the tests of AppleLocation. Only where there are none of Apple's own: a target
/// named CoreLocation would hide the real one. No product depends on it.
#if os(Linux)
    let appleFrameworks: [Target.Dependency] = ["CoreLocation", "UserNotifications", "UIKit", "Network"]
    let appleBench: [Target.Dependency] = ["AppleBench", "AppleLocation", "AppleStandIn"]
    let standIn: [Target] = [
        .target(
            name: "AppleStandIn", dependencies: ["LocationSimulator", "LocationCore"],
            path: "Tests/Support/AppleStandIn", swiftSettings: strict),
        .target(
            name: "CoreLocation", dependencies: ["AppleStandIn", "LocationSimulator", "LocationCore"],
            path: "Tests/Support/CoreLocation", swiftSettings: strict),
        .target(
            name: "UserNotifications",
            dependencies: ["AppleStandIn", "CoreLocation", "LocationSimulator", "LocationCore"],
            path: "Tests/Support/UserNotifications", swiftSettings: strict),
        .target(
            name: "UIKit", dependencies: ["AppleStandIn", "LocationSimulator", "LocationCore"],
            path: "Tests/Support/UIKit", swiftSettings: strict),
        .target(
            name: "Network", dependencies: ["AppleStandIn", "LocationCore"],
            path: "Tests/Support/Network", swiftSettings: strict),
        .target(
            name: "BackgroundTasks", dependencies: ["AppleStandIn", "LocationSimulator", "LocationCore"],
            path: "Tests/Support/BackgroundTasks", swiftSettings: strict),
        // Not Apple's: libFuzzer comes with the toolchain for Linux.
        .executableTarget(
            name: "geofence-fuzz",
            dependencies: [
                "APIMigration", "BGeoAdapter", "BeekonAdapter", "CIOAdapter", "GeofenceEngine", "LocationSimulator",
                "LocationCore",
            ],
            path: "Tests/Fuzz/geofence-fuzz", swiftSettings: strict),
        .target(
            name: "AppleBench",
            dependencies: ["AppleLocation", "AppleStandIn", "LocationSimulator", "LocationCore"],
            path: "Tests/Support/AppleBench", swiftSettings: strict),
        .testTarget(
            name: "AppleStandInTests",
            dependencies: ["AppleStandIn", "BackgroundTasks", "LocationSimulator", "LocationCore"] + appleFrameworks,
            swiftSettings: strict),
        .testTarget(
            name: "AppleLocationTests",
            dependencies: [
                "AppleLocation", "AppleBench", "AppleStandIn", "GeofenceEngine", "LocationSimulator", "LocationCore",
                "TestSupport",
            ] + appleFrameworks,
            swiftSettings: strict),
    ]
#else
    let appleFrameworks: [Target.Dependency] = []
    let appleBench: [Target.Dependency] = []
    let standIn: [Target] = []
#endif

/// Modules with the vendors' own names, so that an app's imports need not change.
let dropIns: [Target] = [
    ("CioDataPipelines", "CIOAdapter"), ("CioInternalCommon", "CIOAdapter"), ("CioLocation", "CIOAdapter"),
    ("CioLocationGeofence", "CIOAdapter"),
    ("BackgroundGeolocation", "BGeoAdapter"), ("BeekonKit", "BeekonAdapter"),
].map { name, adapter in
    .target(
        name: name, dependencies: [.target(name: adapter)], path: "Sources/DropIn/\(name)", swiftSettings: strict)
}

let exampleParts: [Target.Dependency] = ["ExampleSupport", "CommandLineWords", "LocationSimulator", "LocationCore"]

// Mac Catalyst, tvOS, watchOS and visionOS are not supported. A manifest cannot say so; LocationCore ends a build for them.
let package = Package(
    name: "geofencing",
    platforms: [.iOS(.v17), .macOS(.v14)],
    products: [
        .library(name: "LocationCore", targets: ["LocationCore"]),
        .library(name: "GeofenceEngine", targets: ["GeofenceEngine"]),
        .library(name: "LocationSimulator", targets: ["LocationSimulator"]),
        .library(name: "BGeoAdapter", targets: ["BGeoAdapter"]),
        .library(name: "BeekonAdapter", targets: ["BeekonAdapter"]),
        .library(name: "CIOAdapter", targets: ["CIOAdapter"]),
        .library(name: "APIMigration", targets: ["APIMigration"]),
        .executable(name: "geofence", targets: ["geofence"]),
        .library(name: "CioDataPipelines", targets: ["CioDataPipelines"]),
        .library(name: "CioInternalCommon", targets: ["CioInternalCommon"]),
        .library(name: "CioLocation", targets: ["CioLocation"]),
        .library(name: "CioLocationGeofence", targets: ["CioLocationGeofence"]),
        .library(name: "BackgroundGeolocation", targets: ["BackgroundGeolocation"]),
        .library(name: "BeekonKit", targets: ["BeekonKit"]),
    ] + appleProducts,
    targets: [
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
        // One instruction that Swift has no name for.
        .target(name: "CMemoryHint"),
        .target(name: "LocationCore", swiftSettings: strict),
        .target(
            name: "GeofenceEngine",
            dependencies: [
                "LocationCore", "CMemoryHint", .target(name: "CSQLite", condition: .when(platforms: [.linux])),
            ],
            exclude: notForLinux, resources: privacyFile, swiftSettings: strict),
        .target(name: "LocationSimulator", dependencies: ["LocationCore", "HostDevice"], swiftSettings: strict),
        .target(
            name: "HostDevice", dependencies: ["LocationCore"], exclude: notForLinux, resources: privacyFile,
            swiftSettings: strict),
        .target(
            name: "AppleLocation", dependencies: ["LocationCore", "HostDevice"] + appleFrameworks,
            swiftSettings: strict + [.define("APPLE_STANDIN", .when(platforms: [.linux]))]),
        .target(
            name: "BGeoAdapter", dependencies: ["LocationCore", "GeofenceEngine", "HostDevice", appleLocation],
            exclude: notForLinux, resources: privacyFile, swiftSettings: strict),
        .target(
            name: "BeekonAdapter", dependencies: ["LocationCore", "GeofenceEngine", "HostDevice", appleLocation],
            exclude: notForLinux, resources: privacyFile, swiftSettings: strict),
        .target(
            name: "CIOAdapter", dependencies: ["LocationCore", "GeofenceEngine", "HostDevice", appleLocation],
            exclude: notForLinux, resources: privacyFile, swiftSettings: strict),
        .target(
            name: "APIMigration",
            dependencies: ["LocationCore", "GeofenceEngine", "BGeoAdapter", "BeekonAdapter", "CIOAdapter"],
            exclude: notForLinux, resources: privacyFile,
            swiftSettings: strict),
        .executableTarget(
            name: "geofence", dependencies: ["APIMigration", "BeekonAdapter", "CommandLineWords", "LocationCore"],
            path: "Sources/GeofenceTool",
            swiftSettings: strict),
        // What is typed behind a command, for the tool and the examples.
        .target(name: "CommandLineWords", swiftSettings: strict),
        // The examples and benchmarks are no products: an app that depends on the package does not build them.
        .target(
            name: "ExampleSupport", dependencies: ["CommandLineWords", "LocationSimulator", "LocationCore"],
            path: "Examples/ExampleSupport", swiftSettings: strict),
        .executableTarget(
            name: "BeekonExample", dependencies: ["BeekonAdapter"] + exampleParts,
            path: "Examples/BeekonExample", swiftSettings: strict),
        .executableTarget(
            name: "BGeoExample", dependencies: ["BGeoAdapter"] + exampleParts,
            path: "Examples/BGeoExample", swiftSettings: strict),
        .executableTarget(
            name: "CIOExample", dependencies: ["CIOAdapter"] + exampleParts,
            path: "Examples/CIOExample", swiftSettings: strict),
        .executableTarget(
            name: "geofence-bench",
            dependencies: [
                "BenchSupport", "LocationCore", "GeofenceEngine", "BGeoAdapter", "BeekonAdapter", "CIOAdapter",
            ],
            path: "Benchmarks/geofence-bench", swiftSettings: strict),
        .executableTarget(
            name: "geofence-wake", dependencies: ["BenchSupport", "LocationCore", "GeofenceEngine"],
            path: "Benchmarks/geofence-wake", swiftSettings: strict),
        .target(name: "BenchSupport", path: "Benchmarks/BenchSupport", swiftSettings: strict),
        .target(
            name: "TestSupport", dependencies: ["LocationCore"], path: "Tests/Support/TestSupport",
            swiftSettings: strict),
        // A disk that fails under SQLite, for tests.
        .target(
            name: "CFaultVFS", dependencies: [.target(name: "CSQLite", condition: .when(platforms: [.linux]))],
            path: "Tests/Support/CFaultVFS", linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(
            name: "FaultyDisk", dependencies: ["CFaultVFS"], path: "Tests/Support/FaultyDisk", swiftSettings: strict),
        .target(
            name: "PhoneBench", dependencies: ["LocationSimulator", "LocationCore"] + appleBench,
            path: "Tests/Support/PhoneBench",
            swiftSettings: strict + [.define("APPLE_STANDIN", .when(platforms: [.linux]))]),
        .testTarget(
            name: "HostDeviceTests",
            dependencies: [
                "HostDevice", "BGeoAdapter", "BeekonAdapter", "CIOAdapter", "LocationSimulator", "LocationCore",
                "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "LocationCoreTests", dependencies: ["LocationCore", "TestSupport"], resources: [.copy("Golden")],
            swiftSettings: strict),
        .testTarget(
            name: "GeofenceEngineTests",
            dependencies: [
                "FaultyDisk", "GeofenceEngine", "LocationSimulator", "LocationCore", "PhoneBench", "TestSupport",
            ],
            resources: [.copy("Golden")], swiftSettings: strict),
        .testTarget(
            name: "LocationSimulatorTests", dependencies: ["LocationSimulator", "LocationCore", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "BGeoAdapterTests",
            dependencies: [
                "BGeoAdapter", "FaultyDisk", "GeofenceEngine", "LocationSimulator", "LocationCore", "PhoneBench",
                "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "BeekonAdapterTests",
            dependencies: [
                "BeekonAdapter", "FaultyDisk", "GeofenceEngine", "LocationSimulator", "LocationCore", "PhoneBench",
                "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "CIOAdapterTests",
            dependencies: [
                "CIOAdapter", "FaultyDisk", "GeofenceEngine", "LocationSimulator", "LocationCore", "PhoneBench",
                "TestSupport",
            ],
            swiftSettings: usingDeprecated),
        .testTarget(
            name: "APIMigrationTests",
            dependencies: [
                "APIMigration", "GeofenceEngine", "BGeoAdapter", "BeekonAdapter", "CIOAdapter", "LocationSimulator",
                "LocationCore",
                "TestSupport",
            ],
            resources: [.copy("Golden")], swiftSettings: strict),
        .testTarget(
            name: "PublicCasesTests",
            dependencies: [
                "GeofenceEngine", "BGeoAdapter", "BeekonAdapter", "CIOAdapter", "LocationSimulator", "LocationCore",
                "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "GuideTests",
            dependencies: [
                "APIMigration", "BGeoAdapter", "BeekonAdapter", "CIOAdapter", "BackgroundGeolocation", "BeekonKit",
                "CioDataPipelines", "LocationSimulator", "LocationCore",
            ],
            swiftSettings: strict),
        // What the example app decides, without its views.
        .testTarget(
            name: "PhoneAppTests",
            dependencies: ["BGeoAdapter", "BeekonAdapter", "CIOAdapter", "LocationSimulator", "LocationCore"],
            path: "Examples/PhoneApp.swiftpm", exclude: ["App", "Info.plist", "Package.swift", "README.md"],
            sources: ["Model", "Tests"], swiftSettings: strict),
        // Written and built as an app outside this package is: no member of ours that is not public, no setting of ours.
        .testTarget(
            name: "DropInTests",
            dependencies: [
                "CioDataPipelines", "CioInternalCommon", "CioLocation", "CioLocationGeofence", "BackgroundGeolocation",
                "BeekonKit", "LocationSimulator", "LocationCore",
            ],
            packageAccess: false, swiftSettings: [.treatAllWarnings(as: .error)]),
    ] + dropIns + standIn
)
