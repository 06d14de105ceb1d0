import LocationCore

/// A value that outlives the process that left it.
struct Keepsake {
    let value: any Sendable
    let end: KeepsakeEnd
}

/// What ends the keeping of a value.
package enum KeepsakeEnd: Hashable, Sendable {
    /// Nothing.
    case never
    /// The app is deleted.
    case withApp
    /// The system forgets the app's regions because it lost its permission, or the app is deleted.
    case withRegions
}

/// What code that stands between a phone and its app keeps over processes, as a system's daemons do.
extension SimulatedPhone {
    /// Keeps a value under a name, in place of the one before.
    package func keep(_ value: some Sendable, as name: String, until end: KeepsakeEnd = .never) {
        world.withLock { $0.keepsakes[name] = Keepsake(value: value, end: end) }
    }

    /// Changes what is kept under a name, with nobody in between.
    package func changeKeepsake<Value: Sendable>(
        _ name: String, until end: KeepsakeEnd, _ change: (inout Value?) -> Void
    ) {
        world.withLock { world in
            var value = world.keepsakes[name]?.value as? Value
            change(&value)
            world.keepsakes[name] = value.map { Keepsake(value: $0, end: end) }
        }
    }

    /// What is kept under a name.
    package func keepsake<Value: Sendable>(_ name: String, as type: Value.Type) -> Value? {
        world.withLock { $0.keepsakes[name]?.value } as? Value
    }
}

extension World {
    mutating func loseKeepsakes(_ end: KeepsakeEnd) { keepsakes = keepsakes.filter { $0.value.end != end } }
}
