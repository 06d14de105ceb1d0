import GeofenceEngine
import LocationCore

/// The Location module's requests and fixes.
extension CIODesk {
    var lastKnownLocation: LocationData? {
        positions.lastKnown.map { LocationData(latitude: $0.latitude, longitude: $0.longitude) }
    }

    var positionFacts: LocationMachine.Facts {
        LocationMachine.Facts(
            now: device.clock.now().wall, person: context.userId,
            mayLocate: device.authorization.current.allowsMonitoring,
            keepsSilentFix: mode == .automatic || context.userId != nil)
    }

    func takeFromHost(_ fix: Fix?) async {
        passFix = fix ?? passFix
        await locate(.hostFix(fix?.coordinate))
    }

    func locate(_ input: LocationMachine.Input) async {
        for output in positions.step(input, positionFacts) { await perform(output) }
    }

    private func perform(_ output: LocationMachine.Output) async {
        switch output {
        case .askFix(let accuracy):
            fixRequest = await engine.requestFix(accuracy: accuracy, timeout: 30_000, oldest: 0)
        case .cancelFix:
            if let fixRequest { await engine.cancelFix(fixRequest) }
            fixRequest = nil
        case .persist:
            let memory = positions.memory.json
            await attempt { () async throws(StoreError) in try await engine.keep([CIOKeys.location: memory]) }
        case .track(let name, let coordinate):
            await tell(
                .track(
                    name: name,
                    properties: ["latitude": .double(coordinate.latitude), "longitude": .double(coordinate.longitude)]),
                CallMoment(
                    at: device.clock.now().wall, messageId: await engine.makeIdentifier(), userId: context.userId,
                    anonymousId: anonymousId))
        case .acquired(let coordinate): await refresh(.fixAcquired(coordinate))
        case .silentFailed: if isWired { await refresh(.silentFixFailed) }
        case .log(let line): log(line)
        }
    }
}
