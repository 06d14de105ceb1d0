import GeofenceEngine
import LocationCore

/// What the engine tells.
extension CIODesk {
    func take(_ news: EngineNews) async {
        if isBehind, !isUnread, !news.isFailure { await catchUp() }
        switch news {
        case .fixAnswer(let id, let answer):
            guard id == fixRequest else { return }
            fixRequest = nil
            switch answer {
            case .fix(let fix):
                passFix = fix
                await locate(.fixed(fix.coordinate))
            case .failure(let failure): await locate(.failed(failure))
            }
        case .helperLeft: await refresh(.movementExit)
        case .looked(let fix):
            // An older position is no answer to where the device is now. (AMD-05)
            if let fix { passFix = fix }
            await refresh(.movementFix(fix?.coordinate))
        case .authorization(let now): await changed(now)
        case .app(let event): await take(event)
        case .response(let id, let result):
            if id == download { await takeDownload(result) } else if id == upload { await takeUpload(result) }
        case .redirected(let status, let target):
            say(.error, .start, "warning: status \(status) points to \(target), which is not followed")
        case .store(let news): await take(news)
        case .suppressed(let suppression): sayDropped(suppression)
        case .transition(let transition, _): transitions.send(CIOTransition(transition))
        case .slice, .fix, .trackingEnded, .network, .powerSave, .notificationPermission, .upload,
            .refreshed, .delivering:
            break
        }
    }

    /// An anonymous crossing and a repeat are worth a line; what a fence does not report is dropped silently. (CIO 5.1)
    private func sayDropped(_ suppression: Suppression) {
        guard suppression.reason != .notReported else { return }
        let fence = suppression.line.fence.map { "fence \($0.text): " } ?? ""
        say(.debug, .geofence, "a crossing is dropped: \(fence)\(suppression.line.text)")
    }

    private func take(_ event: AppEvent) async {
        switch event {
        case .becameActive:
            isActive = true
            await locate(.becameActive)
        case .enteredBackground:
            isActive = false
            await locate(.enteredBackground)
            if live != nil { await pipe(.enteredBackground) }
        case .launched, .woken, .terminating, .protectedDataAvailable: break
        }
    }

    private func changed(_ now: Authorization) async {
        let before = authorization
        authorization = now
        guard isWired, before != now else { return }
        if before?.tier != now.tier || before?.servicesEnabled != now.servicesEnabled { sayPermission() }
        guard let before else { return }
        await refresh(.authorization(allows: now.allowsMonitoring, allowedBefore: before.allowsMonitoring))
    }

    func sayPermission() {
        guard let authorization else { return }
        let services = authorization.servicesEnabled ? "" : ", and location services are off"
        say(.info, .geofence, "the location permission is \(authorization.tier.rawValue)\(services)")
    }

    private func take(_ news: StoreNews) async {
        switch news {
        case .opened(.startedOver(let reason, let setAside)):
            say(.error, .start, "the store was \(reason.word) and is kept as \(setAside); it starts anew")
            if isUnread { return await readLate() }
            if hasOpened, await engine.person != context.userId { await restate() }
        case .opened: if isUnread { await readLate() }
        case .caughtUp: break
        case .lostRows(let rows):
            say(.error, .start, "rows that could not be read are left out: \(rows.joined(separator: ", "))")
        case .failed(let error):
            say(.error, .start, "nothing was stored, and no window was spent: \(error)")
        case .snapshot(let news): say(.debug, .start, news.text)
        }
    }
}

extension EngineNews {
    /// Whether the store has just refused something, so that it need not be asked again at once.
    fileprivate var isFailure: Bool {
        if case .store(.failed) = self { true } else { false }
    }
}
