import LocationCore

/// The machine's own random bits.
package struct HostRandom: RandomPort {
    package init() {}

    package func next() -> UInt64 {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }
}
