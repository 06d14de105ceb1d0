/// A kind of event that the engine emits.
package enum EventChannel: String, Hashable, Sendable, CaseIterable {
    case geofence
    case geofencesChange = "geofenceschange"
    case location
    case motionChange = "motionchange"
    case http
    case connectivityChange = "connectivitychange"
    case authorization
    case providerChange = "providerchange"
    case heartbeat
    case powerSaveChange = "powersavechange"
    case locationError = "locationerror"
    case crash
    case distraction
    case heading
}
