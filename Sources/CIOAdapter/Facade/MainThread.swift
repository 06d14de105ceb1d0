import Dispatch
import Foundation

/// Whether code runs where the main thread's work is done.
///
/// In a program whose `main` is asynchronous the first thread may be given up, as it is on Linux; the main queue, which
/// the main actor works on, is then served by others.
enum MainThread {
    private static let key = DispatchSpecificKey<Bool>()

    /// Marks the main queue, once.
    private static let mark: Void = DispatchQueue.main.setSpecific(key: key, value: true)

    static var isCurrent: Bool {
        _ = mark
        return Thread.isMainThread || DispatchQueue.getSpecific(key: key) == true
    }
}
