public import LocationCore

extension SimulatedPhone {
    /// Creates a phone that is switched on and unlocked, at a place given in degrees. No app runs yet.
    ///
    /// - Precondition: `latitude` lies in −90…90 and `longitude` in −180…180.
    public convenience init(
        profile: PhoneProfile = .iOSClassic, knobs: PhoneKnobs? = nil, seed: UInt64 = 1,
        wall: Timestamp = SimulatedPhone.standardStart, at latitude: Double, _ longitude: Double,
        authorization: Authorization = Authorization(tier: .always), network: NetworkState = .unmetered
    ) {
        self.init(
            profile: profile, knobs: knobs, seed: seed, wall: wall, at: Self.place(latitude, longitude),
            authorization: authorization, network: network)
    }

    /// The phone is really there from now on, at a place given in degrees. See ``move(to:)``.
    public func move(to latitude: Double, _ longitude: Double) async { await move(to: Self.place(latitude, longitude)) }

    /// The phone moves along a recording while time passes. Returns at once.
    ///
    /// - Parameters:
    ///   - track: The recording.
    ///   - throughGaps: Whether it travels evenly across gaps, where it would otherwise stay at the last point and be at
    ///     the next one at its time.
    ///   - start: Whether the recording begins now, or its times are those of the wall clock.
    public func follow(_ track: Track, throughGaps: Bool = false, from start: PathStart = .now) async {
        await follow(track.path(throughGaps: throughGaps), from: start)
    }

    /// The person walks straight to a place, and time passes until they are there.
    ///
    /// - Parameter speed: Meters per second, finite and above 0.
    public func walk(to place: Coordinate, speed: Double = 1.4) async { await travel(to: place, speed: speed) }

    /// The person walks straight to a place given in degrees, and time passes until they are there.
    ///
    /// - Parameter speed: Meters per second, finite and above 0.
    public func walk(to latitude: Double, _ longitude: Double, speed: Double = 1.4) async {
        await travel(to: Self.place(latitude, longitude), speed: speed)
    }

    /// The person drives straight to a place, and time passes until they are there.
    ///
    /// - Parameter speed: Meters per second, finite and above 0; 14 is some 50 km/h.
    public func drive(to place: Coordinate, speed: Double = 14) async { await travel(to: place, speed: speed) }

    /// The person drives straight to a place given in degrees, and time passes until they are there.
    ///
    /// - Parameter speed: Meters per second, finite and above 0; 14 is some 50 km/h.
    public func drive(to latitude: Double, _ longitude: Double, speed: Double = 14) async {
        await travel(to: Self.place(latitude, longitude), speed: speed)
    }

    /// Lets time pass, and delivers in order everything that comes due.
    ///
    /// - Parameter duration: At least nothing; parts of a millisecond do not count.
    public func advance(by duration: Duration) async {
        let (seconds, attoseconds) = duration.components
        await advance(by: seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    }

    /// Lets time pass in which the phone sleeps so deeply that nothing happens, until the wall clock shows `wall`.
    ///
    /// What comes due meanwhile happens late, at the end. A time that is past already changes nothing.
    public func sleep(until wall: Timestamp) async {
        await happen { world in
            world.log("sleeps until \(wall)")
            world.clock.run(to: world.clock.elapsed(at: wall))
        }
        // The step above ends with what was due when it began.
        await settle()
    }

    private func travel(to place: Coordinate, speed: Double) async {
        precondition(speed.isFinite && speed > 0, "a speed is finite and above 0")
        guard let here = position else { return await move(to: place) }
        let start = now.wall
        let length = Ellipsoid.metres(from: here, to: place)
        let end = start.adding(milliseconds: max(1, Int64((length / speed * 1000).rounded(.up))))
        await follow([TimedPosition(at: start, coordinate: here), TimedPosition(at: end, coordinate: place)])
        await advance(to: end)
    }

    private static func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
        precondition(
            (-90...90).contains(latitude) && (-180...180).contains(longitude),
            "a place is a latitude in -90...90 and a longitude in -180...180")
        return Coordinate(checkedLatitude: latitude, longitude: longitude)
    }
}
