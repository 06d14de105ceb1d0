import AppleStandIn
public import Foundation
import LocationCore
import LocationSimulator

/// One way to the system's location services. (A4)
///
/// Made and used on the main thread; its delegate hears there. (PLAT-084)
open class CLLocationManager: NSObject {
    /// Who hears.
    open weak var delegate: (any CLLocationManagerDelegate)? {
        didSet {
            checkThread()
            // Where there are conditions, what comes waits for their monitor.
            let hears = delegate != nil && !standIn.hasConditions
            seat.isReady.withLock { $0 = hears }
            standIn.hearWhenReady()
        }
    }
    /// What the positions are for.
    open var activityType: CLActivityType = .other
    /// Metres to move before the next fix. (PLAT-116)
    open var distanceFilter: CLLocationDistance = kCLDistanceFilterNone { didSet { updateWatch() } }
    /// How precise fixes should be.
    open var desiredAccuracy: CLLocationAccuracy = kCLLocationAccuracyBest { didSet { updateWatch() } }
    /// Whether the service may stop by itself. (PLAT-114)
    open var pausesLocationUpdatesAutomatically = true
    /// Whether the person sees that the way is followed.
    @available(macOS, unavailable)
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
    let owner: String
    var following = Following()
    /// Regions this manager asked for, for the errors about them.
    var asked: [String: CLCircularRegion] = [:]
    /// What its delegate was last told, or could have read.
    var toldAuthorization: Authorization?
    private let seat: Seat

    /// A manager of the running process.
    public override init() {
        standIn = .ofThisTask
        owner = "manager-\(standIn.nextNumber())"
        seat = Seat(standIn, owner)
        super.init()
        checkThread()
        Managers.of(standIn).add(self)
        let weakly = WeakManager(self)
        let isReady = seat.isReady
        seat.id = standIn.join(
            isReady: { isReady.withLock { $0 } }, hear: { weakly.manager?.hear($0) })
        // Told once after the manager was made. (PLAT-090)
        standIn.soon { weakly.manager?.tellAuthorization() }
    }

    /// The real one calls its delegate on the run loop of the thread that made it, and must be used there. (PLAT-084)
    func checkThread(_ call: StaticString = #function) {
        if !StandIn.isOnMain { standIn.violate("a location manager was used off the main thread: \(call)") }
    }

    /// Whether location services are on at all. (PLAT-098)
    open class func locationServicesEnabled() -> Bool {
        StandIn.ofThisTask.device.authorization.current.servicesEnabled
    }

    /// Whether the hardware can.
    open class func significantLocationChangeMonitoringAvailable() -> Bool {
        StandIn.ofThisTask.traits.hasSignificantChanges
    }

    /// Whether the hardware can; it says nothing about the permission. (PLAT-077)
    open class func isMonitoringAvailable(for regionClass: AnyClass) -> Bool {
        regionClass == CLCircularRegion.self && StandIn.ofThisTask.hasRegionMonitoring
    }

    /// Leaves when its manager goes.
    private final class Seat {
        let standIn: StandIn
        let isReady = Locked(false)
        var id = 0
        private let owner: String

        init(_ standIn: StandIn, _ owner: String) {
            self.standIn = standIn
            self.owner = owner
        }

        deinit {
            standIn.leave(id)
            standIn.follows(owner, false)
            standIn.device.fixes.stopWatching(owner: owner)
        }
    }
}

/// A manager, as long as it lives.
struct WeakManager: @unchecked Sendable {
    // Sendable holds because managers are made, used and told on the main thread, and the reference is only read.
    weak var manager: CLLocationManager?
    init(_ manager: CLLocationManager) { self.manager = manager }
}

/// All managers of a process.
final class Managers: Sendable {
    private let all = Locked<[WeakManager]>([])

    static func of(_ standIn: StandIn) -> Managers { standIn.singleton("managers") { Managers() } }

    func add(_ manager: CLLocationManager) {
        let weakly = WeakManager(manager)
        all.withLock { all in
            all.removeAll { $0.manager == nil }
            all.append(weakly)
        }
    }

    var living: [CLLocationManager] { all.withLock { $0 }.compactMap(\.manager) }
}
