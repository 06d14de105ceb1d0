import BGeoAdapter
import LocationCore
import LocationSimulator

/// Rows of public calls, with what happens to the phone in between. A list of fences kept here says what must be there.
extension FuzzTarget {
    static let bgeoCalls = FuzzTarget(name: "calls-bgeo") { bytes in
        guard bytes.count <= 400 else { return }
        withFolder { folder in
            complete {
                var input = FuzzInput(bytes)
                let phone = SimulatedPhone.fuzzed(&input)
                phone.serveAnything(&input, fences: [])
                await BackgroundGeolocation.isolated(on: phone.device, folder: folder) { [input] in
                    await BGeoCalls(phone: phone, input: input).run()
                }
            }
        }
    }
}

/// BGeo's calls. What `addGeofence` accepted is there until it is removed, and nothing else is.
@MainActor private final class BGeoCalls {
    private let phone: SimulatedPhone
    private var input: FuzzInput
    private var radii: [String: Double] = [:]
    private var unawaited: [Task<Void, Never>] = []

    init(phone: SimulatedPhone, input: FuzzInput) {
        self.phone = phone
        self.input = input
    }

    func run() async {
        var sides: [String: GeofenceAction] = [:]
        BackgroundGeolocation.onGeofence { event in
            if event.action == .exit { promise(sides[event.identifier] != .exit, "two exits in a row") }
            if event.action == .dwell { promise(sides[event.identifier] != .exit, "a dwell outside") }
            sides[event.identifier] = event.action
        }
        while !input.isEmpty { await step() }
        for task in unawaited { await task.value }
        await compare()
    }

    private func step() async {
        switch input.choice(16) {
        case 0, 1, 2: await add()
        case 3: await remove(input.name())
        case 4:
            await BackgroundGeolocation.removeGeofences()
            radii = [:]
        case 5: await compare()
        case 6: _ = try? await BackgroundGeolocation.start()
        case 7: _ = try? await BackgroundGeolocation.stop()
        case 8: _ = try? await BackgroundGeolocation.ready(config())
        case 9: _ = try? await BackgroundGeolocation.setConfig(config())
        case 10: later { _ = try? await BackgroundGeolocation.getCurrentPosition() }
        case 11: later { _ = try? await BackgroundGeolocation.setOdometer(7) }
        case 12: later { _ = try? await BackgroundGeolocation.sync() }
        case 13:
            let id = input.name()
            promise(!(await BackgroundGeolocation.explain(identifier: id)).isEmpty, "nothing is said of \(id)")
        default: input = await phone.happens(input)
        }
    }

    private func add() async {
        let fence = Geofence(
            identifier: input.name(), radius: input.radius(), latitude: input.place().latitude,
            longitude: input.place().longitude, notifyOnEntry: input.bool(), notifyOnExit: input.bool(),
            notifyOnDwell: input.bool(), loiteringDelay: Double(input.pause()))
        let wasThere = radii[fence.identifier] != nil
        do {
            try await BackgroundGeolocation.addGeofence(fence)
            radii[fence.identifier] = fence.radius
        } catch {
            promise(
                await BackgroundGeolocation.geofenceExists(identifier: fence.identifier) == wasThere, "half applied")
        }
    }

    private func remove(_ id: String) async {
        await BackgroundGeolocation.removeGeofence(identifier: id)
        radii[id] = nil
    }

    private func compare() async {
        let fences = await BackgroundGeolocation.getGeofences()
        promise(fences.count == radii.count, "\(fences.map(\.identifier)) instead of \(radii.keys.sorted())")
        for fence in fences {
            promise(fence.radius == radii[fence.identifier], "another radius of \(fence.identifier)")
        }
        for id in await BackgroundGeolocation.insideNow() {
            promise(radii[id] != nil, "inside \(id), which is not there")
        }
        promise(phone.monitoredRegions.count <= 20, "\(phone.monitoredRegions.count) regions")
    }

    private func config() -> Config {
        Config(url: ["https://example.com/locations", "http://example.com", "", "no address"][input.choice(4)])
    }

    private func later(_ call: @escaping @MainActor () async -> Void) { unawaited.append(Task { await call() }) }
}
