import AppleStandIn
import CoreLocation
import Foundation
import LocationCore

/// A delegate that notes whether it is called on the main thread.
final class ThreadEar: NSObject, CLLocationManagerDelegate, Sendable {
    let onMain = Locked<[Bool]>([])

    func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) {
        let isMain = StandIn.isOnMain
        onMain.withLock { $0.append(isMain) }
    }
}
