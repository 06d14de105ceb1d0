// swift-tools-version: 6.2
import AppleProductTypes
import PackageDescription

let package = Package(
    name: "PhoneApp",
    platforms: [.iOS("17.0")],
    products: [
        .iOSApplication(
            name: "PhoneApp",
            targets: ["AppModule"],
            bundleIdentifier: "example.geofencing.PhoneApp",
            teamIdentifier: "",
            displayVersion: "1.0",
            bundleVersion: "1",
            appIcon: .placeholder(icon: .mapPin),
            accentColor: .presetColor(.blue),
            supportedDeviceFamilies: [.phone, .pad],
            supportedInterfaceOrientations: [.portrait, .landscapeRight, .landscapeLeft],
            additionalInfoPlistContentFilePath: "Info.plist")
    ],
    dependencies: [.package(name: "geofencing", path: "../..")],
    targets: [
        .executableTarget(
            name: "AppModule",
            dependencies: [
                .product(name: "BGeoAdapter", package: "geofencing"),
                .product(name: "BeekonAdapter", package: "geofencing"),
                .product(name: "CIOAdapter", package: "geofencing"),
                .product(name: "AppleLocation", package: "geofencing"),
                .product(name: "LocationCore", package: "geofencing"),
            ],
            path: ".", exclude: ["Tests", "Info.plist", "README.md"], sources: ["App", "Model"],
            swiftSettings: [
                .treatAllWarnings(as: .error),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ])
    ]
)
