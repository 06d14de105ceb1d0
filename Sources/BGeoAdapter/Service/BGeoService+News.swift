import GeofenceEngine
import LocationCore

/// What the engine tells, in the vendor's words.
extension BGeoService {
    func take(_ news: EngineNews) async {
        switch news {
        case .transition(_, let records):
            guard let record = records.first?.body.objectValue, let payload = BGeoPayload.geofenceEvent(record: record)
            else { return }
            hub.emit(channel: .geofence, payload: payload)
        case .slice(let change):
            guard
                let payload = BGeoPayload.geofencesChange(
                    on: change.on.map(\.attributes), off: change.off.map(\.attributes))
            else { return }
            hub.emit(channel: .geofencesChange, payload: payload)
        case .fix(let fix, let record):
            lastPosition = fix
            if let record { hub.emit(channel: .location, payload: record.body) }
        case .fixAnswer(let request, let answer): answered(request, answer)
        case .upload(_, let result):
            hub.emit(channel: .http, payload: BGeoPayload.httpEvent(result))
            log(LogRow(level: .debug, source: "http", event: "upload", message: Self.text(of: result)))
        case .refreshed(let result, let succeeded):
            // News of a launch come before the launch is over: nothing here may wait for it.
            let tokens = await keptTokens()
            hub.emit(
                channel: .authorization, payload: BGeoPayload.authorizationEvent(succeeded ? tokens : nil, result))
        case .response(let id, let result): await logUploaded(id, result)
        case .redirected(let status, let target):
            log(
                LogRow(
                    level: .warning, source: "http", event: "redirect",
                    message: "status \(status) points to \(target), which is not followed"))
        case .authorization(let authorization): changed(authorization)
        case .network(let network): changed(network)
        case .powerSave(let isOn):
            hub.emit(channel: .powerSaveChange, payload: ["isPowerSaveMode": .bool(isOn)])
        case .store(.caughtUp): await takeSettings()
        case .store(let news):
            if case .opened = news { await takeOptions() }
            note(news)
        case .trackingEnded(let reason):
            log(LogRow(level: .info, source: "tracking", event: "ended", message: reason))
        case .suppressed, .notificationPermission, .app, .helperLeft, .looked, .delivering: break
        }
    }

    private func changed(_ authorization: Authorization) {
        let isFirst = lastAuthorization == nil
        lastAuthorization = authorization
        // The first is how things stand, not a change.
        if !isFirst { hub.emit(channel: .providerChange, payload: .object(Self.provider(authorization))) }
    }

    private func changed(_ network: NetworkState) {
        let was = lastNetwork
        lastNetwork = network
        guard let was, (was == .none) != (network == .none) else { return }
        hub.emit(channel: .connectivityChange, payload: ["connected": .bool(network != .none)])
    }

    /// Another process may have given other options.
    private func takeSettings() async {
        let kept = BGeoConfiguration(json: await engine.value(Self.configurationKey) ?? .null).withTokensMarked
        guard kept != configuration else { return }
        configuration = kept
        let next = Self.engineConfiguration(kept, await keptTokens(), pace: pace, filter: filter, device.platform)
        do throws(StoreError) {
            try await engine.update(next)
        } catch {
            log(LogRow(level: .error, source: "native", event: "database", message: "\(error)"))
        }
    }

    private func note(_ news: StoreNews) {
        switch news {
        case .opened(.startedOver(let reason, let setAside)):
            log(
                LogRow(
                    level: .error, source: "native", event: "database",
                    message:
                        "the database was \(reason.word) and is kept as \(setAside); stored fences and records start anew"
                ))
        case .opened, .caughtUp: break
        case .lostRows(let rows):
            log(
                LogRow(
                    level: .error, source: "native", event: "database",
                    message: "rows that could not be read were left out: \(rows.joined(separator: ", "))"))
        case .failed(let error):
            log(LogRow(level: .error, source: "native", event: "database", message: "\(error)"))
        case .snapshot(let news):
            log(LogRow(level: .debug, source: "native", event: "database", message: news.text))
        }
    }

    private func logUploaded(_ id: String, _ result: HTTPResult) async {
        guard let newest = logUploads.removeValue(forKey: id), case .response(200...299, _, _) = result else { return }
        _ = await run(otherwise: 0) { () async throws(StoreError) in try await engine.removeLog(upTo: newest) }
    }

    private static func text(of result: HTTPResult) -> String {
        switch result {
        case .response(let status, _, _): "status \(status)"
        case .failure(let failure): failure.rawValue
        }
    }
}
