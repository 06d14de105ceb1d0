import AppleStandIn
import Foundation
import LocationCore
import LocationSimulator

/// What a manager follows.
struct Following {
    var isUpdating = false
    /// Whether the system has stopped the updates by itself. (PLAT-114)
    var isPaused = false
    /// Whether the updates began, or went on, in front. (PLAT-091)
    var beganInFront = false
    /// Whether updates were ever asked for: fixes on their way may come after a stop.
    var hasBegun = false
    /// The request for one fix that is open.
    var request: String?
    var followsSignificantChanges = false
    /// The last far movement that was told, and when in the phone's milliseconds. (PLAT-115)
    var significant: (fix: Fix, at: Int64)?
}

// MARK: Fixes.
extension CLLocationManager {
    /// The newest fix the system remembers, possibly old. (PLAT-030, PLAT-082)
    public var location: CLLocation? {
        checkThread()
        return standIn.device.fixes.lastKnown.map(CLLocation.init)
    }

    /// Follows positions. A request for one fix ends. (PLAT-112)
    public func startUpdatingLocation() {
        checkThread()
        cancelRequest()
        following.isUpdating = true
        following.isPaused = false
        following.hasBegun = true
        following.beganInFront = standIn.phone.appState == .foreground
        failIfDenied()
        updateWatch()
    }

    /// Follows them no more. A request for one fix ends. (PLAT-112)
    public func stopUpdatingLocation() {
        checkThread()
        cancelRequest()
        following.isUpdating = false
        updateWatch()
    }

    /// Asks for one fix; a second one meanwhile changes nothing. (PLAT-112)
    public func requestLocation() {
        checkThread()
        guard following.request == nil, !following.isUpdating else { return }
        let id = "\(owner).\(standIn.nextNumber())"
        following.request = id
        standIn.device.fixes.request(FixRequest(id: id, accuracy: max(0, desiredAccuracy), timeout: 10_000))
    }

    /// Hears of far movements, in this process. (PLAT-115)
    public func startMonitoringSignificantLocationChanges() {
        checkThread()
        following.followsSignificantChanges = true
        standIn.follows(owner, true)
    }

    /// No more.
    public func stopMonitoringSignificantLocationChanges() {
        checkThread()
        following.followsSignificantChanges = false
        standIn.follows(owner, false)
        following.significant = nil
    }

    /// Hears of stays; so does every manager of the app, over relaunches, until it is stopped. (PLAT-117)
    public func startMonitoringVisits() {
        checkThread()
        standIn.phone.keep(true, as: "visits", until: .withApp)
    }

    /// No more.
    public func stopMonitoringVisits() {
        checkThread()
        standIn.phone.keep(false, as: "visits", until: .withApp)
    }

    private func cancelRequest() {
        if let request = following.request { standIn.device.fixes.cancel(request: request) }
        following.request = nil
    }

    /// Updates that are refused end in an error and go on being wanted.
    func failIfDenied() {
        let status = authorizationStatus
        guard status == .denied || status == .restricted else { return }
        let weakly = WeakManager(self)
        standIn.soon {
            guard let manager = weakly.manager else { return }
            manager.delegate?.locationManager(manager, didFailWithError: CLError(.denied))
        }
    }

    /// In the background a subscription goes on only where that is allowed. (PLAT-091, PLAT-113)
    func updateWatch() {
        guard following.isUpdating, !following.isPaused, mayUpdate else {
            return standIn.device.fixes.stopWatching(owner: owner)
        }
        standIn.device.fixes.watch(
            owner: owner, rate: FixRate(accuracy: max(0, desiredAccuracy), distance: max(0, distanceFilter)))
    }

    private var mayUpdate: Bool {
        if standIn.phone.appState == .foreground { return true }
        guard allowsBackgroundLocationUpdates else { return false }
        return authorizationStatus == .authorizedAlways || following.beganInFront || standIn.hasBackgroundActivity
    }
}

extension CLLocation {
    /// A fix in the platform's words, where a negative number means "not measured". (PLAT-110)
    convenience init(_ fix: Fix) {
        self.init(
            coordinate: CLLocationCoordinate2D(latitude: fix.coordinate.latitude, longitude: fix.coordinate.longitude),
            altitude: fix.altitude ?? 0, horizontalAccuracy: fix.accuracy ?? 0,
            verticalAccuracy: fix.altitude == nil ? -1 : fix.verticalAccuracy ?? 0,
            course: fix.course ?? -1, courseAccuracy: fix.course == nil ? -1 : fix.courseAccuracy ?? 0,
            speed: fix.speed ?? -1, speedAccuracy: fix.speed == nil ? -1 : fix.speedAccuracy ?? 0,
            timestamp: fix.timestamp.date,
            sourceInfo: CLLocationSourceInformation(
                softwareSimulationState: fix.isSimulated, andExternalAccessoryState: false))
    }
}
