// question: the classic calls for regions give no warning for iOS 17
// thought: yes
// sdk: iphoneos
// target: arm64-apple-ios17.0
import CoreLocation

func watch(_ region: CLRegion, _ manager: CLLocationManager) {
    manager.startMonitoring(for: region)
    manager.requestState(for: region)
    manager.stopMonitoring(for: region)
}
