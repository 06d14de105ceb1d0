import BGeoAdapter
import BenchSupport
import Foundation
import LocationCore

/// Reading and writing JSON, against Foundation's `JSONSerialization`.
enum JSONSpeed {
    @Sendable static func run(_ bench: Bench) async throws(BenchError) {
        let value = JSONValue.array(bench.fences.geofences().map(\.storedForm))
        let bytes = value.bytes()
        let data = Data(bytes)
        let plain = try BenchError.wrap("reading") { try JSONSerialization.jsonObject(with: data) }
        let read = try repeated(bench) { consume(try JSONValue(json: bytes)) }
        let theirs = try repeated(bench) { consume(try JSONSerialization.jsonObject(with: data)) }
        let written = try repeated(bench) { consume(value.bytes()) }
        let theirsWritten = try repeated(bench) { consume(try JSONSerialization.data(withJSONObject: plain)) }
        emit("json-read", "reading a list of all fences", read, theirs, bytes.count)
        emit("json-write", "writing a list of all fences", written, theirsWritten, bytes.count)
    }

    private static func repeated(_ bench: Bench, _ body: () throws -> Void) throws(BenchError) -> Samples {
        var samples = Samples()
        for _ in 0..<bench.options.rounds {
            try samples.measure { () throws(BenchError) in try BenchError.wrap("JSON", body) }
        }
        return samples
    }

    private static func emit(_ name: String, _ what: String, _ samples: Samples, _ theirs: Samples, _ bytes: Int) {
        func speed(_ nanoseconds: Double) -> Double { Double(bytes) / 1e6 / (nanoseconds / 1e9) }
        var report = Report(name, what, unit: "MB/s")
        report.set("median", speed(samples.median))
        report.set("most", speed(samples.least))
        report.set("rounds", samples.count)
        report.reference("JSONSerialization on the same bytes", speed(theirs.median), of: speed(samples.median))
        report.emit()
    }
}
