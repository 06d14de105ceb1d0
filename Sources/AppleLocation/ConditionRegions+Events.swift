#if os(iOS) || os(macOS) || APPLE_STANDIN
    import CoreLocation
    import Foundation
    import LocationCore

    /// A state that was told.
    struct HeardState: Hashable {
        let state: CLMonitor.Event.State
        let date: Date
    }

    /// What the monitor tells.
    ///
    /// What comes about a condition that was given back is told as well: the engine says in its journal that it came too
    /// late.
    extension ConditionRegions: OpenMonitor.Hearer {
        /// Delays before the events are taken up again, in milliseconds.
        private static let pauses: [Int64] = [0, 1000, 5000, 30_000, 60_000]

        func eventsEnded(forTheTime count: Int) {
            let pause = Self.pauses[min(count, Self.pauses.count) - 1]
            wire.wakeUps.arm(key: wire.key("events"), after: pause)
        }

        func hear(_ event: CLMonitor.Event) {
            wire.power.refresh()
            let id = event.identifier
            guard !replaced.contains(id), isNews(event) else { return }
            if provesLife(event), doubtful.remove(id) != nil { changed() }
            let diagnosis = diagnosis(of: event)
            switch event.state {
            case .satisfied: tell(.inside, event, diagnosis)
            case .unsatisfied: tell(.outside, event, diagnosis)
            // No transition. (PLAT-048)
            case .unknown: tell(.unknown, event, diagnosis)
            case .unmonitored:
                // What a suspension explains comes back by itself.
                guard diagnosis != .suspended, !stopped.contains(id), lost.insert(id).inserted else { return }
                wire.tell(.regionLost(id: id, diagnosis.loss))
            @unknown default: break
            }
        }

        /// One that lay waiting for this process may be the last word before a reboot, and be dated by a clock that was
        /// set back since. (PLAT-043)
        private func provesLife(_ event: CLMonitor.Event) -> Bool {
            guard let doubtedAt else { return true }
            let date = Timestamp(event.date)
            return date.milliseconds(since: doubtedAt) > -60_000
                && date.milliseconds(since: wire.clock.now().wall) < 2000
        }

        /// On devices one crossing comes two or three times, with the same date. (PLAT-029)
        private func isNews(_ event: CLMonitor.Event) -> Bool {
            let heard = HeardState(state: event.state, date: event.date)
            return lately.updateValue(heard, forKey: event.identifier) != heard
        }

        private func tell(_ side: Side, _ event: CLMonitor.Event, _ diagnosis: Diagnosis) {
            // A diagnosis describes the watching, and the state beside it is an old one. (PLAT-052)
            guard diagnosis == .none else { return }
            if lost.remove(event.identifier) != nil, let circle = listed[event.identifier] ?? nil {
                // It came back by itself. (PLAT-003)
                wire.tell(.regionTaken(id: event.identifier, radius: circle.radius))
            }
            wire.tell(
                .regionState(
                    RegionState(id: event.identifier, side: side, at: Timestamp(event.date), isAnswer: false)))
        }

        /// What an event says about the watching itself, from iOS 18 on.
        private enum Diagnosis {
            case none
            /// For now, and without the condition being lost.
            case suspended
            case denied
            case off
            case overLimit
            case other

            var loss: RegionLoss {
                switch self {
                case .overLimit: .overLimit
                case .denied: .notAuthorized
                case .off: .unavailable
                case .none, .suspended, .other: .unmonitored
                }
            }
        }

        private func diagnosis(of event: CLMonitor.Event) -> Diagnosis {
            guard wire.system.hasDiagnostics else { return .none }
            if #available(iOS 18.0, macOS 15.0, *) {
                if event.conditionLimitExceeded { return .overLimit }
                if event.authorizationDeniedGlobally { return .off }
                if event.authorizationDenied || event.authorizationRestricted { return .denied }
                if event.conditionUnsupported || event.persistenceUnavailable { return .other }
                if event.accuracyLimited || event.insufficientlyInUse || event.serviceSessionRequired
                    || event.authorizationRequestInProgress
                {
                    return .suspended
                }
            }
            return .none
        }
    }
#endif
