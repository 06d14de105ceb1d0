package import GeofenceEngine
import LocationCore

/// What one request carries. (BKN 7.2)
package struct UploadBatch: Hashable, Sendable {
    /// The tracking session of the locations; `nil` for what was recorded outside one.
    package let session: String?
    /// Oldest first.
    package let locations: [Record]
    /// Those of one fence in the order of the crossings.
    package let events: [Record]

    package init(session: String?, locations: [Record], events: [Record]) {
        self.session = session
        self.locations = locations
        self.events = events
    }

    /// The batch that some records are, which were chosen together.
    package init(carrying records: [Record]) {
        let locations = records.filter { $0.kind == .fix }
        let events = records.filter { $0.kind == .transition }
        self.init(
            session: locations.isEmpty ? events.first?.session : locations[0].session, locations: locations,
            events: events)
    }

    /// A request without records: a cloud sync with nothing to upload. (BKN-163)
    package static let empty = UploadBatch(session: nil, locations: [], events: [])

    /// Everything in it.
    package var records: [Record] { locations + events }
}

extension UploadBatch {
    /// How much a batch may hold.
    package struct Limits: Hashable, Sendable {
        /// Most locations; events are not counted.
        package var locations: Int
        /// Most records of either kind, once a server found more too large or refused some together; `nil` for no limit.
        package var records: Int?

        package init(locations: Int, records: Int? = nil) {
            self.locations = max(1, locations)
            self.records = records.map { max(1, $0) }
        }
    }

    /// The next batch of what is pending, or `nil` when nothing can be sent now.
    ///
    /// One session at a time, the one with the oldest record first. An event belongs to the session of its location,
    /// travels in that location's batch, and never overtakes an older event of its fence. A record that still waits for
    /// a position is not sent, and holds the younger events of its fence back.
    ///
    /// - Parameter pending: All records that are to be sent, in the order of their creation, waiting ones among them.
    package static func next(of pending: [Record], within limits: Limits) -> UploadBatch? {
        let queue = Queue(pending)
        for session in queue.sessions {
            let batch = queue.batch(of: session, within: limits)
            if !batch.records.isEmpty { return batch }
        }
        return nil
    }
}

/// The pending records, sorted by what decides about their batches.
private struct Queue {
    private let locations: [Record]
    private let events: [Record]
    private let locationSessions: [String: String?]
    /// In the order of their oldest records.
    let sessions: [String?]

    init(_ pending: [Record]) {
        locations = pending.filter { $0.kind == .fix }.sorted { ($0.at, $0.sequence) < ($1.at, $1.sequence) }
        events = pending.filter { $0.kind == .transition }
        let locationSessions = Dictionary(locations.map { ($0.id, $0.session) }) { first, _ in first }
        self.locationSessions = locationSessions
        var seen: Set<String?> = []
        sessions = pending.map { Self.session(of: $0, locationSessions) }.filter { seen.insert($0).inserted }
    }

    private static func session(of record: Record, _ locationSessions: [String: String?]) -> String? {
        record.companion.flatMap { locationSessions[$0] } ?? record.session
    }

    func batch(of session: String?, within limits: UploadBatch.Limits) -> UploadBatch {
        var room = limits.records ?? .max
        var held: Set<FenceID> = []
        var chosenLocations: [Record] = []
        var chosen: Set<String> = []
        for location in locations where location.session == session {
            guard chosenLocations.count < limits.locations, room > 0 else { break }
            chosenLocations.append(location)
            chosen.insert(location.id)
            // Room is kept for the events that travel with it.
            room -= 1 + events.count { $0.companion == location.id }
        }
        room = (limits.records ?? .max) - chosenLocations.count
        var chosenEvents: [Record] = []
        for event in events {
            let isFree = Self.session(of: event, locationSessions) == session && hasItsLocation(event, in: chosen)
            guard isFree, !event.isWaiting, room > 0, !isHeld(event, held) else {
                if let fence = event.fence { held.insert(fence) }
                continue
            }
            chosenEvents.append(event)
            room -= 1
        }
        return UploadBatch(session: session, locations: chosenLocations, events: chosenEvents)
    }

    /// Whether the event's location is in the batch, or there is none (any more).
    private func hasItsLocation(_ event: Record, in chosen: Set<String>) -> Bool {
        guard let companion = event.companion, locationSessions[companion] != nil else { return true }
        return chosen.contains(companion)
    }

    private func isHeld(_ event: Record, _ held: Set<FenceID>) -> Bool {
        event.fence.map(held.contains) ?? false
    }
}
