import BenchSupport

/// What single queries cost, timed as the other engines' harnesses do: each in several passes, of which its median counts.
struct QueryTimes {
    let median: Double
    let p99: Double
    let mean: Double

    /// - Parameter prepare: Runs before each query and is not in its time.
    init(_ count: Int, passes: Int, prepare: () -> Void = {}, _ query: (Int) throws(BenchError) -> Void)
        throws(BenchError)
    {
        var times = [[Double]](repeating: [], count: count)
        for _ in 0..<passes {
            for number in 0..<count {
                prepare()
                let begin = monotonicNanoseconds()
                try query(number)
                times[number].append(Double(monotonicNanoseconds() - begin))
            }
        }
        let medians = times.map { $0.sorted()[passes / 2] }.sorted()
        median = medians[count / 2]
        p99 = medians[min(count - 1, count * 99 / 100)]
        mean = medians.reduce(0, +) / Double(count)
    }
}

extension Report {
    mutating func value(_ times: QueryTimes, per unit: Double) {
        set("median", times.median / unit)
        set("p99", times.p99 / unit)
        set("mean", times.mean / unit)
    }
}
