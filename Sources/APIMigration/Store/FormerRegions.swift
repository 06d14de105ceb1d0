import GeofenceEngine
import LocationCore

/// The regions that a style has left with the system, and whose they were.
struct FormerRegions {
    private var fences: [String: (fence: FenceID, circle: Circle)] = [:]

    init(_ places: [Place]) {
        for place in places {
            if let owner = place.owner { fences[place.regionID] = (owner.fence.id, place.circle) }
        }
    }

    init(json: JSONValue?) {
        for (region, one) in json?.objectValue ?? [:] {
            guard let fence = one["fence"]?.stringValue, let center = one["center"].flatMap(Coordinate.init(json:)),
                let radius = one["radius"]?.doubleValue, let circle = try? Circle(center: center, radius: radius)
            else { continue }
            fences[region] = (FenceID(fence), circle)
        }
    }

    var json: JSONValue? {
        guard !fences.isEmpty else { return nil }
        var regions: JSONObject = [:]
        for (region, one) in fences {
            regions[region] = [
                "fence": .string(one.fence.text), "center": one.circle.center.json,
                "radius": .double(one.circle.radius),
            ]
        }
        return .object(regions)
    }

    /// What a report about one of them says to whoever has the fence now.
    func report(of crossing: RegionCrossing, at now: Timestamp) -> HandedReport? {
        fences[crossing.id].map { one in
            HandedReport(
                fence: one.fence, circle: one.circle, direction: crossing.direction, at: crossing.at ?? now,
                position: crossing.position)
        }
    }
}

extension Device {
    /// The same device, of which crossings of regions that `old` has left are noted in the store of `new` before anybody
    /// else hears of them.
    func handingOver(from old: InstalledStyle, to new: InstalledStyle) -> Device {
        Device(
            platform: platform, clock: clock, random: random, regions: regions, fixes: fixes,
            authorization: authorization, notifications: notifications, backgroundTime: backgroundTime,
            wakeUps: wakeUps, http: http, status: status,
            events: OverheardEvents(base: events) { [clock] crossing in
                // What cannot be noted is lost, as it would be without a successor.
                try? note(crossing, of: old, in: new, at: clock.now().wall)
            })
    }
}

private func note(
    _ crossing: RegionCrossing, of old: InstalledStyle, in new: InstalledStyle, at now: Timestamp
) throws(StoreError) {
    guard try EngineStore.condition(at: new.store) == .sound else { return }
    let kept = try EngineStore(at: old.store, now: now)
    defer { kept.close() }
    let regions = FormerRegions(json: try kept.values()[StoreMark.regions])
    guard let report = regions.report(of: crossing, at: now) else { return }
    let store = try EngineStore(at: new.store, now: now)
    defer { store.close() }
    // The new style may be at work already; it finds the note at its next step.
    try store.commit { (_) throws(StoreError) in
        let noted = try store.values()[HandedReport.key]?.arrayValue ?? []
        return [.value(HandedReport.key, .array(noted + [report.json]))]
    }
}

/// A device's events, of which crossings are heard before they are passed on.
private final class OverheardEvents: DeviceEventSource {
    private let base: any DeviceEventSource
    private let hear: @Sendable (RegionCrossing) -> Void
    private let listeners = Locked<[ObjectIdentifier: Ear]>([:])

    init(base: any DeviceEventSource, hear: @escaping @Sendable (RegionCrossing) -> Void) {
        self.base = base
        self.hear = hear
    }

    func attach(_ listener: any DeviceListener) {
        let ear = Ear(listener, hear)
        listeners.withLock { $0[ObjectIdentifier(listener)] = ear }
        base.attach(ear)
    }

    func detach(_ listener: any DeviceListener) {
        guard let ear = listeners.withLock({ $0.removeValue(forKey: ObjectIdentifier(listener)) }) else { return }
        base.detach(ear)
    }

    func settle() async { await base.settle() }
    var isLockstep: Bool { base.isLockstep }

    private final class Ear: DeviceListener {
        private weak let target: (any DeviceListener)?
        private let hear: @Sendable (RegionCrossing) -> Void

        init(_ target: any DeviceListener, _ hear: @escaping @Sendable (RegionCrossing) -> Void) {
            self.target = target
            self.hear = hear
        }

        func receive(_ event: DeviceEvent) async {
            if case .regionCrossed(let crossing) = event { hear(crossing) }
            await target?.receive(event)
        }
    }
}
