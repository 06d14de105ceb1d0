import Foundation

/// A value that several threads share, each having it alone for the length of a closure.
///
/// `Synchronization.Mutex` needs a newer system than the floor, so this is the one small type with a lock.
package final class Locked<Value>: @unchecked Sendable {
    // Sendable holds because `value` is touched only inside `withLock`, between lock and unlock of the one lock.
    @usableFromInline var value: Value
    private let lock = NSLock()

    package init(_ value: sending Value) { self.value = value }

    /// Runs `body` while nobody else can see the value. Must not be nested on one instance.
    @inlinable
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        acquire()
        defer { release() }
        return try body(&value)
    }

    @usableFromInline func acquire() { lock.lock() }

    @usableFromInline func release() { lock.unlock() }
}
