import Dispatch

/// Where Apple's frameworks expect to be called. (PLAT-084)
extension StandIn {
    private static let mark: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether the caller runs where the main actor does. On Linux that is the main queue, and not always the thread with
    /// which the process began.
    public static var isOnMain: Bool { DispatchQueue.getSpecific(key: mark) == true }
}
