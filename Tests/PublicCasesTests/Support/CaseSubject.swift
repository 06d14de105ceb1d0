import LocationCore
import LocationSimulator

/// What a case is run against: one SDK on a simulated phone.
///
/// A subject lives as long as the phone; what it builds on a process ends with the process. It speaks BGeo's names of
/// calls and translates them into its own. To add a vendor, conform to this and name it in `CaseRun.make(_:_:)`.
@MainActor protocol CaseSubject: AnyObject {
    /// Everything told to the app since the start, over all processes.
    var told: [ToldTransition] { get }
    /// The changes of the watched set told to the app, over all processes.
    var changes: [ToldChange] { get }

    /// Builds the SDK on a process and lets it listen to the device.
    func launch(on process: AppProcess) async throws
    /// Subscribes the recorder that fills ``told``, as an app does when it starts.
    func listen() async throws
    /// Brings the SDK into the state in which its cases begin: configured, and watching unless the case starts it.
    func prepare(_ config: JSONObject, starts: Bool) async throws
    /// Stores fences in one call.
    func add(_ fences: [CaseFence]) async throws
    /// Carries out any other call of the public API.
    func call(_ name: String, _ step: JSONObject) async throws

    /// The stored fences in their order, read back through the API.
    func fences() async throws -> [CaseFence]
    /// The fences that are watched now, in the order of the slice, and whether the SDK's own region is.
    func watched() async -> (fences: [String], hasHelper: Bool)
    /// The name of a fence's region, while it is stored.
    func regionID(of fence: String) async -> String?
    func side(of fence: String) async -> Side
    func explain(_ fence: String) async -> [String]
    /// Lines of the journal, oldest first.
    func journal() async throws -> [String]
    /// Whether the device has left the SDK's own region and is asked where it is.
    var isLookingForDevice: Bool { get async }
    /// Records of transitions in the outbox, oldest first.
    func queue() async throws -> [QueuedTransition]
}

/// A transition as the app was told it.
struct ToldTransition: Hashable, CustomStringConvertible {
    let kind: String
    let fence: String
    let at: Timestamp
    /// Simulated milliseconds at which the app was told.
    let deliveredAt: Int64
    let id: String
    let extras: JSONValue?
    /// `nil` where the vendor tells none.
    let position: Coordinate?

    var description: String { "\(kind) \(fence) \(at.iso8601)" }
}

/// A change of the watched set as the app was told it.
struct ToldChange: Hashable {
    let on: [String]
    let off: [String]
    let elapsed: Int64
}

/// A record of a transition that waits for delivery.
struct QueuedTransition: Hashable {
    let id: String
    let kind: String
    let fence: String
    let at: Timestamp
    let extras: JSONValue?
}
