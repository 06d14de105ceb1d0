import BenchSupport
import Foundation
import LocationCore

/// The workloads that other engines are measured with: the same bytes for each of them.
struct PeerData {
    private let folder: URL
    private let library: URL?

    /// - Returns: `nil` where `PEER_DATA` names no folder; what needs it is left out then.
    init?() {
        let environment = ProcessInfo.processInfo.environment
        guard let path = environment["PEER_DATA"] else { return nil }
        folder = URL(filePath: path, directoryHint: .isDirectory)
        library = environment["PEER_BUILD"].map { URL(filePath: $0).appending(path: "libbrute.so") }
    }

    /// Three columns of numbers: latitude, longitude, and metres or seconds.
    struct Columns {
        let latitude: [Double]
        let longitude: [Double]
        let other: [Double]

        var coordinates: [Coordinate] {
            zip(latitude, longitude).map { Coordinate(checkedLatitude: $0, longitude: $1) }
        }
    }

    func columns(_ name: String) throws(BenchError) -> Columns {
        let data = try bytes(name)
        let count = try Self.whole(data, at: 8, name)
        guard data.count >= 16 + 24 * count else { throw .failed("\(name) is too short") }
        let values = data.dropFirst(16).withUnsafeBytes { raw in
            (0..<3 * count).map {
                Double(bitPattern: UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self)))
            }
        }
        return Columns(
            latitude: Array(values[0..<count]), longitude: Array(values[count..<2 * count]),
            other: Array(values[2 * count..<3 * count]))
    }

    /// Polygons as rings of coordinates, the outer one first; not closed.
    func polygons(_ name: String) throws(BenchError) -> [[[Coordinate]]] {
        let data = try bytes(name)
        let polygons = try Self.whole(data, at: 8, name)
        let rings = try Self.whole(data, at: 16, name)
        let vertices = try Self.whole(data, at: 24, name)
        guard data.count >= 32 + 8 * (polygons + rings + 2 + 2 * vertices) else {
            throw .failed("\(name) is too short")
        }
        return data.dropFirst(32).withUnsafeBytes { raw in
            func whole(_ place: Int) -> Int {
                Int(UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: 8 * place, as: UInt64.self)))
            }
            func number(_ place: Int) -> Double {
                Double(bitPattern: UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: 8 * place, as: UInt64.self)))
            }
            let starts = polygons + 1
            let columns = starts + rings + 1
            return (0..<polygons).map { polygon in
                (whole(polygon)..<whole(polygon + 1)).map { ring in
                    (whole(starts + ring)..<whole(starts + ring + 1)).map { vertex in
                        Coordinate(
                            checkedLatitude: number(columns + vertex), longitude: number(columns + vertices + vertex))
                    }
                }
            }
        }
    }

    func text(_ name: String) throws(BenchError) -> String {
        try BenchError.wrap("reading \(name)") {
            try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        }
    }

    private func bytes(_ name: String) throws(BenchError) -> Data {
        try BenchError.wrap("reading \(name)") { try Data(contentsOf: folder.appending(path: name)) }
    }

    private static func whole(_ data: Data, at offset: Int, _ name: String) throws(BenchError) -> Int {
        guard data.count >= offset + 8 else { throw .failed("\(name) is too short") }
        return data.withUnsafeBytes {
            Int(UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
        }
    }

    /// The scan in C++ that all harnesses time, over the same fences; `nil` where it was not built.
    func scan(_ fences: Columns) -> PeerScan? {
        library.flatMap { PeerScan($0, fences) }
    }
}

/// The common yardstick: nanoseconds of a scan over all fences for the nearest, written in C++.
///
/// `@unchecked` holds because whoever calls waits for the thread that uses it.
final class PeerScan: @unchecked Sendable {
    private typealias Make =
        @convention(c) (UnsafePointer<Double>, UnsafePointer<Double>, Int) -> UnsafeMutableRawPointer?
    private typealias Free = @convention(c) (UnsafeMutableRawPointer) -> Void
    private typealias Time =
        @convention(c) (
            UnsafeMutableRawPointer, UnsafePointer<Double>, UnsafePointer<Double>, Int, Int
        ) -> Double

    private let scan: UnsafeMutableRawPointer
    private let free: Free
    private let time: Time

    init?(_ library: URL, _ fences: PeerData.Columns) {
        guard let handle = dlopen(library.path, RTLD_NOW), let make = dlsym(handle, "brute_new"),
            let free = dlsym(handle, "brute_free"), let time = dlsym(handle, "brute_median_ns")
        else { return nil }
        // The declarations are those of the library's source.
        self.free = unsafeBitCast(free, to: Free.self)
        self.time = unsafeBitCast(time, to: Time.self)
        // The same declarations, and a pointer that this object alone has.
        nonisolated(unsafe) var scan: UnsafeMutableRawPointer?
        let making = unsafeBitCast(make, to: Make.self)
        onThreadOfItsOwn { scan = making(fences.latitude, fences.longitude, fences.latitude.count) }
        guard let scan else { return nil }
        self.scan = scan
    }

    deinit { free(scan) }

    /// The median over some of the fixes.
    func nanoseconds(_ fixes: PeerData.Columns, nearest count: Int) -> Double {
        let some = min(fixes.latitude.count, 60)
        // Read once the thread has ended.
        nonisolated(unsafe) var nanoseconds = Double.nan
        onThreadOfItsOwn { nanoseconds = self.time(self.scan, fixes.latitude, fixes.longitude, some, count) }
        return nanoseconds
    }
}

/// Does something on another thread and waits for it.
///
/// Code compiled for this very processor leaves the upper halves of its wide registers filled, and from then on code for any
/// processor of the kind, as ours is, took up to twice as long on the same thread.
private func onThreadOfItsOwn(_ body: @escaping @Sendable () -> Void) {
    let isDone = DispatchSemaphore(value: 0)
    Thread {
        body()
        isDone.signal()
    }.start()
    isDone.wait()
}
