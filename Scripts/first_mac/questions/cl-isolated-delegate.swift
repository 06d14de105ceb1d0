// question: a main-actor class may conform to CLLocationManagerDelegate by an isolated conformance
// thought: ?
// sdk: iphoneos
// target: arm64-apple-ios17.0
import CoreLocation
import Foundation

@MainActor final class Delegate: NSObject, @MainActor CLLocationManagerDelegate {
    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {}
}
