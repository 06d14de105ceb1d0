package import LocationCore

/// Decides when fences are downloaded, ranked anew or left alone. (CIO 3)
///
/// It knows no clock, no store and no network: each input comes with the facts of the moment, and what shall be done
/// is returned. What it holds itself lives as long as the process.
package struct RefreshMachine: Hashable, Sendable {
    /// Something that happened.
    package enum Input: Hashable, Sendable {
        /// The geofence module starts. (T1)
        case launched
        /// A person was identified, or is said to be identified at the start of the process. (T2)
        case identified(isRepublished: Bool)
        /// The person signed out.
        case signedOut
        /// A fix of whatever source arrived. (T3)
        case fixAcquired(Coordinate)
        /// A silent request ended without a fix.
        case silentFixFailed
        /// The host wants fences now. (T4)
        case refreshAsked
        /// The movement trigger was left. (T5)
        case movementExit
        /// The fix that a movement pass waited for; `nil` for none yet. It may still come then.
        case movementFix(Coordinate?)
        /// The permission changed; whether it allows regions now, and whether it did before. (T6)
        case authorization(allows: Bool, allowedBefore: Bool)
        /// The download of the pass under way ended.
        case downloadEnded(DownloadEnd)
        /// The pause that the server asked for is over. (AMD-02)
        case pauseEnded
    }

    /// How a download ended.
    package enum DownloadEnd: Hashable, Sendable {
        case received
        case failed(DownloadError)
    }

    /// Something to do, in this order.
    package enum Output: Hashable, Sendable {
        /// Ask the Location module for a fix that is never tracked.
        case requestSilentFix
        /// Ask for the fix of a movement pass: no older than the movement, within 10 s.
        case requestMovementFix
        /// Ask the server from a position.
        case download(Coordinate)
        /// Take what the server sent, and register round the position.
        case apply(Coordinate)
        /// Rank the kept fences round a position; no network.
        case rerank(Coordinate)
        /// Register the kept fences round a position; no network, no initial enters.
        case restore(Coordinate)
        /// Stop all own regions and forget what belongs to the person who is gone.
        case cleanUp
        /// Come back when the pause is over that the server asked for.
        case awaitPause
        /// A pass ended, or never began.
        case ended(PassEnd)
        /// A line of the log.
        case log(CIOLogLine)
    }

    /// How a pass ended.
    package enum PassEnd: Hashable, Sendable {
        case downloaded
        case reranked
        case skipped
        case noIdentifiedUser
        case alreadyInProgress
        case userChanged
        case noFix
        /// The server has asked for a pause.
        case held
        case failed(DownloadError)
    }

    private enum Phase: Hashable {
        case idle
        case waitingForMovementFix
        case downloading(Coordinate, person: String, isMovement: Bool)
    }

    /// How far a movement that must wait has come.
    private enum MissedMovement: Hashable {
        case askedForFix
        case answered(Coordinate?)
    }

    private var phase = Phase.idle
    /// A pass of a launch or an identify had no anchor; the next fix serves it.
    private var skippedForNoLocation = false
    /// The host asked; the next fix serves it, forced.
    private var explicitRequested = false
    private var isSilentFixUnderWay = false
    /// A forced pass that met another one; the latest position counts.
    private var forcedAfterwards: Coordinate?
    /// A movement that met another pass. The trigger tells its exit once, so it would stand behind the device for ever.
    private var missedMovement: MissedMovement?
    /// A movement whose fix did not come in time. It is asked for again, and whenever it comes the pass is made. (AMD-05)
    private var isMovementOpen = false
    /// Whether the one pass of this launch was made: the module's start and the republished person are one reason.
    private var hasMadeLaunchPass = false

    package init() {}

    /// Whether a pass is under way, so that another one would be dropped.
    package var isBusy: Bool { phase != .idle }

    /// Takes one input.
    package mutating func step(_ input: Input, _ facts: RefreshFacts) -> [Output] {
        switch input {
        case .launched: return launchPass(facts)
        case .identified(isRepublished: true): return launchPass(facts)
        case .identified(isRepublished: false): return personPass(facts)
        case .signedOut: return signOut(facts)
        case .fixAcquired(let fix): return acquire(fix, facts)
        case .silentFixFailed:
            // The arms stay: the next fix of any source serves them. (CIO 1.7)
            isSilentFixUnderWay = false
            return []
        case .refreshAsked:
            explicitRequested = true
            isSilentFixUnderWay = true
            return [.requestSilentFix]
        case .movementExit: return beginMovement(facts)
        case .movementFix(let fix): return movementPass(fix, facts)
        case .authorization(let allows, let allowedBefore):
            return allows && !allowedBefore ? heal(facts) : []
        case .downloadEnded(let end): return endDownload(end, facts)
        case .pauseEnded: return isBusy || facts.person == nil ? [] : personPass(facts)
        }
    }
}

/// Passes.
extension RefreshMachine {
    private mutating func launchPass(_ facts: RefreshFacts) -> [Output] {
        guard !hasMadeLaunchPass, facts.person != nil else { return [] }
        hasMadeLaunchPass = true
        return personPass(facts)
    }

    private mutating func personPass(_ facts: RefreshFacts) -> [Output] {
        guard facts.person != nil else { return dropped(.noIdentifiedUser, "nobody is identified") }
        if let anchor = facts.anchor { return normalPass(at: anchor, isForced: false, facts) }
        skippedForNoLocation = true
        return facts.mode == .automatic ? askSilently() : []
    }

    private mutating func askSilently() -> [Output] {
        guard !isSilentFixUnderWay else { return [] }
        isSilentFixUnderWay = true
        return [.requestSilentFix]
    }

    private mutating func acquire(_ fix: Coordinate, _ facts: RefreshFacts) -> [Output] {
        let (isForced, wasSkipped) = (explicitRequested, skippedForNoLocation)
        explicitRequested = false
        skippedForNoLocation = false
        isSilentFixUnderWay = false
        guard isForced || wasSkipped else { return [] }
        return normalPass(at: fix, isForced: isForced, facts)
    }

    private mutating func normalPass(at anchor: Coordinate, isForced: Bool, _ facts: RefreshFacts) -> [Output] {
        guard let person = facts.person else { return dropped(.noIdentifiedUser, "nobody is identified") }
        guard !isBusy else {
            guard isForced else { return dropped(.alreadyInProgress, "another pass is under way") }
            forcedAfterwards = anchor
            return [.log(CIOLogLine(.debug, .geofence, "the refresh waits for the pass that is under way"))]
        }
        switch RefreshDecision(normalAt: anchor, isForced: isForced, facts) {
        case .download:
            guard isForced || !facts.isHeld else {
                let isFar = facts.registrationCenter.map {
                    Geodesic.distance(from: $0, to: anchor) >= facts.config.localRefreshTriggerRadius
                }
                return (isFar ?? facts.hasCachedFences ? [.rerank(anchor)] : []) + held()
            }
            phase = .downloading(anchor, person: person, isMovement: false)
            return [.download(anchor)]
        case .rerank: return [.rerank(anchor), .ended(.reranked)]
        case .skip:
            return [.log(CIOLogLine(.debug, .geofence, "the kept fences are fresh; nothing to do")), .ended(.skipped)]
        }
    }

    /// The download is not made; what is kept stands round the new position meanwhile, as after a download that failed.
    private func held() -> [Output] {
        let line = CIOLogLine(.debug, .geofence, "the server has asked for a pause; the download waits for its end")
        return [.log(line), .awaitPause, .ended(.held)]
    }

    private mutating func beginMovement(_ facts: RefreshFacts) -> [Output] {
        guard facts.person != nil else { return dropped(.noIdentifiedUser, "nobody is identified") }
        guard !isBusy else {
            missedMovement = .askedForFix
            return [
                .requestMovementFix,
                .log(CIOLogLine(.debug, .geofence, "the movement waits for the pass that is under way")),
            ]
        }
        phase = .waitingForMovementFix
        isMovementOpen = false
        return [.requestMovementFix]
    }

    private mutating func movementPass(_ fix: Coordinate?, _ facts: RefreshFacts) -> [Output] {
        guard phase == .waitingForMovementFix || phase == .idle && isMovementOpen && fix != nil else {
            if missedMovement != nil || isMovementOpen && fix != nil { missedMovement = .answered(fix) }
            return []
        }
        phase = .idle
        isMovementOpen = fix == nil
        guard let fix else {
            return [.log(CIOLogLine(.info, .geofence, "no position is known after a movement")), .ended(.noFix)]
                + afterwards(facts)
        }
        guard let person = facts.person else {
            return dropped(.noIdentifiedUser, "nobody is identified") + afterwards(facts)
        }
        switch RefreshDecision(movementTo: fix, facts) {
        case .download:
            guard !facts.isHeld else { return [.rerank(fix)] + held() + afterwards(facts) }
            phase = .downloading(fix, person: person, isMovement: true)
            return [.download(fix)]
        case .rerank, .skip: return [.rerank(fix), .ended(.reranked)] + afterwards(facts)
        }
    }

    private mutating func endDownload(_ end: DownloadEnd, _ facts: RefreshFacts) -> [Output] {
        guard case .downloading(let anchor, let person, let isMovement) = phase else { return [] }
        phase = .idle
        guard facts.person == person else { return changeUser(anchor, facts) }
        switch end {
        case .received: return [.apply(anchor), .ended(.downloaded)] + afterwards(facts)
        case .failed(let error):
            let line = CIOLogLine(.error, .geofence, "the download failed: \(error)")
            // The trigger must stand round the new position, or the next movement would go unnoticed. (CIO-051)
            return (isMovement ? [.rerank(anchor)] : []) + [.log(line), .ended(.failed(error))] + afterwards(facts)
        }
    }

    private mutating func changeUser(_ anchor: Coordinate, _ facts: RefreshFacts) -> [Output] {
        let line = CIOLogLine(.info, .geofence, "the person changed during the download; its result is discarded")
        var outputs: [Output] = [.log(line), .cleanUp, .ended(.userChanged)]
        // What waits is served by the pass that follows.
        forcedAfterwards = nil
        missedMovement = nil
        isMovementOpen = false
        guard facts.person != nil else { return outputs }
        outputs += normalPass(at: anchor, isForced: false, facts.afterCleanUp)
        return outputs
    }

    /// The refresh that waited, now that the pass before it is over. (CIO-055)
    private mutating func afterwards(_ facts: RefreshFacts) -> [Output] {
        if let anchor = forcedAfterwards {
            forcedAfterwards = nil
            return normalPass(at: anchor, isForced: true, facts)
        }
        guard let missed = missedMovement else { return [] }
        missedMovement = nil
        phase = .waitingForMovementFix
        guard case .answered(let fix) = missed else { return [] }
        return movementPass(fix, facts)
    }

    private mutating func signOut(_ facts: RefreshFacts) -> [Output] {
        explicitRequested = false
        skippedForNoLocation = false
        forcedAfterwards = nil
        missedMovement = nil
        isMovementOpen = false
        return facts.person == nil ? [.cleanUp] : []
    }

    /// Permission came (back). (CIO 3.6)
    private mutating func heal(_ facts: RefreshFacts) -> [Output] {
        guard facts.person != nil else { return [] }
        if let anchor = facts.restoreAnchor {
            return isBusy ? dropped(.alreadyInProgress, "another pass is under way") : [.restore(anchor)]
        }
        guard facts.mode == .automatic else { return [] }
        if let anchor = facts.lastKnown { return normalPass(at: anchor, isForced: false, facts) }
        skippedForNoLocation = true
        // A request under way was made without permission and will fail, or be answered; another one is asked for.
        isSilentFixUnderWay = true
        return [.requestSilentFix]
    }

    private func dropped(_ end: PassEnd, _ reason: String) -> [Output] {
        [.log(CIOLogLine(.debug, .geofence, "no refresh: \(reason)")), .ended(end)]
    }
}

extension RefreshFacts {
    /// The same facts once what belonged to the person before is gone. (CIO 8.3)
    fileprivate var afterCleanUp: RefreshFacts {
        var facts = self
        facts.lastSync = nil
        facts.registrationCenter = nil
        facts.hasRegisteredFences = false
        return facts
    }
}
