import LocationCore

extension World {
    /// Tells the running app, or keeps the event until the app is resumed. Without an app it is lost.
    mutating func tell(_ event: DeviceEvent) {
        guard let id = process?.id else { return }
        if process?.state == .suspended {
            process?.held.append(event)
        } else {
            outbox.add(.tell(event, process: id, only: nil))
        }
    }

    /// Tells the running app a fact that has changed; an app that is suspended learns what it is when it resumes.
    mutating func tellChange(of fact: StandingFact) {
        if process?.state == .suspended {
            process?.stale.insert(fact)
        } else {
            tell(event(for: fact))
        }
    }

    func event(for fact: StandingFact) -> DeviceEvent {
        switch fact {
        case .capabilities: .capabilities(capabilities)
        case .authorization: .authorization(permissions.location)
        case .network: .network(network.state)
        case .notificationPermission: .notificationPermission(permissions.notifications)
        }
    }

    /// A listener attaches: it is told how things stand, then what its process was started for.
    ///
    /// - Parameter hears: Whether it hears of regions already; if not, ``beginHearing(_:)`` follows.
    mutating func attach(_ listener: any DeviceListener, to id: Int, hears: Bool = true) {
        guard let process, process.id == id, !process.listeners.contains(where: { $0 === listener }) else { return }
        self.process?.listeners.append(listener)
        for fact in StandingFact.allCases {
            outbox.add(.tell(event(for: fact), process: id, only: listener))
        }
        outbox.add(.tell(.app(.launched(process.cause)), process: id, only: listener))
        if process.state == .foreground {
            outbox.add(.tell(.app(.becameActive), process: id, only: listener))
        }
        if hears { beginHearing(id) }
    }

    /// Somebody in the process hears of regions from now on: first of what the process was started for.
    mutating func beginHearing(_ id: Int) {
        guard let process, process.id == id, !process.isHearing, !process.listeners.isEmpty else { return }
        self.process?.isHearing = true
        emitStatesOnStart()
        for arrival in process.arrivals { tell(arrival) }
        self.process?.arrivals = []
    }
}
