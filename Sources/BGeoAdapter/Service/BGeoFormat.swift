import GeofenceEngine
import LocationCore

/// BGeo's shape of records: a transition is a location with a word more. (BGEO 9.1)
struct BGeoFormat: RecordFormat {
    let configuration: BGeoConfiguration
    /// What the application said about the pace; `nil` until it does.
    let pace: Bool?

    func records(of transition: Transition, in context: RecordContext, id: () -> String) -> [Record] {
        guard let fix = transition.position, let fence = transition.fence.attributes.objectValue else { return [] }
        let body = BGeoPayload.transition(
            uuid: transition.id, fence: fence, action: GeofenceAction(transition.kind), moment: transition.at, fix: fix,
            circumstances: circumstances(fix, context, odometer: transition.odometer), shared: configuration.extras)
        return [
            Record(
                id: transition.id, kind: .transition, fence: transition.fence.id, transition: transition.id,
                at: transition.at, session: context.session, body: .object(body))
        ]
    }

    func record(of fix: Fix, beside transition: Transition?, in context: RecordContext, id: String) -> Record? {
        // A transition carries its position itself.
        guard transition == nil else { return nil }
        let body = BGeoPayload.record(
            uuid: id, fix: fix, circumstances: circumstances(fix, context, odometer: context.odometer),
            shared: configuration.extras)
        return Record(id: id, kind: .fix, at: fix.timestamp, session: context.session, body: .object(body))
    }

    func circumstances(_ fix: Fix, _ context: RecordContext, odometer: Double) -> BGeoPayload.Circumstances {
        BGeoPayload.Circumstances(
            now: context.now, odometer: odometer, isMoving: pace ?? fix.speed.map { $0 >= Self.walkingSpeed },
            status: context.status)
    }

    /// Metres a second from which a measured speed means moving.
    private static let walkingSpeed = 0.5
}

extension GeofenceAction {
    init(_ kind: TransitionKind) {
        switch kind {
        case .enter: self = .enter
        case .exit: self = .exit
        case .dwell: self = .dwell
        }
    }
}
