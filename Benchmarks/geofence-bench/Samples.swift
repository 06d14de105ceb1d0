import BenchSupport

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Durations of the same work, in nanoseconds.
struct Samples {
    private var nanoseconds: [Double] = []

    mutating func add(_ duration: Duration) {
        let parts = duration.components
        nanoseconds.append(Double(parts.seconds) * 1e9 + Double(parts.attoseconds) * 1e-9)
    }

    mutating func add(nanoseconds value: Double) { nanoseconds.append(value) }

    /// Times `body` once.
    mutating func measure<Value>(_ body: () throws(BenchError) -> Value) throws(BenchError) -> Value {
        let begin = ContinuousClock.now
        let value = try body()
        add(begin.duration(to: .now))
        return value
    }

    var median: Double {
        let sorted = nanoseconds.sorted()
        guard let upper = sorted.dropFirst(sorted.count / 2).first else { return .nan }
        return sorted.count % 2 == 1 ? upper : (upper + sorted[sorted.count / 2 - 1]) / 2
    }

    var least: Double { nanoseconds.min() ?? .nan }

    var most: Double { nanoseconds.max() ?? .nan }

    /// What 99 of 100 are below.
    var p99: Double {
        guard !nanoseconds.isEmpty else { return .nan }
        return nanoseconds.sorted()[min(nanoseconds.count - 1, nanoseconds.count * 99 / 100)]
    }

    var mean: Double { nanoseconds.reduce(0, +) / Double(nanoseconds.count) }

    var count: Int { nanoseconds.count }
}

/// Nanoseconds that this thread has spent on a processor: what other programs take is not in it.
func processorNanoseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Keeps the optimiser from dropping work whose result nobody reads. Not in another module, where it would not be
/// specialised and cost more than what is measured.
@inline(never)
func consume<Value>(_ value: Value) { _ = withExtendedLifetime(value) { true } }
