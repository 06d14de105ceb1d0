#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Nanoseconds on a clock that only runs forwards.
package func monotonicNanoseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
