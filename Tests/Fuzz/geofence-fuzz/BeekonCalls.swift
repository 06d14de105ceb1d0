import BeekonAdapter
import LocationCore
import LocationSimulator

/// Rows of public calls, with what happens to the phone in between. A list of fences kept here says what must be there.
extension FuzzTarget {
    static let beekonCalls = FuzzTarget(name: "calls-beekon") { bytes in
        guard bytes.count <= 400 else { return }
        withFolder { folder in
            complete {
                var input = FuzzInput(bytes)
                let phone = SimulatedPhone.fuzzed(&input)
                phone.serveAnything(&input, fences: [])
                await BeekonCalls(phone: phone, beekon: Beekon(device: phone.device, folder: folder), input: input)
                    .run()
            }
        }
    }
}

/// Beekon's calls.
private final class BeekonCalls {
    private let phone: SimulatedPhone
    private let beekon: Beekon
    private var input: FuzzInput
    private var radii: [String: Double] = [:]

    init(phone: SimulatedPhone, beekon: Beekon, input: FuzzInput) {
        self.phone = phone
        self.beekon = beekon
        self.input = input
    }

    func run() async {
        while !input.isEmpty { await step() }
        await compare()
        await beekon.close()
    }

    private func step() async {
        switch input.choice(12) {
        case 0, 1, 2: await add(1)
        case 3: await add(input.choice(5))
        case 4:
            let id = input.name()
            if (try? await beekon.removeGeofences(ids: [id, "nobody"])) != nil { radii[id] = nil }
        case 5: await compare()
        case 6: try? await beekon.start()
        case 7: await beekon.stop()
        case 8: await beekon.resumeIfNeeded()
        case 9: await beekon.sync()
        default: input = await phone.happens(input)
        }
    }

    private func add(_ count: Int) async {
        var fences: [BeekonGeofence] = []
        for _ in 0..<count {
            let place = input.place()
            fences.append(
                BeekonGeofence(
                    id: input.name(), latitude: place.latitude, longitude: place.longitude,
                    radiusMeters: input.radius(), notifyOnEntry: input.bool(), notifyOnExit: input.bool()))
        }
        do {
            try await beekon.addGeofences(fences)
            for fence in fences { radii[fence.id] = fence.radiusMeters }
        } catch {
            await compare()
        }
    }

    private func compare() async {
        let fences = await beekon.listGeofences()
        promise(fences.count == radii.count, "\(fences.map(\.id)) instead of \(radii.keys.sorted())")
        for fence in fences { promise(fence.radiusMeters == radii[fence.id], "another radius of \(fence.id)") }
        for id in await beekon.insideNow() { promise(radii[id] != nil, "inside \(id), which is not there") }
        promise(phone.monitoredRegions.count <= 20, "\(phone.monitoredRegions.count) regions")
    }
}
