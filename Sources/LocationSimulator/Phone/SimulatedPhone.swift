public import LocationCore

/// A phone you can hold in a unit test: an operating system, a clock, a network and a person.
///
/// Nothing happens by itself. Time moves only in ``advance(by:)`` and ``advance(to:)``; every other call that makes
/// something happen delivers what is due at this very instant before it returns. Events are delivered one at a time, and
/// each is dealt with by its listener before the next one. The same calls with the same seed give the same run, byte for
/// byte: ``transcript`` proves it.
///
/// ```swift
/// let phone = SimulatedPhone(profile: .iOSClassic, seed: 7)
/// let device = phone.device          // an app is in front; hand this to the code under test
/// await phone.move(to: home)
/// await phone.advance(by: 60_000)
/// ```
public final class SimulatedPhone: Sendable {
    let world: Locked<World>

    /// The wall clock's first reading unless another is given: 2026-07-06T12:00:00Z.
    public static let standardStart = Timestamp(milliseconds: 1_783_339_200_000)

    /// Creates a phone that is switched on and unlocked. No app runs yet.
    ///
    /// - Parameters:
    ///   - profile: Which system it runs.
    ///   - knobs: How well it behaves; `nil` for the profile's ``PhoneProfile/standardKnobs``.
    ///   - seed: Decides everything random.
    ///   - wall: What the wall clock shows.
    ///   - position: Where it is; `nil` until it is told, and then no fix can be had.
    ///   - authorization: The location permission the app has.
    ///   - network: How it reaches the network.
    public init(
        profile: PhoneProfile = .iOSClassic, knobs: PhoneKnobs? = nil, seed: UInt64 = 1,
        wall: Timestamp = SimulatedPhone.standardStart, at position: Coordinate? = nil,
        authorization: Authorization = Authorization(tier: .always), network: NetworkState = .unmetered
    ) {
        let chosen = knobs ?? profile.standardKnobs
        chosen.check()
        world = Locked(
            World(
                profile: profile, knobs: chosen, seed: seed, wall: wall, position: position,
                authorization: authorization, network: network))
    }

    /// The device as the running app sees it. If no app runs, the person opens it first.
    ///
    /// It belongs to that process: once the process has ended, its commands do nothing and its listeners hear nothing.
    public var device: Device {
        let process = world.withLock { $0.process?.id ?? $0.launch(.user) }
        return AppProcess(id: process, phone: self).device
    }

    /// Which system the phone runs.
    public var profile: PhoneProfile { world.withLock { $0.profile } }

    /// How well the system behaves, now.
    public var knobs: PhoneKnobs { world.withLock { $0.knobs } }

    /// Changes how the system behaves from now on.
    public func adjust(_ change: (inout PhoneKnobs) -> Void) {
        world.withLock { world in
            change(&world.knobs)
            world.knobs.check()
        }
    }

    /// What decides everything random.
    package var seed: UInt64 { world.withLock { $0.seed } }

    /// The three clocks.
    public var now: Moment { world.withLock { $0.clock.moment } }

    /// Milliseconds of simulated time since the phone was created. Neither a reboot nor the wall clock changes it.
    public var elapsed: Int64 { world.withLock { $0.clock.elapsed } }
}
