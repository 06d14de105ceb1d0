import LocationCore

/// A listener's place at a channel.
///
/// Letting go of it does not end it; ``remove()`` does.
public final class Subscription: Sendable {
    private let onRemove: Locked<(@Sendable () -> Void)?>

    package init(onRemove: @escaping @Sendable () -> Void) { self.onRemove = Locked(onRemove) }

    /// Ends the subscription at once. May be called on any thread, and again. (BGEO-131)
    ///
    /// A delivery that is under way when this is called may still reach the listener.
    public func remove() {
        let action = onRemove.withLock { action in
            defer { action = nil }
            return action
        }
        action?()
    }
}
