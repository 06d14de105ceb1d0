import BeekonAdapter
import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import PhoneBench

/// A phone with Beekon on it, as the conformance statements take it for granted: always authorised, notifications
/// granted, network up, and the phone outside of `home` unless it is put elsewhere. (BKN 14)
@MainActor final class BeekonBench {
    static let inside = Coordinate(checkedLatitude: 12.9722, longitude: 77.5946)
    static let outside = Coordinate(checkedLatitude: 12.9750, longitude: 77.5946)
    static let cloudURL = URL(string: "https://cloud.invalid/v1/sync")

    let phone: SimulatedPhone
    let folder: URL
    private let faults: StoreFaults?
    private let androidAPI: Int?
    private var current: Beekon?
    private var eventReader: AsyncStream<GeofenceEvent>?
    private var locationReader: AsyncStream<Location>?
    private var heardEvents: [GeofenceEvent] = []
    private var heardLocations: [Location] = []

    init(
        _ profile: PhoneProfile = Backend.current.profile, knobs: PhoneKnobs? = nil, wall: Timestamp = eight,
        at position: Coordinate = BeekonBench.outside, notifications: NotificationPermission = .granted,
        faults: StoreFaults? = nil, androidAPI: Int? = nil
    ) async {
        phone = SimulatedPhone(profile: profile, knobs: knobs, wall: wall, at: position)
        folder = FileManager.default.temporaryDirectory.appending(path: "beekon-\(UUID().uuidString)")
        self.faults = faults
        self.androidAPI = androidAPI
        await phone.setNotificationPermission(notifications)
        phone.onLaunch { [weak self] process, _ in
            await self?.build(on: Backend.current.device(of: process, for: "beekon"))
        }
        await phone.launchApp()
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func build(on device: Device) async {
        var store = StoreLocation(
            path: folder.appending(path: Beekon.databasePath).path, survivesPowerLoss: false)
        store.faults = faults
        let beekon = Beekon(
            device: device, store: store, cloudURL: Self.cloudURL?.absoluteString, androidAPI: androidAPI)
        current = beekon
        eventReader = await beekon.geofenceEvents
        locationReader = await beekon.locations
    }

    /// The SDK of the process that runs now.
    var beekon: Beekon {
        get throws {
            guard let current else { throw NoProcess() }
            return current
        }
    }

    struct NoProcess: Error {}

    /// Every event that was told so far, in every process, in order.
    var events: [GeofenceEvent] {
        get async {
            await read()
            return heardEvents
        }
    }

    /// The same in short: `enter home`.
    var told: [String] { get async { await events.map { "\($0.type.rawValue) \($0.geofenceId)" } } }

    /// Every location that was told so far.
    var locations: [Location] {
        get async {
            await read()
            return heardLocations
        }
    }

    /// Reads the streams up to a mark that is sent down each.
    private func read() async {
        await phone.settle()
        guard let current, let eventReader, let locationReader else { return }
        let mark = "mark"
        await current.hear(.transition(transition(mark, .enter)))
        for await event in eventReader {
            if event.id == mark { break }
            heardEvents.append(event)
        }
        let place = Location(id: mark, latitude: 0, longitude: 0, timestamp: Date(timeIntervalSince1970: 0))
        await current.hear(.recorded(Record(id: mark, kind: .fix, at: eight, body: place.wire)))
        for await location in locationReader {
            if location.id == mark { break }
            heardLocations.append(location)
        }
    }

    /// Ends the process without a word, after what it told has been read.
    func kill() async {
        await read()
        phone.killApp()
        (current, eventReader, locationReader) = (nil, nil, nil)
    }

    /// A new process on the same store, opened by the person.
    func relaunch() async {
        await kill()
        await phone.launchApp()
    }

    func move(_ coordinate: Coordinate) async {
        await phone.letDoubtsPass()
        await phone.move(to: coordinate)
        await phone.advance(by: 1000)
    }

    func enter() async { await move(Self.inside) }
    func leave() async { await move(Self.outside) }

    /// Metres north of the centre of `home`.
    func north(_ metres: Double) -> Coordinate {
        Geodesic.destination(
            from: Coordinate(checkedLatitude: 12.9716, longitude: 77.5946), bearing: 0, distance: metres)
    }

    func fix(_ metres: Double, after milliseconds: Int64 = 0) async {
        await phone.advance(by: milliseconds)
        await phone.deliver(at: north(metres))
    }

    /// The notifications that were shown, in order.
    var shown: [LocalNotification] {
        phone.notifications.filter { $0.fate == .shown || $0.fate == .silentInFront }.map(\.notification)
    }

    /// The bodies of the requests that were sent, in order.
    var bodies: [JSONValue] { phone.requests.compactMap { try? JSONValue(json: $0.request.body) } }

    /// The regions that fences hold, without the SDK's own.
    var fenceRegions: [MonitoredRegion] {
        phone.monitoredRegions.filter { $0.id.hasPrefix("beekon.f") }
    }

    func history() async throws -> [Location] {
        try await beekon.getLocations(from: .distantPast, to: .distantFuture)
    }

    var status: SyncStatus? { get async throws { await first(1, of: try beekon.syncStatus).first } }
    var state: BeekonState? { get async throws { await first(1, of: try beekon.state).first } }
}

extension JSONValue {
    /// The ids in one of the arrays of a request.
    func ids(_ key: String) -> [String] { self[key]?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? [] }
}

let upload = SyncConfig(url: URL(string: "https://example.invalid/up?a=1") ?? URL(fileURLWithPath: "/"))

extension PhoneKnobs {
    /// Fixes come from the test alone.
    static var scripted: PhoneKnobs {
        var knobs = PhoneKnobs.quick
        knobs.fixInterval = nil
        return knobs
    }
}

/// The fence of the vendor's example.
let welcome = home.with {
    $0.notification = GeofenceNotification(
        onEnter: NotificationContent(
            title: "Welcome home", body: "You've arrived", importance: .high, deepLink: "myapp://home",
            data: ["zone": "home"]),
        onExit: NotificationContent(title: "Heading out", body: "See you soon"), delivery: .local)
}

/// The server's side of cloud mode.
extension BeekonBench {
    /// The server gives every device these circles.
    func serve(_ fences: [BeekonGeofence], revision: String = "r-1") throws {
        serve(body: ["geofences": ["revision": .string(revision), "items": .array(try fences.map(Self.item))]])
    }

    /// The server answers every request with this body.
    func serve(body: JSONValue) {
        let bytes = body.bytes()
        phone.serve { _ in .status(200, body: bytes) }
    }

    /// The server answers with the body of a fixture.
    func serve(fixture name: String) throws { serve(body: try fixture(name).member("body")) }

    private static func item(_ fence: BeekonGeofence) throws -> JSONValue {
        [
            "id": .string(fence.id),
            "geometry": [
                "type": "Circle", "latitude": .double(fence.latitude), "longitude": .double(fence.longitude),
                "radius_meters": .double(fence.radiusMeters),
            ],
            "notify_on_entry": .bool(fence.notifyOnEntry), "notify_on_exit": .bool(fence.notifyOnExit),
            "notification": fence.notification.map(Self.notification) ?? .null,
        ]
    }

    private static func notification(_ notification: GeofenceNotification) -> JSONValue {
        func block(_ content: NotificationContent?) -> JSONValue {
            guard let content else { return .null }
            return ["title": .string(content.title), "body": .string(content.body)]
        }
        return [
            "delivery": .string(notification.delivery.rawValue), "on_enter": block(notification.onEnter),
            "on_exit": block(notification.onExit),
        ]
    }
}
