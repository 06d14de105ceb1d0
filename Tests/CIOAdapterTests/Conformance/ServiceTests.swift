import LocationCore
import LocationSimulator
import Testing

@testable import CIOAdapter

@Suite struct `CIO service` {
    @Test func `A first identify downloads, registers and tells`() async {
        let bench = CIOBench(fences: circle("a", 500, types: #"["enter","exit"]"#, geosets: "[11,12]"))
        await bench.started()
        #expect(bench.downloads.count == 1)
        #expect(await bench.watched == ["a"])
        #expect(bench.triggerRegion?.circle.radius == 1000)
        await bench.move(500)
        #expect(bench.told == ["enter a", "enter a"])
        await bench.wait(seconds: 10)
        await bench.move(0)
        #expect(bench.told == ["enter a", "enter a", "exit a", "exit a"])
    }
}
