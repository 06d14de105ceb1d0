import BeekonAdapter
import GeofenceEngine
import LocationCore

/// Stands in for the engine: keeps what it is given, answers what it is told to answer, and can refuse to store.
actor MemoryEngine: BeekonEngine {
    private(set) var sets: [String: [Fence]] = [:]
    private(set) var values: [String: JSONValue] = [:]
    private(set) var uses: [EngineUse] = []
    private(set) var isTracking = false
    private(set) var trackingCalls: [Bool] = []
    private(set) var deliveries = 0
    private(set) var prompts = 0
    private(set) var asked: [AuthorizationTier] = []
    private(set) var removals = 0
    private(set) var records: [Record] = []
    private(set) var requests: [Double] = []
    private(set) var authorization = Authorization(tier: .always)
    private(set) var notificationPermission = NotificationPermission.notDetermined
    private var answer = NotificationPermission.granted
    private var position: Result<Fix, FixFailure> = .failure(.timedOut)
    private var refusal: BeekonError?

    func set(authorization: Authorization) { self.authorization = authorization }
    func set(answer: NotificationPermission) { self.answer = answer }
    func set(refusal: BeekonError?) { self.refusal = refusal }
    func set(records: [Record]) { self.records = records }
    func set(position: Result<Fix, FixFailure>) { self.position = position }
    func set(isTracking: Bool) { self.isTracking = isTracking }

    private func check() throws(BeekonError) {
        if let refusal { throw refusal }
    }

    func use(_ use: EngineUse) throws(BeekonError) {
        try check()
        uses.append(use)
        for (key, value) in use.values { values[key] = value }
        if use.isEmptyingSlice { sets["cloud"] = [] }
    }

    func put(_ fences: [Fence]) throws(BeekonError) {
        try check()
        for fence in fences {
            if let place = sets["app"]?.firstIndex(where: { $0.id == fence.id }) {
                sets["app"]?[place] = fence
            } else {
                sets["app", default: []].append(fence)
            }
        }
    }

    func remove(_ ids: [FenceID]) throws(BeekonError) {
        try check()
        sets["app"]?.removeAll { ids.contains($0.id) }
    }

    func fences(set: String) throws(BeekonError) -> [Fence] {
        sets[set] ?? []
    }

    func value(_ key: String) -> JSONValue? { values[key] }

    func setTracking(_ isOn: Bool) throws(BeekonError) {
        try check()
        isTracking = isOn
        trackingCalls.append(isOn)
    }

    func locations(from: Timestamp, to: Timestamp) throws(BeekonError) -> [Record] {
        try check()
        return records.filter { $0.kind == .fix && (from...to).contains($0.at) }
    }

    func removeLocations() throws(BeekonError) {
        try check()
        records.removeAll { $0.kind == .fix }
    }

    func deliver() throws(BeekonError) { deliveries += 1 }

    func close() {}

    func explain(_ id: FenceID) -> [String] { [] }

    func state(of id: FenceID) -> GeofenceEngine.FenceState? { nil }

    func insideNow() -> [FenceID] { [] }

    func monitored() -> [GeofenceEngine.MonitoredFence] { [] }

    /// Takes a slice as the service does.
    func take(_ answer: SliceAnswer) {
        if case .replaced(let slice) = answer { sets["cloud"] = slice.fences.fences }
    }

    func fix(accuracy: Double, timeout: Int64) throws(FixFailure) -> Fix {
        requests.append(accuracy)
        return try position.get()
    }

    func makeIdentifier() -> String { "00000000-0000-4000-8000-000000000001" }

    func requestAuthorization(_ tier: AuthorizationTier) { asked.append(tier) }

    func requestNotificationPermission() -> NotificationPermission {
        prompts += 1
        notificationPermission = answer
        return answer
    }
}

/// A Beekon on a stand-in.
func makeBeekon(
    _ engine: MemoryEngine = MemoryEngine(), platform: Platform = .iOS, androidAPI: Int? = nil,
    licenseKey: String? = nil, verify: (@Sendable (String) -> LicenseStatus)? = nil
) -> Beekon {
    Beekon(
        BeekonInstallation(
            platform: platform, androidAPI: androidAPI, licenseKey: licenseKey, verifyLicense: verify,
            now: { eight }, open: { _ throws(BeekonError) in engine }))
}

/// The first values of a stream.
func first<Element: Sendable>(_ count: Int, of stream: AsyncStream<Element>) async -> [Element] {
    var values: [Element] = []
    for await value in stream {
        values.append(value)
        if values.count == count { break }
    }
    return values
}
