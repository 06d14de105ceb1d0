import AppleStandIn
public import Dispatch
public import Foundation
import LocationCore
import LocationSimulator

/// Whom an app tells what it wants to do in the background. (A13, PLAT-136)
open class BGTaskScheduler: NSObject, @unchecked Sendable {
    // Sendable holds because everything stored is constant or behind a lock.

    /// Why a request was not taken.
    public struct Error: CustomNSError, Hashable, Swift.Error {
        /// Which.
        public enum Code: Int, Sendable {
            /// Switched off.
            case unavailable = 1
            /// Too many wait.
            case tooManyPendingTaskRequests = 2
            /// Not listed.
            case notPermitted = 3
        }

        /// Which.
        public let code: Code
        /// The domain.
        public static var errorDomain: String { "BGTaskSchedulerErrorDomain" }
        /// The number.
        public var errorCode: Int { code.rawValue }
    }

    let standIn: StandIn
    let handlers = Locked<[String: Handler]>([:])

    struct Handler: @unchecked Sendable {
        // Sendable holds because it is handed over when it is registered and called on one thread.
        let launch: (BGTask) -> Void
    }

    private init(_ standIn: StandIn) { self.standIn = standIn }

    /// The one of the running process.
    open class var shared: BGTaskScheduler {
        let standIn = StandIn.ofThisTask
        return standIn.singleton("task scheduler") { BGTaskScheduler(standIn) }
    }

    /// Says what a task does: once, before the launch ends, and for a name that the property list has.
    open func register(
        forTaskWithIdentifier identifier: String, using queue: DispatchQueue?,
        launchHandler: @escaping (BGTask) -> Void
    ) -> Bool {
        let isListed = standIn.traits.permittedTasks?.contains(identifier) ?? true
        if standIn.hasLaunched { standIn.violate("the task \(identifier) was registered after the launch") }
        let handler = Handler(launch: launchHandler)
        let isNew = handlers.withLock { handlers in
            defer { if handlers[identifier] == nil { handlers[identifier] = handler } }
            return handlers[identifier] == nil
        }
        if !isNew { standIn.violate("the task \(identifier) was registered twice") }
        return isListed && isNew
    }

    /// Asks for a run. A request that waits under the same name is replaced.
    open func submit(_ taskRequest: BGTaskRequest) throws {
        let id = taskRequest.identifier
        let mode = taskRequest is BGProcessingTaskRequest ? "processing" : "fetch"
        guard standIn.traits.permittedTasks?.contains(id) ?? true,
            standIn.infoKeys.contains("UIBackgroundModes.\(mode)")
        else { throw Error(code: .notPermitted) }
        guard standIn.process.allowsBackgroundRefresh else { throw Error(code: .unavailable) }
        let kept = Request(request: taskRequest)
        var isTaken = true
        change { requests in
            requests[id] = nil
            let isShort = taskRequest is BGAppRefreshTaskRequest
            let others = requests.values.count { ($0.request is BGAppRefreshTaskRequest) == isShort }
            // One short and ten long ones may wait.
            isTaken = others < (isShort ? 1 : 10)
            if isTaken { requests[id] = kept }
        }
        if !isTaken { throw Error(code: .tooManyPendingTaskRequests) }
    }

    /// Takes a request back.
    open func cancel(taskRequestWithIdentifier identifier: String) { change { $0[identifier] = nil } }

    /// Takes all back.
    open func cancelAllTaskRequests() { change { $0 = [:] } }

    /// What waits. The handler may be called on any thread.
    open func getPendingTaskRequests(completionHandler: @escaping ([BGTaskRequest]) -> Void) {
        let answer = Answer(call: completionHandler)
        standIn.elsewhere { [self] in answer.call(waiting.map(\.request)) }
    }
}

private struct Answer: @unchecked Sendable {
    // Sendable holds because it is handed over and called once.
    let call: ([BGTaskRequest]) -> Void
}

/// A request that waits, over processes.
struct Request: @unchecked Sendable {
    // Sendable holds because an app does not change a request that it has submitted.
    let request: BGTaskRequest
}

extension BGTaskScheduler {
    func change(_ change: (inout [String: Request]) -> Void) {
        standIn.phone.changeKeepsake("task requests", until: .withApp) { (kept: inout [String: Request]?) in
            var requests = kept ?? [:]
            change(&requests)
            kept = requests
        }
    }

    var waiting: [Request] {
        (standIn.phone.keepsake("task requests", as: [String: Request].self) ?? [:])
            .sorted { $0.key < $1.key }.map(\.value)
    }
}
