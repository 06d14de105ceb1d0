import AppleStandIn
import GeofenceEngine
import LocationCore
import LocationSimulator
import Testing

/// An app that watched by the classic calls, and after an update of the app or of the system watches by conditions.
@Suite struct `APPLE from the classic calls to conditions` {
    /// Leaves behind what such an app had: its region, a classic one, and no condition.
    private func updated(from bench: EngineOnDevice) async throws -> String {
        try await bench.put()
        await bench.phone.advance(by: 20_000)
        let id = try #require(bench.watched.first)
        let standIn = try bench.standIn()
        standIn.change(conditionsOf: "bench") { $0 = [] }
        standIn.device.regions.unregister(id: id)
        await bench.phone.settle()
        await bench.phone.occupy(
            Region(id: id, circle: Circle(center: EngineOnDevice.home, checkedRadius: 200)), owner: "before")
        bench.phone.killApp()
        return id
    }

    @Test func `PLAT-054 PLAT-059 a region of the classic calls makes room for a condition, and crossings go on`()
        async throws
    {
        let bench = await EngineOnDevice(.iOSMonitor)
        let id = try await updated(from: bench)

        await bench.phone.launchApp()
        await bench.phone.advance(by: 30_000)

        #expect(bench.phone.monitoredRegions.map(\.id) == [id])
        #expect(bench.watched == [id])
        await bench.phone.move(to: EngineOnDevice.home)
        await bench.phone.advance(by: 60_000)
        #expect(bench.told == ["enter a"])
        #expect(try bench.standIn().violations.isEmpty)
    }

    @Test func `PLAT-011 PLAT-054 the classic regions of others stay through it`() async throws {
        let bench = await EngineOnDevice(.iOSMonitor)
        await bench.phone.occupy(DeviceBench.region("host.home"), owner: "host")
        let id = try await updated(from: bench)

        await bench.phone.launchApp()
        await bench.phone.advance(by: 30_000)

        #expect(bench.phone.monitoredRegions.map(\.id).sorted() == [id, "host.home"].sorted())
    }

    @Test func `PLAT-009 a classic region that is no longer wanted is given back`() async throws {
        let bench = await EngineOnDevice(.iOSMonitor)
        _ = try await updated(from: bench)

        await bench.phone.launchApp()
        try await bench.engine().removeAll()
        await bench.phone.advance(by: 30_000)

        #expect(bench.phone.monitoredRegions.isEmpty)
    }
}
