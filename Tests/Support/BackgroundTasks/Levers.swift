package import AppleStandIn
import Foundation
import LocationCore
import LocationSimulator

/// When the system runs a task is for the test to say. (PLAT-136)
extension StandIn {
    /// What became of a task that was run.
    package enum TaskFate: Hashable, Sendable {
        /// Nobody has asked for it, or it is not the time, or nobody in this process has registered it.
        case notRun
        /// It says whether it has succeeded.
        case completed(success: Bool)
        /// It did not end before its expiration handler had returned. (PLAT-137)
        case overran
    }

    /// Runs a task that waits, then lets its time run out.
    @MainActor package func runBackgroundTask(_ identifier: String) -> TaskFate {
        StandIn.$current.withValue(self) {
            let scheduler = BGTaskScheduler.shared
            guard let request = scheduler.waiting.first(where: { $0.request.identifier == identifier })?.request,
                request.earliestBeginDate.map({ $0 <= phone.now.wall.date }) ?? true,
                let handler = scheduler.handlers.withLock({ $0[identifier] })
            else { return .notRun }
            scheduler.change { $0[identifier] = nil }
            let task = request is BGProcessingTaskRequest ? BGProcessingTask(identifier) : BGAppRefreshTask(identifier)
            handler.launch(task)
            if task.success == nil { task.expirationHandler?() }
            return task.success.map { .completed(success: $0) } ?? .overran
        }
    }
}
