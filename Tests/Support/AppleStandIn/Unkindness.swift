/// How unkind the system is to an app, as one value.
///
/// A phone is ``phone``, or ``slowPhone``: so is the stand-in unless a test says why not. What is drawn comes from the phone's seed and the
/// number of the process, so that a run repeats. Times are simulated milliseconds.
public struct Unkindness: Sendable {
    /// How long an app that comes to the front is not active yet; `nil` when it is active at once. (A12)
    public var activation: ClosedRange<Int64>?
    /// How often an app that a person starts begins behind, as one with scenes does until they connect: 0…1. (PLAT-083)
    public var sceneLaunches: Double
    /// How long a call to a monitor takes: the monitor lives in another process. `nil` when it returns at once. A call made
    /// just before the app is suspended returns when it runs again. (PLAT-061, PLAT-074)
    public var replies: ClosedRange<Int64>?
    /// By how much a list of what is watched lags behind the calls of this process. (PLAT-005)
    public var listLag: ClosedRange<Int64>?
    /// How late acknowledgments, refusals and answers to questions come. (PLAT-005, PLAT-025)
    public var answers: ClosedRange<Int64>?
    /// How long after its start an event waits for somebody who hears; `nil` for the phone's own patience. (PLAT-070)
    public var patience: Int64?
    /// How often a request over HTTP breaks off when the app is suspended, 0…1. Otherwise its answer waits. (PLAT-074)
    public var lostRequests: Double

    /// As on a phone, where nothing takes longer than a turn: what is called has happened, been told and been listed once the
    /// simulated phone is at rest, and not before.
    public static let phone = Unkindness(
        activation: 0...0, sceneLaunches: 0.5, replies: 0...0, listLag: 0...0, answers: 0...0, patience: 2000,
        lostRequests: 0.5)

    /// As on a slow phone, where all that takes simulated time.
    public static let slowPhone = Unkindness(
        activation: 1...400, sceneLaunches: 0.5, replies: 0...20, listLag: 0...300, answers: 0...40, patience: 2000,
        lostRequests: 0.5)

    /// As it would be convenient.
    public static let kind = Unkindness(
        activation: nil, sceneLaunches: 0, replies: nil, listLag: nil, answers: nil, patience: nil, lostRequests: 0)
}

/// Draws for one process.
struct Draws {
    private var state: UInt64

    init(seed: UInt64, process: Int) {
        state = seed &* 0xD6E8_FEB8_6659_FD93 &+ UInt64(process) &* 0x9E37_79B9_7F4A_7C15
    }

    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 32)) &* 0xD6E8_FEB8_6659_FD93
        mixed = (mixed ^ (mixed >> 32)) &* 0xD6E8_FEB8_6659_FD93
        return mixed ^ (mixed >> 32)
    }

    mutating func chance(_ share: Double) -> Bool {
        share > 0 && Double(next() >> 11) / 9_007_199_254_740_992 < share
    }

    mutating func number(in range: ClosedRange<Int64>) -> Int64 {
        range.lowerBound + Int64(next() % UInt64(range.upperBound - range.lowerBound + 1))
    }
}
