import Foundation
import UIKit

// Apart from the tests: a file that imports Testing and UIKit wants an overlay that is not there on Linux.

/// What the one app of a process posts.
@MainActor final class Signs {
    let application: UIApplication
    private(set) var names: [String] = []
    private var tokens: [any NSObjectProtocol] = []
    private var task = UIBackgroundTaskIdentifier.invalid

    init() {
        application = .shared
        let known: [(Notification.Name, String)] = [
            (UIApplication.didBecomeActiveNotification, "active"),
            (UIApplication.willEnterForegroundNotification, "foreground"),
            (UIApplication.didEnterBackgroundNotification, "background"),
            (UIApplication.willTerminateNotification, "terminate"),
            (UIApplication.protectedDataDidBecomeAvailableNotification, "readable"),
            (UIApplication.backgroundRefreshStatusDidChangeNotification, "refresh"),
        ]
        for (name, word) in known {
            tokens.append(
                NotificationCenter.default.addObserver(forName: name, object: application, queue: nil) {
                    [weak self] _ in
                    MainActor.assumeIsolated { self?.names.append(word) }
                })
        }
    }

    var canRead: Bool { application.isProtectedDataAvailable }
    var secondsLeft: Double { application.backgroundTimeRemaining }
    var state: String { "\(application.applicationState)" }
    var refresh: String { "\(application.backgroundRefreshStatus)" }

    /// Whether a task was begun; it ends when its time is up, if `ends` says so.
    func beginTask(ends: Bool = true) -> Bool {
        task = application.beginBackgroundTask(withName: "work") { [weak self] in
            guard let self else { return }
            names.append("expired")
            if ends { application.endBackgroundTask(task) }
        }
        return task != .invalid
    }
}
