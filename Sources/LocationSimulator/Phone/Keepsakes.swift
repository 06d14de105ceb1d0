import LocationCore

/// What code that stands between a phone and its app keeps over processes, as a system's daemons do.
extension SimulatedPhone {
    /// Keeps a value under a name, in place of the one before.
    package func keep(_ value: some Sendable, as name: String) { world.withLock { $0.keepsakes[name] = value } }

    /// What is kept under a name.
    package func keepsake<Value: Sendable>(_ name: String, as type: Value.Type) -> Value? {
        world.withLock { $0.keepsakes[name] } as? Value
    }
}
