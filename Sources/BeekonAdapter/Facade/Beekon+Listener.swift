import GeofenceEngine

extension Beekon: BeekonEngineListener {
    package func hear(_ news: BeekonNews) async {
        switch news {
        case .transition(let transition):
            guard let event = GeofenceEvent(transition) else { return }
            diagnostics.write(.info, "geofence", "\(event.type.rawValue) \(event.geofenceId)")
            events.send(event)
        case .recorded(let record):
            if let location = Location(wire: record.body) { positions.send(location) }
        case .trackingEnded:
            if let state = session.ended(.system) { states.send(state) }
        case .authorization(let authorization):
            if session.state == .tracking, let reason = TrackingSession.reason(authorization) {
                await endTracking(reason)
            }
        case .upload(let step):
            hear(step)
        case .renewed(let auth):
            config = config.with(auth)
        case .slice(.unchanged(let reason)):
            if let reason { diagnostics.write(.warn, "sync", "the slice stays as it is: \(reason)") }
        case .slice(.replaced(let slice)):
            for fault in slice.fences.faults { diagnostics.write(.warn, "sync", fault.description) }
        case .redirected(let status, let target):
            diagnostics.write(.warn, "sync", "status \(status) points to \(target), which is not followed")
        case .plainHTTP(let text):
            diagnostics.write(.warn, "configuration", text)
        case .store(let text):
            diagnostics.write(.error, "store", text)
        }
    }

    private func hear(_ step: UploadStep) {
        let status: SyncStatus?
        switch step {
        case .began: status = upload.began()
        case .answered(let answer, let isSmallest): status = upload.answered(answer, isSmallest: isSmallest)
        case .ended: status = upload.ended()
        }
        guard let status else { return }
        if case .failed(let failure) = status { diagnostics.write(.warn, "sync", "failed: \(failure)") }
        syncStates.send(status)
    }
}
