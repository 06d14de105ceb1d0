import Foundation
import GeofenceEngine
import LocationCore

/// One runtime with what the façade itself remembers about it.
package final class CIOContext: Sendable {
    /// The one that the running task uses instead of the process's own; for tests.
    @TaskLocal package static var local: CIOContext?

    /// The one that calls go to: that of the running task, or else the process's own.
    package static var current: CIOContext { local ?? installed.withLock { $0 } }

    /// Makes a context the one of the process.
    package static func install(_ context: CIOContext) { installed.withLock { $0 = context } }

    private static let installed = Locked(CIOContext { CIOService.onThisMachine(log: $0) })

    let runtime: any CIORuntime
    private let state: Locked<State>
    private let sink: CIOLogSink
    private let isMainThread: @Sendable () -> Bool

    private struct State {
        var level: CioLogLevel
        var isStarted = false
        var hasGeofence = false
        var identification = Identification()
        /// Whether the host wants anything to be told.
        var isEnabled = true
        /// What this process was told about the person.
        var attributes: JSONObject = [:]
        var loggedOnce: Set<String> = []
    }

    /// - Parameters:
    ///   - sink: Where lines of the log go.
    ///   - level: What is said before the host has chosen a level.
    ///   - isMainThread: Whether the caller runs on the main thread.
    ///   - runtime: Makes the runtime; its lines pass the level of this context.
    package init(
        sink: CIOLogSink = .standardError, level: CioLogLevel = .error,
        isMainThread: @escaping @Sendable () -> Bool = { MainThread.isCurrent },
        runtime: (CIOLogSink) -> any CIORuntime
    ) {
        let state = Locked(State(level: level))
        let filtered = CIOLogSink { line in
            let isKept = state.withLock { $0.level.includes(line.level) }
            if isKept { sink(line) }
            if let level = line.level.common {
                GeofencingLog.write(
                    level, source: "CustomerIO", category: line.tag.rawValue, line.message, isKept: isKept)
            }
        }
        self.state = state
        self.sink = filtered
        self.isMainThread = isMainThread
        self.runtime = runtime(filtered)
    }

    /// Where crossings of this context are told.
    var transitions: TransitionHub { (runtime as? CIOService)?.transitions ?? Self.processTransitions }

    /// The hub of the process. It is there before any device, so that no listener comes too early.
    static let processTransitions = TransitionHub()

    /// Asks the engine, after everything that was called before; `nil` where there is none.
    func ask<Answer: Sendable>(_ question: @escaping @Sendable (GeofenceEngine) async -> Answer) async -> Answer? {
        await (runtime as? CIOService)?.ask(question)
    }

    /// Says something, if the host wants to hear it.
    func log(_ level: CioLogLevel, _ tag: CIOLogLine.Tag, _ message: String) {
        sink(CIOLogLine(level, tag, message))
    }
}

/// The start of the core and its modules.
extension CIOContext {
    /// Whether the core has started.
    var isStarted: Bool { state.withLock { $0.isStarted } }

    func start(level: CioLogLevel, _ settings: CoreSettings) {
        let isFirst = state.withLock { state in
            defer { state.isStarted = true }
            if !state.isStarted { state.level = level }
            return !state.isStarted
        }
        guard isFirst else {
            log(.info, .start, "the SDK is initialized; a second configuration is ignored")
            return
        }
        if settings.cdpApiKey.isBlank { log(.error, .start, "the API key is empty; nothing can be sent") }
        runtime.start(settings)
    }

    func startLocation(_ mode: LocationTrackingMode) {
        runtime.startLocation(mode, onMainThread: isMainThread())
    }

    func startGeofence(_ mode: GeofenceLocationMode) {
        let isFirst = state.withLock { state in
            defer { state.hasGeofence = true }
            return !state.hasGeofence
        }
        if isFirst { runtime.startGeofence(mode) }
    }

    func modulesStarted() { runtime.modulesStarted() }

    func bootstrap() {
        guard !isStarted else { return }
        runtime.bootstrapForBackgroundDelivery()
    }
}

/// The host's persons and events.
extension CIOContext {
    func identify(userId: String, traits: [String: Any]?) {
        guard mayCall("identify") else { return }
        switch state.withLock({ $0.identification.judge(userId: userId, hasTraits: traits != nil) }) {
        case .blank: log(.error, .start, "identify: the user id \"\(userId)\" is blank; the call is ignored")
        case .repeated: log(.debug, .start, "identify: the person is identified already and nothing is new")
        case .accepted:
            let traits = sanitized(traits ?? [:], of: "identify")
            remember(traits)
            runtime.identify(userId: userId, traits: traits)
        }
    }

    func clearIdentify() {
        guard mayCall("clearIdentify") else { return }
        state.withLock { state in
            state.identification.clear()
            state.attributes = [:]
        }
        runtime.clearIdentify()
    }

    func reset() {
        guard mayCall("reset") else { return }
        state.withLock { state in
            state.identification.clear()
            state.attributes = [:]
        }
        runtime.reset()
    }

    func setProfileAttributes(_ attributes: [String: Any]) {
        guard mayCall("setProfileAttributes") else { return }
        let attributes = sanitized(attributes, of: "setProfileAttributes")
        remember(attributes)
        runtime.setProfileAttributes(attributes)
    }

    /// What this process was told about the person.
    var profileAttributes: [String: Any] {
        state.withLock { $0.attributes }.reduce(into: [:]) { $0[$1.key] = $1.value.anyValue }
    }

    private func remember(_ attributes: JSONObject) {
        state.withLock { state in
            for (key, value) in attributes { state.attributes[key] = value }
        }
    }

    /// Whether the host wants anything to be told.
    var isEnabled: Bool {
        get { state.withLock { $0.isEnabled } }
        set { state.withLock { $0.isEnabled = newValue } }
    }

    func alias(newId: String) {
        guard mayCall("alias") else { return }
        guard !newId.isBlank else { return log(.error, .start, "alias: the new id is blank; the call is ignored") }
        runtime.alias(newId: newId)
    }

    /// Says once that a member of the vendor's API has no effect here.
    func hasNoEffect(_ call: String) {
        let isFirst = state.withLock { $0.loggedOnce.insert(call).inserted }
        if isFirst { log(.debug, .start, "\(call) has no effect: this package sends no push messages") }
    }

    func track(name: String, properties: [String: Any]?) {
        guard mayCall("track") else { return }
        runtime.track(name: name, properties: sanitized(properties ?? [:], of: "track"))
    }

    func screen(title: String, category: String? = nil, properties: [String: Any]?) {
        guard mayCall("screen") else { return }
        runtime.screen(title: title, category: category, properties: sanitized(properties ?? [:], of: "screen"))
    }

    func flush(completion: (@Sendable () -> Void)?) {
        guard mayCall("flush") else {
            completion?()
            return
        }
        runtime.flush(completion: completion)
    }

    /// A dictionary made of an encodable value; `nil`, and a line of the log, when it cannot be encoded.
    func dictionary(_ value: some Encodable, of call: String) -> [String: Any]? {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(Timestamp(date).iso8601)
        }
        do {
            let json = try JSONValue(json: [UInt8](encoder.encode(value)))
            if case .object(let members) = json { return members.reduce(into: [:]) { $0[$1.key] = $1.value } }
            log(.error, .start, "\(call): \(type(of: value)) is not encoded as an object; it is left out")
        } catch {
            log(.error, .start, "\(call): \(type(of: value)) cannot be encoded: \(error); it is left out")
        }
        return nil
    }

    /// A person who signs out does so in any case.
    private static let callsWhileDisabled: Set = ["clearIdentify", "reset", "flush"]

    private func mayCall(_ call: String) -> Bool {
        guard isEnabled || Self.callsWhileDisabled.contains(call) else {
            log(.debug, .start, "\(call): the SDK is disabled; the call is ignored")
            return false
        }
        if isStarted { return true }
        log(.error, .start, "\(call): the SDK is not initialized; the call is ignored")
        return false
    }

    private func sanitized(_ dictionary: [String: Any], of call: String) -> JSONObject {
        var sanitizer = Sanitizer()
        let object = sanitizer.object(dictionary)
        for removed in sanitizer.removed { log(.error, .start, "\(call): \(removed); it is left out") }
        return object
    }
}
