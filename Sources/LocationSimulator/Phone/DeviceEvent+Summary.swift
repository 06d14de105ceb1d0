import LocationCore

extension DeviceEvent {
    /// The event in one line of the log; the same on every machine.
    var summary: String {
        switch self {
        case .capabilities(let can):
            let held = can.held.map(\.id).joined(separator: " ")
            return "capabilities limit \(can.limit), \(can.reports.rawValue), held [\(held)]"
        case .fix(let fix, let request):
            return "fix \(fix.summary)" + (request.map { " for \($0)" } ?? "")
        case .fixFailed(let request, let failure): return "no fix for \(request): \(failure.rawValue)"
        case .regionCrossed(let crossing):
            return "\(crossing.direction.rawValue) \(crossing.id)" + Self.dated(crossing.at)
        case .regionState(let state):
            let kind = state.isAnswer ? "answer" : "state"
            return "\(kind) \(state.id) \(state.side.rawValue)" + Self.dated(state.at)
        case .regionTaken(let id, let radius): return "taken \(id) radius \(radius)"
        case .regionLost(let id, let loss): return "lost \(id): \(loss.rawValue)"
        case .nativeDwell(let id, let at, _): return "dwell \(id)" + Self.dated(at)
        case .wakeUp(let key): return "wake-up \(key)"
        case .authorization(let authorization): return "authorization \(authorization.summary)"
        case .app(let event): return "app \(event.summary)"
        case .network(let state): return "network \(state.rawValue)"
        case .http(let id, .response(let status, _, let body)): return "http \(id) \(status), \(body.count) bytes"
        case .http(let id, .failure(let failure)): return "http \(id) \(failure.rawValue)"
        case .notificationPermission(let permission): return "notifications \(permission.rawValue)"
        case .powerSave(let isOn): return "power save \(isOn ? "on" : "off")"
        }
    }

    private static func dated(_ time: Timestamp?) -> String { time.map { " at \($0)" } ?? "" }
}

extension AppEvent {
    fileprivate var summary: String {
        switch self {
        case .launched(let cause): "launched (\(cause.rawValue))"
        case .woken(let cause): "woken (\(cause.rawValue))"
        case .becameActive: "became active"
        case .enteredBackground: "entered background"
        case .terminating: "terminating"
        case .protectedDataAvailable: "protected data available"
        }
    }
}

extension Authorization {
    var summary: String {
        tier.rawValue + (isPrecise ? "" : ", reduced accuracy") + (servicesEnabled ? "" : ", services off")
    }
}

extension Fix {
    var summary: String {
        "\(coordinate.summary) ±\(accuracy.map { "\($0)" } ?? "?") \(source.rawValue) of \(timestamp)"
    }
}

extension Coordinate {
    /// To a millionth of a degree.
    var summary: String {
        "\((latitude * 1e6).rounded() / 1e6),\((longitude * 1e6).rounded() / 1e6)"
    }
}
