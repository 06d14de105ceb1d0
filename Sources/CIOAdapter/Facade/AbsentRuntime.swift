package import Foundation
package import LocationCore

/// Stands in where no runtime was installed: it does nothing, and says so.
package final class AbsentRuntime: CIORuntime {
    private let log: CIOLogSink

    package init(log: CIOLogSink) { self.log = log }

    package func start(_ settings: CoreSettings) { refuse(.start) }
    package func startLocation(_ mode: LocationTrackingMode, onMainThread: Bool) { refuse(.location) }
    package func startGeofence(_ mode: GeofenceLocationMode) { refuse(.geofence) }
    package func modulesStarted() {}
    package func bootstrapForBackgroundDelivery() { refuse(.geofence) }
    package func identify(userId: String, traits: JSONObject) {}
    package func clearIdentify() {}
    package func reset() {}
    package func setProfileAttributes(_ attributes: JSONObject) {}
    package func track(name: String, properties: JSONObject) {}
    package func screen(title: String, category: String?, properties: JSONObject) {}
    package func alias(newId: String) {}
    package func purgeStorage() {}
    package func flush(completion: (@Sendable () -> Void)?) { completion?() }
    package var userId: String? { nil }
    package var anonymousId: String { "" }
    package var hasUnsentEvents: Bool { false }
    package var pendingUploads: [URL]? { nil }
    package func setLastKnownLocation(_ fix: Fix?) { refuse(.location) }
    package func requestLocationUpdate() { refuse(.location) }
    package func requestLocationUpdateSilently() { refuse(.location) }
    package func lastKnownLocation() async -> LocationData? { nil }
    package func refreshFromCurrentLocation() { refuse(.geofence) }

    private func refuse(_ tag: CIOLogLine.Tag) {
        log(CIOLogLine(.error, tag, "nothing in this process reaches the device; the call does nothing"))
    }
}
