import Foundation
package import LocationCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The machine's own clocks.
///
/// Continuous time runs through sleep and is the same for every process of one boot, so that a length of time can be
/// measured across a restart of the process. (PLAT-074)
package struct HostClock: ClockPort {
    package init() {}

    package func now() -> Moment {
        Moment(wall: Timestamp(Date()), continuous: Self.source.milliseconds, boot: Self.source.boot)
    }

    private static let source = BootTime.ofSystem ?? BootTime.ofProcess
}

/// A clock that counts from some point of a boot, and the name of that boot.
private struct BootTime: Sendable {
    let boot: String
    private let read: @Sendable () -> Int64

    var milliseconds: Int64 { read() }

    /// `nil` where the system does not name its boots, or has no clock that runs through sleep.
    static var ofSystem: BootTime? {
        guard let boot = bootIdentity(), systemMilliseconds() != nil else { return nil }
        return BootTime(boot: boot) { systemMilliseconds() ?? 0 }
    }

    /// Counted from the start of the process, and belonging to this process and no other.
    static var ofProcess: BootTime {
        let origin = ContinuousClock.now
        return BootTime(boot: UUID().uuidString.lowercased()) {
            let passed = origin.duration(to: .now).components
            return passed.seconds * 1000 + passed.attoseconds / 1_000_000_000_000_000
        }
    }

    private static func bootIdentity() -> String? {
        #if canImport(Darwin)
            var size = 0
            guard sysctlbyname("kern.bootsessionuuid", nil, &size, nil, 0) == 0, size > 1 else { return nil }
            var bytes = [UInt8](repeating: 0, count: size)
            guard sysctlbyname("kern.bootsessionuuid", &bytes, &size, nil, 0) == 0 else { return nil }
            let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        #else
            guard let content = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8) else {
                return nil
            }
            let text = content.filter { !$0.isWhitespace }
        #endif
        return text.isEmpty ? nil : text.lowercased()
    }

    private static func systemMilliseconds() -> Int64? {
        #if canImport(Darwin)
            // Despite its name this one runs on through sleep; CLOCK_UPTIME_RAW stands still.
            let nanoseconds = clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW)
            return nanoseconds > 0 ? Int64(nanoseconds / 1_000_000) : nil
        #else
            var time = timespec()
            guard clock_gettime(CLOCK_BOOTTIME, &time) == 0 else { return nil }
            return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
        #endif
    }
}
