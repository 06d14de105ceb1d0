import CIOAdapter
import Foundation
import LocationCore

/// Notes what the façade asked for.
final class RecordingRuntime: CIORuntime {
    private let notes = Locked<[String]>([])
    private let person = Locked<String?>(nil)

    var calls: [String] { notes.withLock { $0 } }

    private func note(_ call: String) { notes.withLock { $0.append(call) } }

    func start(_ settings: CoreSettings) { note("start \(settings.cdpApiKey) \(settings.apiHost)") }
    func startLocation(_ mode: LocationTrackingMode, onMainThread: Bool) {
        note("location \(mode)\(onMainThread ? "" : " off main")")
    }
    func startGeofence(_ mode: GeofenceLocationMode) { note("geofence \(mode)") }
    func modulesStarted() {}
    func bootstrapForBackgroundDelivery() { note("bootstrap") }
    func identify(userId: String, traits: JSONObject) {
        person.withLock { $0 = userId }
        note("identify \(userId) \(JSONValue.object(traits))")
    }
    func clearIdentify() {
        person.withLock { $0 = nil }
        note("clearIdentify")
    }
    func reset() { note("reset") }
    func setProfileAttributes(_ attributes: JSONObject) { note("attributes \(JSONValue.object(attributes))") }
    func track(name: String, properties: JSONObject) { note("track \(name) \(JSONValue.object(properties))") }
    func screen(title: String, category: String?, properties: JSONObject) {
        let category = category.map { " in \($0)" } ?? ""
        note("screen \(title)\(category) \(JSONValue.object(properties))")
    }
    func alias(newId: String) { note("alias \(newId)") }
    func purgeStorage() { note("purge") }
    func flush(completion: (@Sendable () -> Void)?) {
        note("flush")
        completion?()
    }
    var userId: String? { person.withLock { $0 } }
    var anonymousId: String { "anonymous" }
    var hasUnsentEvents: Bool { false }
    var pendingUploads: [URL]? { nil }
    func setLastKnownLocation(_ fix: Fix?) {
        note(
            "host fix "
                + (fix.map { "\($0.coordinate.latitude) \($0.coordinate.longitude) \($0.accuracy ?? -1)" } ?? "none"))
    }
    func requestLocationUpdate() { note("tracked") }
    func requestLocationUpdateSilently() { note("silent") }
    func lastKnownLocation() async -> LocationData? { LocationData(latitude: 1, longitude: 2) }
    func refreshFromCurrentLocation() { note("refresh") }
}

/// A façade of its own for one test.
struct Stage {
    let runtime = RecordingRuntime()
    let context: CIOContext
    private let said = Locked<[CIOLogLine]>([])

    init(level: CioLogLevel = .debug, onMainThread: Bool = true) {
        let (runtime, said) = (runtime, said)
        context = CIOContext(
            sink: CIOLogSink { line in said.withLock { $0.append(line) } }, level: level,
            isMainThread: { onMainThread }
        ) { _ in runtime }
    }

    var log: [CIOLogLine] { said.withLock { $0 } }

    func play<Result>(_ body: () throws -> Result) rethrows -> Result {
        try CIOContext.$local.withValue(context, operation: body)
    }

    func play<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        try await CIOContext.$local.withValue(context, operation: body)
    }

    /// Starts the SDK without modules.
    func started() -> Stage {
        play { CustomerIO.initialize(withConfig: SDKConfigBuilder(cdpApiKey: "k").logLevel(.debug).build()) }
        return self
    }
}
