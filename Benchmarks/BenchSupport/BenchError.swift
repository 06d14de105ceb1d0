/// Why nothing could be measured.
package enum BenchError: Error, CustomStringConvertible {
    case usage(String)
    case failed(String)

    package var description: String {
        switch self {
        case .usage(let text): "\(text)\nusage: geofence-bench [--only NAME] [--rounds N] [--seed N] [--list]"
        case .failed(let text): text
        }
    }

    /// Runs what may throw anything, and says what it was for.
    package static func wrap<Value>(_ purpose: String, _ body: () throws -> Value) throws(BenchError) -> Value {
        do { return try body() } catch { throw .failed("\(purpose): \(error)") }
    }

    package static func wrap<Value>(
        _ purpose: String, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
    ) async throws(BenchError) -> Value {
        do { return try await body() } catch { throw .failed("\(purpose): \(error)") }
    }
}
