#if os(iOS) || os(macOS) || APPLE_STANDIN
    import CoreLocation
    import LocationCore

    /// Who has regions watched, by one of the system's two ways.
    @MainActor protocol RegionDesk: AnyObject {
        /// Gets ready; the first thing ever called.
        func start() async
        func register(_ region: Region) async
        func unregister(_ id: String) async
        func requestState(_ id: String)

        /// What the manager told about regions.
        func hear(_ word: RegionWord)
        /// The permission is another one.
        func permissionChanged()
        /// The person came back, or a file became readable: what the system holds may be other than thought.
        func lookAgain()
        /// Something is about to be decided: what others hold may have changed, of which the system says nothing.
        func glance()
        /// One of our timers came due.
        func wake(_ name: String)

        /// What a new listener is told; `nil` while it is not known yet, and will be told then.
        func welcome() -> RegionCapabilities?
        /// Whether anything is watched for this device, as far as it knows.
        var isWatching: Bool { get }
        /// Called when ``isWatching`` may have changed.
        var onChange: (() -> Void)? { get set }
    }

    /// What the location manager tells about a region.
    enum RegionWord: Sendable {
        case started(HeldRegion)
        case failed(HeldRegion?, any Error)
        case crossed(String, CrossingDirection)
        case determined(String, Side)
    }

    extension CLLocationManager {
        /// How many regions the system watches for one app. (PLAT-001)
        static let regionLimit = 20

        /// Whether circles can be watched at all. The largest distance is −1 where they cannot. (PLAT-013)
        @MainActor var watchesCircles: Bool {
            Self.isMonitoringAvailable(for: CLCircularRegion.self) && maximumRegionMonitoringDistance > 0
        }

        @MainActor func capabilities(
            _ reports: RegionReports, answersStateRequests: Bool, held: [HeldRegion]
        ) -> RegionCapabilities {
            let watches = watchesCircles
            return RegionCapabilities(
                limit: watches ? Self.regionLimit : 0,
                maximumRadius: watches && maximumRegionMonitoringDistance.isFinite
                    ? maximumRegionMonitoringDistance : nil,
                reports: watches ? reports : .nothing, answersStateRequests: watches && answersStateRequests,
                detectsDwell: false, held: held.sorted { $0.id < $1.id })
        }

        /// Why a region will not be asked for; `nil` when nothing speaks against it.
        @MainActor func objection(to region: Region) -> RegionLoss? {
            guard watchesCircles else { return .unavailable }
            return region.circle.radius > maximumRegionMonitoringDistance ? .tooLarge : nil
        }

        /// An equal name is what identifies a region: the system hands out new objects. (PLAT-008)
        @MainActor func watched(_ id: String) -> CLRegion? { monitoredRegions.first { $0.identifier == id } }
    }
#endif
