import Foundation
import HostDevice
import LocationCore
import Testing

@Suite struct `HOST the machine's clocks` {
    @Test func `PLAT-074 continuous time is counted from the boot, not from the start of the process`() throws {
        let moment = HostClock().now()
        let uptime = try #require(
            try String(contentsOfFile: "/proc/uptime", encoding: .utf8).split(separator: " ").first.flatMap {
                Double($0)
            })

        #expect(abs(Double(moment.continuous) / 1000 - uptime) < 60)
    }

    @Test func `PLAT-074 the boot has the system's own name`() throws {
        let name = try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)

        #expect(HostClock().now().boot == name.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    @Test func `two readings of one boot can be compared`() {
        let first = HostClock().now()
        let second = HostClock().now()

        #expect(first.boot == second.boot)
        #expect(first.continuous <= second.continuous)
    }
}
