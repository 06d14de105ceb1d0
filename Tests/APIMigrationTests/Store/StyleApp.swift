import APIMigration
import BGeoAdapter
import BeekonAdapter
import CIOAdapter
import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator

/// An app on one adapter, as it starts in each process: the same fences in each style's own words.
@MainActor final class StyleApp {
    static let server = "https://api.invalid"

    let style: APIStyle
    private var bgeo: BGeoService?
    private var beekon: Beekon?
    private var customerIO: CIOService?

    init(_ style: APIStyle) { self.style = style }

    /// What the app does at every start; fences are given at its first.
    func start(on device: Device, _ installed: InstalledStyle, adding fences: [FenceDefinition] = []) async throws {
        switch style {
        case .bgeo:
            let service = BGeoService(device: device, store: installed.store, hub: EventHub())
            bgeo = service
            await service.launch()
            _ = try await service.ready(["url": .string(Self.server + "/bgeo"), "stopOnTerminate": false])
            if !fences.isEmpty { try await service.addGeofences(Self.written(fences, as: .bgeo)) }
            _ = try await service.start()
        case .beekon:
            let beekon = Beekon(device: device, store: installed.store)
            self.beekon = beekon
            let url = URL(string: Self.server + "/beekon")
            try await beekon.configure(.selfManaged(sync: url.map { SyncConfig(url: $0) }))
            if !fences.isEmpty {
                try await beekon.addGeofences(
                    Self.written(fences, as: .beekon).map {
                        try JSONDecoder().decode(BeekonGeofence.self, from: Data($0.text.utf8))
                    })
            }
        case .customerio:
            let service = CIOService(device: device, store: installed.store, log: CIOLogSink { _ in })
            customerIO = service
            await service.launch()
            service.start(
                CoreSettings(
                    cdpApiKey: "key", apiHost: Self.server + "/v1", flushAt: 1, flushInterval: 10,
                    allowsBackgroundDelivery: true))
            service.startLocation(.off, onMainThread: true)
            service.startGeofence(.automatic)
            service.modulesStarted()
            service.identify(userId: "u-1", traits: [:])
            await service.settled()
        }
    }

    /// The process ends without a word; what it had open is closed as the system would.
    func die() async {
        if let bgeo { await bgeo.shutDown() }
        await beekon?.close()
        if let customerIO { await customerIO.shutDown() }
        (bgeo, beekon, customerIO) = (nil, nil, nil)
    }

    func settle() async { await customerIO?.settled() }

    static func written(_ fences: [FenceDefinition], as style: APIStyle) -> [JSONValue] {
        // The definitions have no vendor; what a style has no word for is dropped.
        let json = FenceMigration(fences, from: .customerio, to: style).fences
        return (style == .customerio ? json["geofences"] : json)?.arrayValue ?? []
    }

    /// What the workspace answers to a download.
    static func answer(_ fences: [FenceDefinition]) -> [UInt8] {
        let list: JSONValue = ["geofences": .array(written(fences, as: .customerio))]
        return Array(list.text.utf8)
    }
}

/// A crossing as a server got it, whatever style told it.
struct Told: Hashable, CustomStringConvertible {
    let id: String
    let fence: String
    let kind: String
    let at: String
    let style: APIStyle

    var description: String { "\(moment) (\(style.name))" }
    /// What does not depend on who told it.
    var moment: String { "\(kind) \(fence) at \(at)" }

    /// All that a server got, each once, in the order of their times.
    static func all(in requests: [RecordedRequest]) -> [Told] {
        var found: [Told] = []
        for request in requests where request.wasReceived {
            guard let body = try? JSONValue(json: request.request.body) else { continue }
            found += bgeo(body) + beekon(body) + customerIO(body)
        }
        var ids: Set<String> = []
        return found.filter { ids.insert($0.id).inserted }.sorted { ($0.at, $0.moment) < ($1.at, $1.moment) }
    }

    private static func bgeo(_ body: JSONValue) -> [Told] {
        let records = body["location"]?.arrayValue ?? [body["location"]].compactMap { $0 }
        return records.compactMap { record in
            guard let id = record["uuid"]?.stringValue, let geofence = record["geofence"],
                let fence = geofence["identifier"]?.stringValue, let kind = geofence["action"]?.stringValue,
                let at = (geofence["timestamp"] ?? record["timestamp"])?.stringValue
            else { return nil }
            return Told(id: id, fence: fence, kind: kind.lowercased(), at: at, style: .bgeo)
        }
    }

    private static func beekon(_ body: JSONValue) -> [Told] {
        (body["geofence_events"]?.arrayValue ?? []).compactMap { event in
            guard let id = event["id"]?.stringValue, let fence = event["geofence_id"]?.stringValue,
                let kind = event["type"]?.stringValue, let at = event["timestamp"]?.stringValue
            else { return nil }
            return Told(id: id, fence: fence, kind: kind, at: at, style: .beekon)
        }
    }

    private static func customerIO(_ body: JSONValue) -> [Told] {
        (body["batch"]?.arrayValue ?? [body]).compactMap { event in
            guard event["event"] == "Geofence Transition", let properties = event["properties"],
                let id = properties["transitionId"]?.stringValue, let fence = properties["geofenceId"]?.stringValue,
                let kind = properties["transition"]?.stringValue, let at = event["timestamp"]?.stringValue
            else { return nil }
            return Told(id: "\(id).\(kind)", fence: fence, kind: kind, at: at, style: .customerio)
        }
    }
}
