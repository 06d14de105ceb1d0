package import AppleStandIn
package import Foundation
import LocationCore
import LocationSimulator

/// What no phone does by itself, for the tests of who uses these frameworks.
extension StandIn {
    /// Calls the delegates of all managers as a test wants it: about no region or somebody else's, with any error, with
    /// positions of negative accuracies, or late after a stop. Returns when they have returned.
    package func callDelegates(
        _ call: @escaping @MainActor @Sendable (any CLLocationManagerDelegate, CLLocationManager) -> Void
    ) async {
        await MainActor.run {
            StandIn.$current.withValue(self) {
                for manager in Managers.of(self).living {
                    if let delegate = manager.delegate { call(delegate, manager) }
                }
            }
        }
    }

    /// The same on a thread of no actor, which no delegate that was made on the main thread has to expect. (PLAT-084)
    package func callDelegatesElsewhere(
        _ call: @escaping @Sendable (any CLLocationManagerDelegate, CLLocationManager) -> Void
    ) async {
        await Task.detached { [self] in
            StandIn.$current.withValue(self) {
                for manager in Managers.of(self).living {
                    if let delegate = manager.delegate { call(delegate, manager) }
                }
            }
        }.value
    }

    /// Says of a region that it is not watched, or with code 6 or 7 that it is watched late; the phone goes on holding
    /// it. (PLAT-018)
    package func failMonitoring(_ region: String?, _ code: CLError.Code) async {
        await callDelegates { delegate, manager in
            delegate.locationManager(
                manager, monitoringDidFailFor: region.map { manager.region($0) }, withError: CLError(code))
        }
    }

    /// Hands positions to all delegates, asked for or not. (PLAT-110)
    package func deliver(_ locations: [CLLocation]) async {
        await callDelegates { delegate, manager in delegate.locationManager(manager, didUpdateLocations: locations) }
    }

    /// The system pauses the updates of those managers that let it. They stay silent until they are started again.
    /// (PLAT-114)
    package func pauseUpdates() async {
        await callDelegates { delegate, manager in
            guard manager.following.isUpdating, manager.pausesLocationUpdatesAutomatically else { return }
            manager.following.isPaused = true
            manager.updateWatch()
            delegate.locationManagerDidPauseLocationUpdates(manager)
        }
    }

    /// The system has noticed a stay: at its arrival with no departure, and again at its departure. Nobody is told
    /// unless visits were once started. (PLAT-117)
    package func visit(
        from arrival: Date = .distantPast, to departure: Date = .distantFuture, at coordinate: CLLocationCoordinate2D,
        accuracy: CLLocationAccuracy = 50
    ) async {
        guard phone.keepsake("visits", as: Bool.self) == true else { return }
        await callDelegates { delegate, manager in
            delegate.locationManager(
                manager,
                didVisit: CLVisit(arrival: arrival, departure: departure, at: coordinate, accuracy: accuracy))
        }
    }

    /// A monitor's events throw, or end without an error, for who asks next. (PLAT-050)
    package func endEvents(of monitor: String, throwing error: (any Error)? = nil) {
        MonitorQueues.of(self).named(monitor)?.end(error.map { .fail($0) } ?? .finish)
    }

    /// Puts an event among those of a monitor, as the phone would not. (PLAT-048, PLAT-052)
    package func deliver(_ event: CLMonitor.Event, to monitor: String) {
        MonitorQueues.of(self).named(monitor)?.give(event)
    }
}

/// The same from a monitor at hand.
extension CLMonitor {
    /// The sequence throws for who asks next. (PLAT-050)
    package nonisolated func breakEvents(_ error: any Error) { events.queue.end(.fail(error)) }

    /// The sequence ends for who asks next. (PLAT-050)
    package nonisolated func finishEvents() { events.queue.end(.finish) }

    /// Whether somebody awaits events.
    package nonisolated var isAwaited: Bool { events.queue.isAwaited }

    /// An event that no phone makes.
    package nonisolated func deliver(_ event: Event) { events.queue.give(event) }
}
