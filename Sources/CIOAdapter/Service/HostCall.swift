import GeofenceEngine
import LocationCore

/// A call that puts a person in place or takes them away, as it is noted until it has been carried out. (CIO 1.2)
enum HostCall {
    case identify(String, traits: JSONObject, CIODesk.CallMoment)
    case signOut(anonymousId: String, dropsEvents: Bool)

    /// Reads a note; `nil` for one of another version.
    init?(note: JSONValue) {
        guard let anonymousId = note["anonymousId"]?.stringValue else { return nil }
        if let userId = note["userId"]?.stringValue {
            guard let at = note["at"]?.int64Value, let messageId = note["messageId"]?.stringValue else { return nil }
            self = .identify(
                userId, traits: note["traits"]?.objectValue ?? [:],
                CIODesk.CallMoment(
                    at: Timestamp(milliseconds: at), messageId: messageId, userId: userId, anonymousId: anonymousId))
        } else {
            self = .signOut(anonymousId: anonymousId, dropsEvents: note["dropsEvents"]?.boolValue == true)
        }
    }

    var note: JSONValue {
        switch self {
        case .identify(let userId, let traits, let moment):
            [
                "userId": .string(userId), "traits": .object(traits), "at": .integer(moment.at.milliseconds),
                "messageId": .string(moment.messageId), "anonymousId": .string(moment.anonymousId),
            ]
        case .signOut(let anonymousId, let dropsEvents):
            ["anonymousId": .string(anonymousId), "dropsEvents": .bool(dropsEvents)]
        }
    }
}

/// The notes of one process.
final class CallNotebook: Sendable {
    private let notes: CallNotes
    private let own = Locked<Set<String>>([])

    init(in store: StoreLocation) { notes = CallNotes(in: store, prefix: CIOKeys.call) }

    /// Notes a call before it returns. A note that could not be kept costs nothing but this: until the call has been
    /// carried out, the end of the process loses it.
    func note(_ call: HostCall, id: String) throws(StoreError) -> String? {
        guard let key = try notes.add(call.note, id: id) else { return nil }
        own.withLock { _ = $0.insert(key) }
        return key
    }

    /// Whether a note is of this process, in which its call is carried out anyway.
    func holds(_ key: String) -> Bool { own.withLock { $0.contains(key) } }
}
