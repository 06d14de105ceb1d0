import GeofenceEngine
import LocationCore

/// The host's events on their way.
extension CIODesk {
    /// Drops the events of the host that wait. Crossings that wait stay.
    func purge() async {
        pipeline = PipelineQueue(
            flushAt: live?.flushAt ?? 20, flushInterval: live?.flushInterval ?? 0, now: device.clock.now().continuous)
        upload = nil
        armPipeline()
        tellsWaiting(pipeline.hasUnsentEvents)
        let isStored = await attempt { () async throws(StoreError) in
            try await engine.keep([CIOKeys.pipeline: pipeline.json])
        }
        if !isStored { isBehind = true }
    }

    /// - Parameter note: The note of the call, which goes in the commit that keeps the event.
    func tell(_ kind: PipelineEvent.Kind, _ moment: CallMoment, note: String? = nil) async {
        var location: JSONObject = [:]
        if case .identify = kind { location = positions.identifyContext }
        let event = PipelineEvent(
            kind, userId: moment.userId, anonymousId: moment.anonymousId, messageId: moment.messageId,
            timestamp: moment.at, location: location)
        if let note { finished.append(note) }
        await pipe(.event(event.json))
    }

    /// Sends what waits, also rows, and those that are parked.
    func flush(_ completion: (@Sendable () -> Void)?) async {
        if let completion { flushes.append(completion) }
        await attempt { () async throws(StoreError) in try await engine.deliver() }
        await pipe(.flushAsked)
    }

    func pipe(_ input: PipelineQueue.Input) async {
        let before = pipeline.json
        let outputs = pipeline.step(input, now: device.clock.now().continuous)
        if pipeline.json != before {
            let values = withNotes([CIOKeys.pipeline: pipeline.json])
            let isStored = await attempt { () async throws(StoreError) in try await engine.keep(values) }
            if isStored { finished = [] } else if !finished.isEmpty { isBehind = true }
        }
        tellsWaiting(pipeline.hasUnsentEvents)
        armPipeline()
        for output in outputs { await perform(output) }
    }

    private func perform(_ output: PipelineQueue.Output) async {
        switch output {
        case .upload(let events): await send(events)
        case .flushed:
            let done = flushes
            flushes = []
            for completion in done { completion() }
        case .log(let line): log(line)
        }
    }

    private func send(_ events: [JSONValue]) async {
        do throws(DownloadError) {
            let request = try requester.batch(
                events, sentAt: device.clock.now().wall, id: makeRequestID("pipeline"))
            upload = request.id
            await engine.send(request)
        } catch {
            say(.error, .start, "\(events.count) events wait: \(error)")
            await pipe(.answered(.later(after: nil)))
        }
    }

    func takeUpload(_ result: HTTPResult) async {
        upload = nil
        let asked = RetryAfter.asked(by: result, now: device.clock.now().wall)
        await pipe(.answered(asked.map { .later(after: $0) } ?? CIOAnswers.outcome(ofBatch: result)))
    }

    func armPipeline() {
        guard let deadline = pipeline.deadline, live != nil else {
            device.wakeUps.disarm(key: CIOKeys.pipelineTimer)
            return
        }
        device.wakeUps.arm(
            key: CIOKeys.pipelineTimer, after: max(1, deadline - device.clock.now().continuous))
    }
}
