import BackgroundGeolocation
import BeekonKit

import struct BeekonKit.GeofenceEvent
import struct Foundation.Date

// sample: scoped
enum MapPin {
    static let event = GeofenceEvent(
        id: "1", geofenceId: "home", type: .enter, timestamp: Date(timeIntervalSince1970: 0))
    static let title = event.geofenceId
}
// end
