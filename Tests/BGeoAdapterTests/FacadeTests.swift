import BGeoAdapter
import Foundation
import LocationCore
import Testing

@MainActor @Suite struct `BGEO the entry point` {
    private static let home = Geofence(
        identifier: "home", radius: 150, latitude: 52.2297, longitude: 21.0122, notifyOnEntry: true)

    @Test func `the life cycle is passed on and answers with the state`() async throws {
        try await withEngine { engine, _ in
            let ready = try await BackgroundGeolocation.ready(Config(distanceFilter: 30, url: Config.clearString))
            let started = try await BackgroundGeolocation.start()
            let now = await BackgroundGeolocation.getState()
            try await BackgroundGeolocation.changePace(true)
            let set = try await BackgroundGeolocation.setConfig(Config())
            let stopped = try await BackgroundGeolocation.stop()

            #expect(engine.options == [["distanceFilter": 30.0, "url": .null], [:]])
            #expect(engine.requests == ["ready", "start", "state", "changePace true", "setConfig", "stop"])
            #expect(ready["geofenceCount"] as? Int == 3)
            #expect([ready, started, now, set, stopped].map(\.enabled) == [false, true, true, false, false])
            #expect(now.raw["odometer"] as? Double == 12.5)
        }
    }

    @Test func `options that are not JSON change nothing`() async {
        await withEngine { engine, _ in
            let error = await #expect(throws: BGeoError.self) {
                try await BackgroundGeolocation.ready(Config(params: ["when": Date(timeIntervalSince1970: 0)]))
            }

            #expect(error == .unknown(code: "INVALID_CONFIG", message: "params.when is not a JSON value"))
            #expect(engine.requests.isEmpty)
        }
    }

    @Test func `BGEO-015 a list of fences is one request in stored form`() async throws {
        try await withEngine { engine, _ in
            try await BackgroundGeolocation.addGeofence(Self.home)
            try await BackgroundGeolocation.addGeofences([
                Self.home, Geofence(identifier: "x", radius: 1, latitude: 2, longitude: 3, notifyOnDwell: true),
            ])

            #expect(engine.added.map { $0.map { $0["identifier"] } } == [["home"], ["home", "x"]])
            #expect(engine.added.last?.last?["notifyOnEntry"] == false)
        }
    }

    @Test func `BGEO-016 a bad fence reaches the log and not the engine`() async {
        await withEngine { engine, _ in
            let bad = Geofence(identifier: "bad", radius: 1, latitude: 2, longitude: 3)

            await #expect(throws: BGeoError.rejectedGeofence) {
                try await BackgroundGeolocation.addGeofences([Self.home, bad])
            }

            #expect(engine.added.isEmpty)
            #expect(engine.rows.count == 1)
            #expect(engine.rows.first?.message.contains("'bad': rule 5") == true)
        }
    }

    @Test func `BGEO-017 an empty list succeeds`() async throws {
        try await withEngine { engine, _ in
            try await BackgroundGeolocation.addGeofences([])

            #expect(engine.requests.isEmpty)
        }
    }

    @Test func `BGEO-027 a fence that cannot be read is left out of the list`() async {
        await withEngine { engine, _ in
            engine.fences = [["identifier": "broken"], Self.home.storedForm]

            let fences = await BackgroundGeolocation.getGeofences()

            #expect(fences.map(\.identifier) == ["home"])
            #expect(fences.first?.notifyOnExit == false)
            #expect(await BackgroundGeolocation.geofenceExists(identifier: "home"))
            #expect(await !BackgroundGeolocation.geofenceExists(identifier: "Home"))
        }
    }

    @Test func `removals are passed on`() async {
        await withEngine { engine, _ in
            await BackgroundGeolocation.removeGeofence(identifier: "office")
            await BackgroundGeolocation.removeGeofences()

            #expect(engine.requests == ["removeGeofence office", "removeGeofences"])
        }
    }

    @Test func `the queue is read and emptied`() async throws {
        try await withEngine { engine, _ in
            engine.records = [.object(Fixture.record), ["uuid": "broken"]]

            let sent = try await BackgroundGeolocation.sync()

            #expect(sent.count == 1)
            #expect(await BackgroundGeolocation.getCount() == 2)
            #expect(await BackgroundGeolocation.getLocations().map(\.event) == ["geofence"])
            #expect(await BackgroundGeolocation.destroyLocations() == 2)
            #expect(await BackgroundGeolocation.getAuthState() == (accessToken: "a-1", refreshToken: nil))
        }
    }

    @Test func `BGEO-126 a record that is not there is named`() async throws {
        try await withEngine { engine, _ in
            engine.records = [["uuid": "u-1"]]
            try await BackgroundGeolocation.destroyLocation(uuid: "u-1")

            let error = await #expect(throws: BGeoError.self) {
                try await BackgroundGeolocation.destroyLocation(uuid: "u-1")
            }

            #expect(error?.code == "NOT_FOUND")
            #expect(error?.message == "No queued location with uuid u-1")
        }
    }

    @Test func `an inserted record loses what is no JSON, and the log says so`() async {
        await withEngine { engine, _ in
            await BackgroundGeolocation.insertLocation(["uuid": "u-1", "when": Date(timeIntervalSince1970: 0)])

            #expect(engine.records == [["uuid": "u-1"]])
            #expect(engine.rows.first?.message == "when is not a JSON value; its member is left out")
        }
    }

    @Test func `a position is asked for with the options that were given`() async throws {
        try await withEngine { engine, _ in
            engine.position = .object(Fixture.record)

            let location = try await BackgroundGeolocation.getCurrentPosition(
                CurrentPositionOptions(timeout: 5, extras: ["k": 1]))
            let reset = try await BackgroundGeolocation.resetOdometer()

            #expect(location.odometer == 1532.4 && reset.uuid == location.uuid)
            #expect(engine.options == [["timeout": 5.0, "extras": ["k": 1]]])
            #expect(engine.requests == ["currentPosition", "setOdometer 0.0"])
        }
    }

    @Test func `a position that cannot be read is an error`() async {
        await withEngine { engine, _ in
            engine.position = ["uuid": "u-1"]

            let error = await #expect(throws: BGeoError.self) {
                try await BackgroundGeolocation.getCurrentPosition()
            }

            #expect(error == .unknown(code: "DECODE_ERROR", message: "Failed to decode location"))
        }
    }

    @Test func `an unknown permission is an error`() async throws {
        try await withEngine { engine, _ in
            let granted = try await BackgroundGeolocation.requestPermission()
            #expect(granted == .always)
            engine.permission = 17

            let error = await #expect(throws: BGeoError.self) {
                try await BackgroundGeolocation.requestPermission()
            }

            #expect(error == .unknown(code: "DECODE_ERROR", message: "Unknown authorization status 17"))
        }
    }

    @Test func `watches and small questions are passed on`() async {
        await withEngine { engine, _ in
            BackgroundGeolocation.watchPosition(WatchPositionOptions(interval: 500))
            BackgroundGeolocation.stopWatchPosition()
            BackgroundGeolocation.watchHeading(WatchHeadingOptions(minDeltaDeg: 2))
            BackgroundGeolocation.stopWatchHeading()

            #expect(
                engine.requests == ["watchPosition", "stopWatchPosition", "watchHeading", "stopWatchHeading"])
            #expect(engine.options == [["interval": 500.0], ["minDeltaDeg": 2.0]])
            #expect(await BackgroundGeolocation.requestTemporaryFullAccuracy(purpose: "p") == .full)
            #expect(await BackgroundGeolocation.getProviderState().status == .always)
            #expect(await BackgroundGeolocation.isPowerSaveMode())
            #expect(await BackgroundGeolocation.getOdometer() == 42)
        }
    }

    @Test(arguments: [(nil, "log 500"), (0, "log 1"), (7, "log 7"), (9999, "log 5000")] as [(Int?, String)])
    func `the log is read within bounds`(_ limit: Int?, _ request: String) async {
        await withEngine { engine, _ in
            engine.logRows = [["ts": 1, "level": 3, "src": "s", "event": "e"], ["ts": 1]]

            let rows =
                if let limit {
                    await BackgroundGeolocation.getLog(limit: limit)
                } else {
                    await BackgroundGeolocation.getLog()
                }

            #expect(engine.requests == [request])
            #expect(rows.map(\.event) == ["e"])
        }
    }

    @Test func `rows of the application are marked as its own`() async {
        await withEngine { engine, _ in
            let logger = BackgroundGeolocation.logger

            logger.error("a")
            logger.warn("b")
            logger.info("c", data: ["n": 1])
            logger.debug("d")
            logger.verbose("e")

            #expect(engine.rows.map(\.level) == [.error, .warning, .info, .debug, .verbose])
            #expect(engine.rows.allSatisfy { $0.event == "app" && $0.source == "native" })
            #expect(engine.rows[2].data == ["n": 1])
            #expect(await BackgroundGeolocation.destroyLog() == 7)
            #expect(await BackgroundGeolocation.uploadLog() == 5)
        }
    }

    @Test func `every channel has a closure that hears it`() async {
        await withEngine { _, hub in
            var heard: [String] = []
            BackgroundGeolocation.onGeofence { _ in heard.append("geofence") }
            BackgroundGeolocation.onGeofencesChange { _ in heard.append("geofenceschange") }
            BackgroundGeolocation.onLocation { _ in heard.append("location") }
            BackgroundGeolocation.onMotionChange { _ in heard.append("motionchange") }
            BackgroundGeolocation.onHttp { _ in heard.append("http") }
            BackgroundGeolocation.onConnectivityChange { _ in heard.append("connectivitychange") }
            BackgroundGeolocation.onAuthorization { heard.append("authorization \($0["status"] ?? "")") }
            BackgroundGeolocation.onProviderChange { _ in heard.append("providerchange") }
            BackgroundGeolocation.onHeartbeat { _ in heard.append("heartbeat") }
            BackgroundGeolocation.onPowerSaveChange { heard.append("powersavechange \($0)") }
            BackgroundGeolocation.onLocationError { _ in heard.append("locationerror") }
            BackgroundGeolocation.onCrash { _ in heard.append("crash") }
            BackgroundGeolocation.onDistraction { _ in heard.append("distraction") }
            BackgroundGeolocation.onHeading { _ in heard.append("heading") }

            for channel in EventChannel.allCases { hub.emit(channel: channel, payload: Self.payload(channel)) }

            #expect(
                heard == [
                    "geofence", "geofenceschange", "location", "motionchange", "http", "connectivitychange",
                    "authorization 401", "providerchange", "heartbeat", "powersavechange true", "locationerror",
                    "crash", "distraction", "heading",
                ])
        }
    }

    @Test func `every channel has a stream that hears it`() async {
        await withEngine { _, hub in
            let streams = (
                BackgroundGeolocation.geofenceEvents, BackgroundGeolocation.geofenceChanges,
                BackgroundGeolocation.locations, BackgroundGeolocation.motionChanges, BackgroundGeolocation.httpEvents,
                BackgroundGeolocation.connectivityChanges, BackgroundGeolocation.authorizationEvents,
                BackgroundGeolocation.providerChanges, BackgroundGeolocation.heartbeats,
                BackgroundGeolocation.powerSaveChanges, BackgroundGeolocation.locationErrors,
                BackgroundGeolocation.crashEvents, BackgroundGeolocation.distractionEvents,
                BackgroundGeolocation.headingEvents
            )
            #expect(EventChannel.allCases.allSatisfy { hub.listenerCount($0) == 1 })

            for channel in EventChannel.allCases { hub.emit(channel: channel, payload: Self.payload(channel)) }
            hub.removeListeners()

            #expect(await Self.count(streams.0) == 1)
            #expect(await Self.count(streams.1) == 1)
            #expect(await Self.count(streams.2) == 1)
            #expect(await Self.count(streams.3) == 1)
            #expect(await Self.count(streams.4) == 1)
            #expect(await Self.count(streams.5) == 1)
            #expect(await Self.count(streams.6) == 1)
            #expect(await Self.count(streams.7) == 1)
            #expect(await Self.count(streams.8) == 1)
            #expect(await Self.count(streams.9) == 1)
            #expect(await Self.count(streams.10) == 1)
            #expect(await Self.count(streams.11) == 1)
            #expect(await Self.count(streams.12) == 1)
            #expect(await Self.count(streams.13) == 1)
        }
    }

    private static func count<Element>(_ stream: AsyncStream<Element>) async -> Int {
        var count = 0
        for await _ in stream { count += 1 }
        return count
    }

    private static func payload(_ channel: EventChannel) -> JSONValue {
        switch channel {
        case .geofence: BGeoPayload.geofenceEvent(record: Fixture.record) ?? .null
        case .geofencesChange: ["on": [], "off": []]
        case .location: .object(Fixture.record)
        case .motionChange: ["isMoving": true]
        case .http: ["success": true, "status": 204, "responseText": ""]
        case .connectivityChange: ["connected": true]
        case .authorization: ["success": false, "status": 401]
        case .providerChange, .heartbeat: [:]
        case .powerSaveChange: ["isPowerSaveMode": true]
        case .locationError: ["code": 1]
        case .crash: ["timestamp": "t", "peakG": 4, "impactDurationMs": 80, "preImpactSpeedMps": 13]
        case .distraction: ["timestamp": "t", "startTimestamp": "s", "durationSec": 6, "cause": "screen"]
        case .heading: ["heading": 1, "accuracy": -1, "isTrue": false]
        }
    }

    @Test func `two tasks with engines of their own do not hear each other`() async throws {
        try await withEngine { outer, outerHub in
            var told = 0
            BackgroundGeolocation.onHeartbeat { _ in told += 1 }
            try await withEngine { inner, innerHub in
                try await BackgroundGeolocation.start()
                innerHub.emit(channel: .heartbeat, payload: [:])
                #expect(inner.requests == ["start"])
            }

            #expect(outer.requests.isEmpty)
            #expect(told == 0)
            #expect(outerHub.listenerCount(.heartbeat) == 1)
        }
    }

    @Test func `an engine that is installed late has the listeners that came early`() async throws {
        let engine = RecordingEngine()
        var told = 0
        let subscription = BackgroundGeolocation.onHeartbeat { _ in told += 1 }

        BackgroundGeolocation.install(engine)
        try await BackgroundGeolocation.start()
        BackgroundGeolocation.processHub.emit(channel: .heartbeat, payload: [:])

        #expect(engine.requests == ["start"])
        #expect(told == 1)
        subscription.remove()
        BackgroundGeolocation.install(AbsentEngine())
    }

    @Test func `without an engine requests fail and questions are answered empty`() async {
        let context = BGeoContext(engine: AbsentEngine(), hub: EventHub())
        await BackgroundGeolocation.$context.withValue(context) {
            let error = await #expect(throws: BGeoError.self) { try await BackgroundGeolocation.start() }

            #expect(error?.code == "NO_LOCATION_SERVICE")
            #expect(await BackgroundGeolocation.getGeofences().isEmpty)
            #expect(await BackgroundGeolocation.getState().enabled == false)
            #expect(await BackgroundGeolocation.getProviderState().status == .notDetermined)
        }
    }

    @Test func `BGEO-140 no licence is asked for`() async throws {
        try await withEngine { _, _ in
            try await BackgroundGeolocation.ready(Config())
            try await BackgroundGeolocation.start()
            try await BackgroundGeolocation.addGeofences([Self.home])
        }
        // Nothing but the error type itself, which keeps the old cases, may name a licence code or case.
        let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/BGeoAdapter")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
            .compactMap { $0 as? URL }
            .filter { $0.pathExtension == "swift" && $0.lastPathComponent != "BGeoError.swift" }
        try #require(files.count > 20)
        for file in files {
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(!text.contains("LICENSE_") && !text.contains(".license"), "\(file.lastPathComponent)")
        }
    }

    @Test(arguments: [
        "INVALID_GEOFENCE", "DISABLED", "NOT_FOUND", "LICENSE_MISSING", "LICENSE_INVALID", "LICENSE_EXPIRED",
        "LICENSE_APP_MISMATCH", "408",
    ])
    func `an error keeps its code and message`(_ code: String) {
        let error = BGeoError(code: code, message: "why")

        #expect(error.code == code)
        #expect(error.message == "why")
        #expect(error.errorDescription == "\(code): why")
        #expect((error == .unknown(code: code, message: "why")) == (code == "408"))
    }
}
