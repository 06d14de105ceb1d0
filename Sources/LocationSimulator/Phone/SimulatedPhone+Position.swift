public import LocationCore

extension SimulatedPhone {
    /// The phone is really there from now on. Nobody is handed a fix for it, but the system judges its regions, and
    /// subscriptions and requests are answered from there.
    public func move(to coordinate: Coordinate) async {
        await happen { world in
            world.log("at \(coordinate.summary)")
            world.truth.stand(at: coordinate, since: world.now)
            world.lookAtAllRegions()
        }
    }

    /// The phone moves along a way, evenly between each two points, while time passes. Returns at once.
    ///
    /// Positions that do not come later than the one before are passed over; an empty way changes nothing.
    public func follow(_ path: [TimedPosition], from start: PathStart = .now) async {
        await happen { world in
            guard let first = path.first else { return }
            world.log("follows a way of \(path.count) positions")
            let origin = start == .now ? world.now : world.clock.elapsed(at: first.at)
            let points = path.map { position in
                (
                    at: origin.addingClamped(position.at.milliseconds(since: first.at)),
                    coordinate: position.coordinate, accuracy: position.accuracy
                )
            }
            world.truth.follow(points)
            world.lookAtAllRegions()
        }
    }

    /// Where the phone really is; `nil` before it was told.
    public var position: Coordinate? { world.withLock { $0.truth.coordinate(at: $0.now) } }

    /// When the way that the phone follows ends, on the wall clock; `nil` when it stands.
    public var pathEnd: Timestamp? {
        world.withLock { $0.truth.end > $0.now ? $0.clock.wall(at: $0.truth.end) : nil }
    }

    /// Hands a fix to the app, true or not. An app that is suspended or not running does not get it.
    public func deliver(_ fix: Fix) async { await happen { $0.deliver(fix) } }

    /// Hands the app a fix made now.
    ///
    /// - Parameter movesPhone: Whether the phone is really there from now on.
    public func deliver(at coordinate: Coordinate, accuracy: Double? = 5, movesPhone: Bool = true) async {
        if movesPhone { await move(to: coordinate) }
        await happen { world in
            world.deliver(Fix(coordinate: coordinate, accuracy: accuracy, timestamp: world.clock.wall))
        }
    }

    /// Makes the system remember a fix, of whatever age, or forget what it remembers. Nobody is told. (PLAT-030)
    public func remember(_ fix: Fix?) { world.withLock { $0.fixes.lastKnown = fix } }

    /// Decides how requests for one fix are answered from now on.
    public func answerFixRequests(_ answers: FixAnswers) { world.withLock { $0.fixes.answers = answers } }

    /// The subscriptions that the running app has, by owner.
    public var watches: [String: FixRate] {
        world.withLock { $0.process?.watches.mapValues(\.rate) ?? [:] }
    }
}
