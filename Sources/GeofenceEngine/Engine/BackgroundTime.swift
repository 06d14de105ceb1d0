/// Whether background time is held.
struct BackgroundTime {
    /// Systems give about 30 s. (PLAT-073)
    static let longestMilliseconds: Int64 = 25_000

    enum Action { case hold, release, nothing }

    private var isHeld = false
    private var isGivenUp = false

    mutating func update(isNeeded: Bool) -> Action {
        guard isNeeded else {
            defer { (isHeld, isGivenUp) = (false, false) }
            return isHeld ? .release : .nothing
        }
        guard !isHeld, !isGivenUp else { return .nothing }
        isHeld = true
        return .hold
    }

    mutating func giveUp() {
        isHeld = false
        isGivenUp = true
    }
}
