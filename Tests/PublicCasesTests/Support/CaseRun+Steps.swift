import GeofenceEngine
import LocationCore
import LocationSimulator

/// What happens in a scenario.
extension CaseRun {
    /// The steps in order, and before them where the device really was when a region event is dated.
    func timeline() -> [CaseStep] {
        var steps = scenario.steps
        let crossings = steps.filter { ["enter", "exit"].contains($0["os"]?.stringValue) && $0["lie"] != true }
        for crossing in crossings {
            guard let date = crossing.milliseconds("ts"),
                let step = try? CaseStep([
                    "t": .double(Double(date) / 1000), "truth": crossing["os"] ?? .null, "id": crossing["id"] ?? .null,
                ])
            else { continue }
            steps.insert(step, at: steps.firstIndex { $0.at >= date } ?? steps.endIndex)
        }
        return steps
    }

    func perform(_ step: CaseStep) async throws {
        if let side = step["truth"]?.stringValue { try await believe(side, step["id"]?.stringValue) }
        if step["fix"] != nil { try await giveFix(step) }
        if let place = step["move"]?.arrayValue?.compactMap(\.doubleValue) {
            placedAt = step.at
            await phone.move(to: try Coordinate(latitude: place[0], longitude: place[1]))
        }
        if let event = step["os"]?.stringValue { try await system(event, step) }
        if let seconds = CaseStep.milliseconds(step["clock"]) {
            await phone.setWallClock(by: seconds)
            jumps.append((step.at, (jumps.last?.sum ?? 0) + seconds))
        }
        if let net = step["net"]?.stringValue { await phone.setNetwork(net == "offline" ? .none : .unmetered) }
        if let name = step["call"]?.stringValue { try await call(name, step) }
        for key in ["server", "queue", "disk", "zone"] where step[key] != nil {
            throw CaseError("a step with \(key) needs code")
        }
    }

    /// Hands over a fix; a good one also says where the device is.
    private func giveFix(_ step: CaseStep) async throws {
        let numbers = (step["fix"]?.arrayValue ?? []).map { $0.doubleValue ?? .nan }
        let made = step.milliseconds("ts") ?? step.at
        guard numbers.count == 3, let coordinate = try? Coordinate(latitude: numbers[0], longitude: numbers[1]),
            let fix = Fix(coordinate: coordinate, measuredAccuracy: numbers[2], timestamp: wall(at: made))
        else {
            droppedFixes += 1
            return
        }
        if numbers[2] <= 100, placedAt.map({ made >= $0 }) ?? true, made <= step.at {
            placedAt = made
            await phone.move(to: coordinate)
        }
        let phone = phone
        await parallel(step) { await phone.deliver(fix) }
    }

    /// The device really is on that side of a fence, from now on.
    private func believe(_ side: String, _ id: String?) async throws {
        guard let id, let region = regionIDs[id], registered.contains(region),
            let fence = try await subject.fences().first(where: { $0.id == id })
        else { return }
        let circle = try fence.shape().enclosingCircle
        let distance = phone.position.map { Geodesic.distance(from: $0, to: circle.center) }
        let isInside = distance.map { $0 <= circle.radius }
        guard isInside != (side == "enter") else { return }
        placedAt = phone.elapsed
        if let place = scenario.steps.first(where: { $0.at == phone.elapsed && $0["fix"] != nil })?.place {
            return await phone.move(to: place)
        }
        await phone.move(
            to: side == "enter"
                ? circle.center
                : Geodesic.destination(from: circle.center, bearing: 0, distance: circle.radius + 300))
    }

    private func system(_ event: String, _ step: CaseStep) async throws {
        let fence = step["id"]?.stringValue ?? ""
        let region = regionIDs[fence] ?? fence
        let date = step.milliseconds("ts").map(wall)
        let lies = step["lie"]?.boolValue ?? false
        let phone = phone
        switch event {
        case "enter": await parallel(step) { await phone.os.enter(region, at: date, isLie: lies) }
        case "exit": await parallel(step) { await phone.os.exit(region, at: date, isLie: lies) }
        case "state":
            let side = try (step["state"]?.stringValue.flatMap(Side.init)).orThrow("a state is a side")
            await phone.os.state(region, side, at: date)
        case "kill": phone.killApp()
        case "userSwipesAway": await phone.forceQuitApp()
        case "launch": await phone.launchApp(cause(step))
        case "wake":
            if phone.app == nil { await phone.launchApp(cause(step)) } else { await phone.resumeApp(cause(step)) }
        case "foreground": await phone.foregroundApp()
        case "suspend": await phone.suspendApp()
        case "reboot": await phone.reboot()
        case "motionChange":
            var status = phone.status
            status.activity = step["moving"] == true ? "walking" : "still"
            await phone.setStatus(status)
            try await subject.call("changePace", step.members)
        case "auth":
            let tier = (step["value"]?.stringValue).flatMap(AuthorizationTier.init)
            await phone.setAuthorization(try tier.orThrow("a permission is a tier"))
        case "precise": await phone.setPrecise(step["value"] == true)
        case "locationServices": await phone.setLocationServices(step["value"] == true)
        default: throw CaseError("an os step \(event) needs code")
        }
        await settle()
    }

    private func cause(_ step: CaseStep) -> WakeCause {
        switch step["reason"]?.stringValue {
        case "regionEnter", "regionExit", "wakeRegionExit": .region
        case "significantChange": .significantChange
        default: step["os"] == "wake" ? .backgroundTask : .user
        }
    }

    private func call(_ name: String, _ step: CaseStep) async throws {
        switch name {
        case "addGeofence", "addGeofences":
            try await subject.add(CaseFence.list(try step["with"].orThrow("fences are given with a call")))
        case "subscribe": try await subject.listen()
        case "getGeofences": _ = try await subject.fences()
        default: try await subject.call(name, step.members)
        }
        await settle()
    }

    /// Once, or many times at once.
    private func parallel(_ step: CaseStep, _ body: @escaping @Sendable () async -> Void) async {
        let times = step["times"]?.int64Value ?? 1
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<times { group.addTask { await body() } }
        }
        await settle()
    }
}
