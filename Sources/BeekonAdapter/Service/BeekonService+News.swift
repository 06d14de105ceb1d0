import GeofenceEngine
import LocationCore

/// What the engine tells, in the vendor's words.
extension BeekonService {
    func take(_ news: EngineNews) async {
        switch news {
        case .transition(let transition, _): await tell(.transition(transition))
        case .fix(_, let record):
            if let record { await tell(.recorded(record)) }
        case .fixAnswer(let request, let answer): answered(request, answer)
        case .trackingEnded: await tell(.trackingEnded)
        case .authorization(let authorization): await tell(.authorization(authorization))
        case .notificationPermission: permissionAnswered()
        case .delivering(let isOn): await tell(.upload(isOn ? .began : .ended))
        case .upload(let records, let result): await uploaded(records.count, result)
        case .refreshed(let result, let succeeded): await refreshed(result, succeeded)
        case .response(let id, let result): await synchronised(id, result)
        case .redirected(let status, let target): await tell(.redirected(status: status, to: target))
        case .network(let network):
            let now = device.clock.now().continuous
            let isDue = state.withLock { $0.syncFailures > 0 && ($0.syncHeldUntil ?? .min) <= now }
            if network != .none, isDue { await synchronise() }
        case .store(let news): await note(news)
        case .suppressed, .slice, .helperLeft, .looked, .powerSave, .app: break
        }
    }

    private func answered(_ request: String, _ answer: FixAnswer) {
        let outcome: ServiceState.FixOutcome
        switch answer {
        case .fix(let fix): outcome = .success(fix)
        case .failure(let failure): outcome = .failure(failure)
        }
        let waiting = state.withLock { state in
            let waiting = state.waitingFixes.removeValue(forKey: request)
            if waiting == nil { state.earlyFixes[request] = outcome }
            return waiting
        }
        waiting?.resume(returning: outcome)
    }

    private func permissionAnswered() {
        let waiting = state.withLock { state in
            defer { state.waitingPermissions = [] }
            return state.waitingPermissions
        }
        for continuation in waiting { continuation.resume() }
    }

    private func uploaded(_ count: Int, _ result: HTTPResult) async {
        let answer = UploadAnswer(result, now: device.clock.now().wall)
        let isExchanged = state.withLock { state in
            let canExchange = state.config.settings.sync?.auth.map { TokenRefresh.request($0, id: "") != nil } ?? false
            // The first refusal leads to an exchange and a repeat; the repeat's answer is the one that counts.
            state.isExchanging = answer == .unauthorized && canExchange && !state.config.isCloud && !state.isExchanging
            return state.isExchanging
        }
        guard !isExchanged else { return }
        await tell(.upload(.answered(answer, isSmallest: count <= 1)))
        await heard(result)
    }

    private func refreshed(_ result: HTTPResult, _ succeeded: Bool) async {
        guard succeeded else {
            state.withLock { $0.isExchanging = false }
            return await tell(.upload(.answered(.unauthorized, isSmallest: false)))
        }
        let now = device.clock.now().wall
        let renewed = state.withLock { state -> AuthConfig? in
            guard let auth = state.config.settings.sync?.auth,
                let renewed = TokenRefresh.renewed(auth, by: result, now: now)
            else { return nil }
            state.config = state.config.with(renewed)
            state.isExchanging = true
            return renewed
        }
        if let renewed { await tell(.renewed(renewed)) }
    }

    private func note(_ news: StoreNews) async {
        switch news {
        case .opened(.startedOver(let reason, let setAside)):
            await tell(.store("it was \(reason.word) and is kept as \(setAside); everything begins anew"))
        case .opened, .caughtUp: break
        case .lostRows(let rows):
            await tell(.store("rows that could not be read were left out: \(rows.joined(separator: ", "))"))
        case .failed(let error): await tell(.store("\(error)"))
        case .snapshot(let news): if news.kind != .written { await tell(.store(news.text)) }
        }
    }
}
