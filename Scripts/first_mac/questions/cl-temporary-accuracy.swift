// question: the request for precise positions has an asynchronous form
// thought: yes
// sdk: iphoneos
// target: arm64-apple-ios17.0
import CoreLocation

@MainActor func ask(_ manager: CLLocationManager) async throws {
    try await manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "probe")
}
