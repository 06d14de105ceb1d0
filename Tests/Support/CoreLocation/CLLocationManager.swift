import AppleStandIn
import Dispatch
public import Foundation
import LocationCore
import LocationSimulator

/// One way to the system's location services. (A4)
///
/// Made and used on the main thread; its delegate hears there. (PLAT-084)
open class CLLocationManager: NSObject {
    /// Who hears.
    open weak var delegate: (any CLLocationManagerDelegate)? {
        didSet { standIn.attachWhenReady() }
    }
    /// What the positions are for.
    open var activityType: CLActivityType = .other
    /// Metres to move before the next fix. (PLAT-116)
    open var distanceFilter: CLLocationDistance = kCLDistanceFilterNone { didSet { updateWatch() } }
    /// How precise fixes should be.
    open var desiredAccuracy: CLLocationAccuracy = kCLLocationAccuracyBest { didSet { updateWatch() } }
    /// Whether the service may stop by itself. (PLAT-114)
    open var pausesLocationUpdatesAutomatically = true
    /// Whether the way is hidden from the person.
    open var showsBackgroundLocationIndicator = false
    /// Whether fixes go on in the background. (PLAT-113)
    open var allowsBackgroundLocationUpdates = false {
        didSet {
            if allowsBackgroundLocationUpdates, !standIn.infoKeys.contains("UIBackgroundModes.location") {
                standIn.violate("background updates without the background mode")
            }
            updateWatch()
        }
    }

    let standIn: StandIn
    private let part: PartHolder
    private let owner: String
    var isUpdating = false
    /// The request for one fix that is open.
    var request: String?
    /// Regions this manager asked for, for the errors about them.
    var asked: [String: CLCircularRegion] = [:]

    /// A manager of the running process.
    public override init() {
        standIn = .ofThisTask
        owner = "manager-\(standIn.nextNumber())"
        part = PartHolder(standIn)
        super.init()
        if !isOnMainQueue { standIn.violate("a manager was made off the main thread") }
        let weakly = WeakManager(self)
        part.id = standIn.join(
            isReady: { weakly.manager?.isReady == true }, hear: { weakly.manager?.hear($0) })
        // Told once after the manager was made. (PLAT-090)
        standIn.soon { weakly.manager.map { $0.delegate?.locationManagerDidChangeAuthorization($0) } }
    }

    private var isReady: Bool { delegate != nil && !standIn.servesConditions }

    // MARK: What the system allows

    /// Whether location services are on at all. (PLAT-098)
    open class func locationServicesEnabled() -> Bool {
        StandIn.ofThisTask.device.authorization.current.servicesEnabled
    }

    /// Whether the hardware can.
    open class func significantLocationChangeMonitoringAvailable() -> Bool { true }

    /// Whether the hardware can. (PLAT-077)
    open class func isMonitoringAvailable(for regionClass: AnyClass) -> Bool {
        regionClass == CLCircularRegion.self && StandIn.ofThisTask.hasRegionMonitoring
    }

    /// How far the permission reaches.
    open var authorizationStatus: CLAuthorizationStatus {
        let current = standIn.device.authorization.current
        guard current.servicesEnabled else { return .denied }
        switch current.tier {
        case .notDetermined: return .notDetermined
        case .restricted: return .restricted
        case .denied: return .denied
        case .whenInUse: return .authorizedWhenInUse
        case .always: return .authorizedAlways
        }
    }

    /// Full while nobody was asked.
    open var accuracyAuthorization: CLAccuracyAuthorization {
        let current = standIn.device.authorization.current
        return current.isPrecise || current.tier == .notDetermined ? .fullAccuracy : .reducedAccuracy
    }

    /// Asks for use in front. (PLAT-095)
    open func requestWhenInUseAuthorization() {
        guard standIn.infoKeys.contains("NSLocationWhenInUseUsageDescription") else { return }
        standIn.device.authorization.request(.whenInUse)
    }

    /// Asks for use at any time. (PLAT-093, PLAT-095)
    open func requestAlwaysAuthorization() {
        guard standIn.infoKeys.contains("NSLocationWhenInUseUsageDescription"),
            standIn.infoKeys.contains("NSLocationAlwaysAndWhenInUseUsageDescription")
        else { return }
        standIn.device.authorization.request(.always)
    }

    /// Asks for precision for a while. (PLAT-100)
    open func requestTemporaryFullAccuracyAuthorization(
        withPurposeKey purposeKey: String, completion: (((any Error)?) -> Void)? = nil
    ) {
        let isPossible =
            accuracyAuthorization == .reducedAccuracy && standIn.phone.appState == .foreground
            && standIn.infoKeys.contains("NSLocationTemporaryUsageDescriptionDictionary")
        if isPossible { standIn.device.authorization.requestTemporaryPrecision(purpose: purposeKey) }
        completion?(isPossible ? nil : CLError(.promptDeclined))
    }

    // MARK: Regions

    /// −1 where watching is not supported. (PLAT-013)
    open var maximumRegionMonitoringDistance: CLLocationDistance {
        standIn.hasRegionMonitoring ? standIn.phone.knobs.maximumRadius ?? CLLocationDistanceMax : -1
    }

    /// What all managers of the app watch, in fresh objects. Conditions of monitors are not among them. (PLAT-054)
    open var monitoredRegions: Set<CLRegion> {
        Set(
            standIn.phone.monitoredRegions.compactMap { region in
                switch region.owner {
                case .notification: nil
                case .app where standIn.servesConditions: nil
                case .app, .foreign: CLCircularRegion(region.id, region.circle, region.edges)
                }
            })
    }

    /// Asks for a region; it is watched a turn later. (PLAT-005, PLAT-006)
    open func startMonitoring(for region: CLRegion) {
        guard let region = region as? CLCircularRegion, let circle = region.circle, standIn.hasRegionMonitoring,
            !standIn.servesConditions
        else { return fail(region, .regionMonitoringFailure) }
        asked[region.identifier] = region
        var edges: RegionEdges = []
        if region.notifyOnEntry { edges.insert(.enter) }
        if region.notifyOnExit { edges.insert(.exit) }
        standIn.device.regions.register(Region(id: region.identifier, circle: circle, edges: edges))
    }

    private func fail(_ region: CLRegion, _ code: CLError.Code) {
        let weakly = WeakManager(self)
        let name = region.identifier
        standIn.soon {
            weakly.manager.map {
                $0.delegate?.locationManager(
                    $0, monitoringDidFailFor: CLCircularRegion(name, nil), withError: CLError(code))
            }
        }
    }

    /// Gives a region up, whoever asked for it. (PLAT-009)
    open func stopMonitoring(for region: CLRegion) {
        guard !standIn.servesConditions else { return }
        standIn.device.regions.unregister(id: region.identifier)
    }

    /// Asks for the remembered side. (PLAT-025)
    open func requestState(for region: CLRegion) { standIn.device.regions.requestState(id: region.identifier) }

    // MARK: Fixes

    /// The newest fix the system remembers. (PLAT-030, PLAT-082)
    open var location: CLLocation? { standIn.device.fixes.lastKnown.map(CLLocation.init) }

    /// Follows positions. A request for one fix ends. (PLAT-112)
    open func startUpdatingLocation() {
        cancelRequest()
        isUpdating = true
        updateWatch()
    }

    /// Follows them no more.
    open func stopUpdatingLocation() {
        cancelRequest()
        isUpdating = false
        updateWatch()
    }

    /// Asks for one fix; a second one meanwhile changes nothing. (PLAT-112)
    open func requestLocation() {
        guard request == nil, !isUpdating else { return }
        let id = "\(owner).\(standIn.nextNumber())"
        request = id
        standIn.device.fixes.request(FixRequest(id: id, accuracy: max(0, desiredAccuracy), timeout: 10_000))
    }

    /// Hears of far movements, also in a new process. (PLAT-115)
    open func startMonitoringSignificantLocationChanges() { standIn.followsSignificantChanges = true }

    /// No more.
    open func stopMonitoringSignificantLocationChanges() { standIn.followsSignificantChanges = false }

    /// Hears of stays. The stand-in's phone notices none. (PLAT-117)
    open func startMonitoringVisits() {}

    /// No more.
    open func stopMonitoringVisits() {}

    private func cancelRequest() {
        if let request { standIn.device.fixes.cancel(request: request) }
        request = nil
    }

    /// In the background a subscription goes on only where that is allowed.
    func updateWatch() {
        let mayRun = standIn.phone.appState == .foreground || allowsBackgroundLocationUpdates
        guard isUpdating, mayRun else { return standIn.device.fixes.stopWatching(owner: owner) }
        standIn.device.fixes.watch(
            owner: owner, rate: FixRate(accuracy: max(0, desiredAccuracy), distance: max(0, distanceFilter)))
    }
}

/// Linux gives the main queue to any thread once `main` is asynchronous, so the queue is asked, not the thread.
private let mainQueueMark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
}()

private var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: mainQueueMark) == true || Thread.isMainThread }

/// Leaves when its manager goes.
private final class PartHolder {
    let standIn: StandIn
    var id = 0
    init(_ standIn: StandIn) { self.standIn = standIn }
    deinit { standIn.leave(id) }
}

/// A manager, as long as it lives.
struct WeakManager: @unchecked Sendable {
    // Sendable holds because managers are made, used and told on the main thread, and the reference is only read.
    weak var manager: CLLocationManager?
    init(_ manager: CLLocationManager) { self.manager = manager }
}
