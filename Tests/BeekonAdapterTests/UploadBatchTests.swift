import BeekonAdapter
import Foundation
import GeofenceEngine
import LocationCore
import TestSupport
import Testing

/// A location's record, so many seconds after eight.
private func location(_ id: String, _ sequence: Int64, session: String? = "s1", at seconds: Int64? = nil) -> Record {
    let at = eight.adding(milliseconds: (seconds ?? sequence) * 1000)
    let body = Location(id: id, latitude: 12.9722, longitude: 77.5946, timestamp: at.date, accuracy: 5).wire
    return Record(id: id, sequence: sequence, kind: .fix, at: at, session: session, body: body)
}

/// An event's record.
private func event(
    _ id: String, _ sequence: Int64, fence: FenceID = "home", beside companion: String? = nil,
    session: String? = "s1", isWaiting: Bool = false
) -> Record {
    Record(
        id: id, sequence: sequence, kind: .transition, fence: fence, companion: companion,
        at: eight.adding(milliseconds: sequence * 1000), session: session, body: ["id": .string(id)],
        isWaiting: isWaiting)
}

/// What a drain sends when each request is accepted.
private func drain(_ records: [Record], batchSize: Int = 100) -> [UploadBatch] {
    var pending = records
    var batches: [UploadBatch] = []
    while let batch = UploadBatch.next(of: pending, within: .init(locations: batchSize)) {
        batches.append(batch)
        let sent = Set(batch.records.map(\.id))
        pending.removeAll { sent.contains($0.id) }
    }
    return batches
}

@Suite struct `Upload batches` {
    @Test func `BKN-121 a crossing and its location are in one batch`() throws {
        let batches = drain([location("l1", 1), event("e1", 2, beside: "l2"), location("l2", 3)])

        #expect(batches.count == 1)
        #expect(batches.first?.locations.map(\.id) == ["l1", "l2"])
        #expect(batches.first?.events.map(\.id) == ["e1"])
    }

    @Test func `BKN-125 the older session goes first, its locations in time order`() {
        let old = [location("a2", 1, session: "old", at: 20), location("a1", 2, session: "old", at: 10)]
        let new = (1...4).map { location("b\($0)", $0 + 10, session: "new") }

        let batches = drain([old[0], new[0], old[1], new[1], new[2], new[3]])

        #expect(batches.map(\.session) == ["old", "new"])
        #expect(batches.map { $0.locations.map(\.id) } == [["a1", "a2"], ["b1", "b2", "b3", "b4"]])
    }

    @Test func `BKN-126 250 locations are sent as 100, 100 and 50`() {
        let batches = drain((1...250).map { location("l\($0)", $0) })

        #expect(batches.map(\.locations.count) == [100, 100, 50])
    }

    @Test func `BKN-127 the event is in the request that has its location`() {
        let records = (1...250).map { location("l\($0)", $0) } + [event("e", 251, beside: "l250")]

        let batches = drain(records)

        #expect(batches.map(\.locations.count) == [100, 100, 50])
        #expect(batches.map { $0.events.map(\.id) } == [[], [], ["e"]])
    }

    @Test func `BKN-128 what was recorded outside a session is a session of its own`() {
        let batches = drain([event("e", 1, session: nil), location("l", 2)])

        #expect(batches.map(\.session) == [nil, "s1"])
    }

    @Test func `an event belongs to the session of its location`() {
        let batches = drain([event("e", 1, beside: "l", session: "s1"), location("l", 2, session: nil)])

        #expect(batches.map(\.session) == [nil])
        #expect(batches.first?.events.map(\.id) == ["e"])
    }

    @Test func `an event without a location never overtakes an older one of its fence`() {
        let records =
            (1...150).map { location("l\($0)", $0) } + [event("older", 151, beside: "l150"), event("newer", 152)]

        let batches = drain(records)

        #expect(batches.map { $0.events.map(\.id) } == [[], ["older", "newer"]])
    }

    @Test func `events of other fences go in the first batch`() {
        let records =
            (1...150).map { location("l\($0)", $0) }
            + [event("a", 151, beside: "l150"), event("b", 152, fence: "office")]

        #expect(drain(records).map { $0.events.map(\.id) } == [["b"], ["a"]])
    }

    @Test func `an event that waits for its position is not sent and holds younger ones back`() {
        let records = [event("waiting", 1, isWaiting: true), event("younger", 2), event("other", 3, fence: "office")]

        #expect(drain(records).map { $0.events.map(\.id) } == [["other"]])
    }

    @Test func `crossings of one fence in two sessions keep their order`() {
        let records = [
            location("l", 1, session: "s1"), event("first", 2, session: nil), event("second", 3, session: "s1"),
        ]

        #expect(drain(records).flatMap { $0.events.map(\.id) } == ["first", "second"])
    }

    @Test func `an event whose location is gone goes alone`() {
        #expect(drain([event("e", 1, beside: "gone")]).map { $0.events.map(\.id) } == [["e"]])
    }

    @Test func `BKN-138 a smaller limit halves the locations and always sends something`() {
        let records = (1...100).map { location("l\($0)", $0) }
        let pair = [location("l", 1), event("e", 2, beside: "l")]

        #expect(UploadBatch.next(of: records, within: .init(locations: 100, records: 50))?.locations.count == 50)
        #expect(UploadBatch.next(of: pair, within: .init(locations: 100, records: 2))?.records.count == 2)
        #expect(UploadBatch.next(of: pair, within: .init(locations: 100, records: 1))?.records.map(\.id) == ["l"])
    }

    @Test func `nothing pending is no batch`() {
        #expect(UploadBatch.next(of: [], within: .init(locations: 100)) == nil)
    }

    @Test func `every record is sent exactly once, whatever is pending`() {
        var seed: UInt64 = 20_260_301
        func random(_ bound: UInt64) -> UInt64 {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (seed >> 33) % bound
        }
        for _ in 0..<300 {
            var records: [Record] = []
            var unused: [String] = []
            for sequence in 1...Int64(1 + random(40)) {
                let session = ["s1", "s2", nil][Int(random(3))]
                if random(2) == 0 {
                    records.append(location("l\(sequence)", sequence, session: session))
                    unused.append("l\(sequence)")
                } else {
                    let companion = random(2) == 0 ? unused.last : nil
                    let fence: FenceID = random(2) == 0 ? "home" : "office"
                    records.append(event("e\(sequence)", sequence, fence: fence, beside: companion, session: session))
                }
            }

            let sent = drain(records, batchSize: 3).flatMap(\.records)

            #expect(sent.map(\.id).sorted() == records.map(\.id).sorted())
            for fence: FenceID in ["home", "office"] {
                let order = sent.filter { $0.fence == fence }.map(\.sequence)
                #expect(order == order.sorted())
            }
        }
    }
}

@Suite struct `Upload requests` {
    private let context = UploadContext(
        installID: "0b7c1d0e-51d4-4b0e-9a41-6a3b6a3c2f11", platform: .iOS, cloud: nil)

    /// The records that the body of a fixture was made of, by the adapter's own format.
    private func batch(_ body: JSONValue) throws -> UploadBatch {
        let format = BeekonFormat(detectsActivity: false)
        let session = body["session_id"]?.stringValue
        let surroundings = RecordContext(now: eight, status: DeviceStatus(), odometer: 0, session: session)
        var records: [Record] = []
        for location in try body.list("locations") {
            let beside = location["trigger"] == "geofence" ? transition("e", .enter) : nil
            let fix = Fix(
                coordinate: try Coordinate(
                    latitude: location["latitude"]?.doubleValue ?? .nan,
                    longitude: location["longitude"]?.doubleValue ?? .nan),
                accuracy: location["accuracy"]?.doubleValue, timestamp: try time(location),
                ellipsoidalAltitude: location["altitude"]?.doubleValue, speed: location["speed"]?.doubleValue,
                course: location["bearing"]?.doubleValue)
            let id = location["id"]?.stringValue ?? ""
            records += [format.record(of: fix, beside: beside, in: surroundings, id: id)].compactMap(\.self)
        }
        for event in try body.list("geofence_events") {
            let kind: TransitionKind = event["type"] == "enter" ? .enter : .exit
            let crossing = Transition(
                id: event["id"]?.stringValue ?? "", kind: kind, fence: homeFence, at: try time(event),
                evidence: .fix, position: nil, person: nil, stay: nil, odometer: 0)
            records += format.records(of: crossing, in: surroundings, id: { "unused" })
        }
        return try #require(UploadBatch.next(of: records, within: .init(locations: 100)))
    }

    private func time(_ json: JSONValue) throws -> Timestamp {
        try #require(json["timestamp"]?.stringValue.flatMap { Timestamp(iso8601: $0) })
    }

    @Test(
        .enabled(if: Shared.isPresent, "\(present)"),
        arguments: ["upload_batch_mixed.json", "upload_batch_no_session.json"])
    func `BKN-120 BKN-128 BKN-140 BKN-141 the body is the fixture's, byte for byte`(_ name: String) throws {
        let body = try fixture(name).member("body")

        let own = UploadRequest.body(try batch(body), context)

        #expect(own.text == body.text)
    }

    @Test func `BKN-122 an event has four keys`() throws {
        let surroundings = RecordContext(now: eight, status: DeviceStatus(), odometer: 0, session: nil)

        let record = try #require(
            BeekonFormat(detectsActivity: true)
                .records(of: transition("e", .exit), in: surroundings, id: { "unused" }).first)

        #expect(record.body.objectValue?.keys == ["geofence_id", "id", "timestamp", "type"])
        #expect(record.id == "e")
    }

    @Test func `BKN-140 what was not measured is null`() {
        let wire = Location(id: "l", latitude: 1, longitude: 2, timestamp: eight.date).wire

        for key in ["accuracy", "speed", "bearing", "altitude"] { #expect(wire[key] == .null) }
    }

    @Test(arguments: [(true, "cycling"), (false, "unknown")])
    func `the activity is told only where it is wanted`(_ isOn: Bool, _ word: String) throws {
        let status = DeviceStatus(activity: "on_bicycle")
        let surroundings = RecordContext(now: eight, status: status, odometer: 0, session: "s")
        let fix = Fix(coordinate: Coordinate(checkedLatitude: 1, longitude: 2), accuracy: 5, timestamp: eight)

        let record = BeekonFormat(detectsActivity: isOn).record(of: fix, beside: nil, in: surroundings, id: "l")

        #expect(record?.body["activity"]?.stringValue == word)
    }

    @Test func `BKN-163 a cloud sync without records tells the position and the revision`() {
        let fix = Fix(coordinate: Coordinate(checkedLatitude: 12.5, longitude: 77.5), accuracy: 5, timestamp: eight)
        let context = UploadContext(
            installID: "i", platform: .android, cloud: .init(position: fix, revision: "r-1"))

        let body = UploadRequest.body(.empty, context)

        #expect(body["locations"] == [])
        #expect(body["geofence_events"] == [])
        #expect(body["session_id"] == .null)
        #expect(body["platform"] == "android")
        #expect(body["geofences_revision"] == "r-1")
        #expect(
            body["position"]
                == ["latitude": 12.5, "longitude": 77.5, "accuracy": 5.0, "timestamp": "2026-03-01T08:00:00.000Z"])
    }

    @Test func `a cloud sync with locations needs no position`() {
        let fix = Fix(coordinate: Coordinate(checkedLatitude: 12.5, longitude: 77.5), accuracy: 5, timestamp: eight)
        let context = UploadContext(installID: "i", platform: .iOS, cloud: .init(position: fix, revision: nil))
        let batch = UploadBatch(session: nil, locations: [location("l", 1)], events: [])

        let body = UploadRequest.body(batch, context)

        #expect(body["position"] == .null)
        #expect(body["geofences_revision"] == .null)
    }

    private func transport(_ sync: SyncConfig) throws -> BeekonTransport {
        let context = context
        let transport = BeekonTransport(
            .selfManaged(sync: sync), cloudURL: nil, context: { context }, now: { eight })
        return try #require(transport)
    }

    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    @Test func `BKN-132 the address is used as given, with each header`() throws {
        let sync = SyncConfig(url: try url("https://example.org/a?b=c"), headers: ["X-Team": "blue"])

        let transport = try transport(sync)
        let request = try #require(transport.request(for: [location("l", 1)], id: "r", fence: { _ in nil }))

        #expect(request.url == "https://example.org/a?b=c")
        #expect(request.method == "POST")
        #expect(request.timeout == 30_000)
        #expect(request.headers == ["Content-Type": "application/json; charset=utf-8", "X-Team": "blue"])
    }

    @Test func `BKN-133 credentials beat a header of the same name, whatever its case`() throws {
        let sync = SyncConfig(
            url: try url("https://example.org"), headers: ["authorization": "Basic x", "content-type": "text/json"],
            auth: AuthConfig(accessToken: "t"))

        let transport = try transport(sync)
        let request = try #require(transport.request(for: [location("l", 1)], id: "r", fence: { _ in nil }))

        #expect(request.headers == ["Authorization": "Bearer t", "content-type": "text/json"])
    }

    @Test func `in cloud mode the project key is the credential`() throws {
        let context = context
        let cloud = BeekonConfig.cloud(projectKey: "bkproj_1")
        let transport = BeekonTransport(
            cloud, cloudURL: "https://example.org/sync", context: { context }, now: { eight })
        let nowhere = BeekonTransport(cloud, cloudURL: nil, context: { context }, now: { eight })

        let request = transport?.request(for: [], id: "r", fence: { _ in nil })

        #expect(request?.headers["Authorization"] == "Bearer bkproj_1")
        #expect(nowhere?.needsRefresh == nil)
    }

    @Test func `BKN-118 without an address there is no way to a server`() {
        let context = context

        let transport = BeekonTransport(
            .selfManaged(), cloudURL: "https://example.org", context: { context }, now: { eight })

        #expect(transport?.needsRefresh == nil)
        #expect(!BeekonPolicy.policy(.selfManaged(), platform: .iOS, isTracking: false).outbox.isEnabled)
    }

    @Test func `BKN-135 a refused token is exchanged once, and what comes is kept`() throws {
        let sync = SyncConfig(
            url: try url("https://example.org"),
            auth: AuthConfig(
                accessToken: "old", refreshToken: "r1", refreshURL: try url("https://example.org/token"),
                expiresAt: eight.date))
        let old = try transport(sync)
        #expect(old.needsRefresh)

        let request = try #require(old.refresh(id: "x"))
        #expect(request.url == "https://example.org/token")
        #expect(try JSONValue(json: request.body)["refresh_token"] == "r1")
        let answer: JSONValue = ["access_token": "new", "expires_in": 3600]
        let (new, values) = try #require(
            old.renewed(by: .response(status: 200, headers: [:], body: answer.bytes())))

        #expect(!new.needsRefresh)
        let sent = new.request(for: [location("l", 1)], id: "r", fence: { _ in nil })
        #expect(sent?.headers["Authorization"] == "Bearer new")
        let kept = try #require(values[BeekonConfig.storedKey].flatMap(\.self).flatMap(BeekonConfig.init(json:)))
        #expect(kept.settings.sync?.auth?.accessToken == "new")
        #expect(kept.settings.sync?.auth?.refreshToken == "r1")
        #expect(kept.settings.sync?.auth?.expiresAt == eight.adding(milliseconds: 3_600_000).date)
    }

    @Test(
        arguments: [
            .failure(.timedOut), .response(status: 401, headers: [:], body: []),
            .response(status: 200, headers: [:], body: Array("<html>".utf8)),
            .response(status: 200, headers: [:], body: Array("{\"access_token\":\"\"}".utf8)),
        ] as [HTTPResult])
    func `an exchange that brings no token brings nothing`(_ answer: HTTPResult) throws {
        let auth = AuthConfig(accessToken: "old", refreshToken: "r1", refreshURL: try url("https://example.org/token"))

        #expect(TokenRefresh.renewed(auth, by: answer, now: eight) == nil)
        #expect(TokenRefresh.request(AuthConfig(accessToken: "old"), id: "x") == nil)
    }
}
