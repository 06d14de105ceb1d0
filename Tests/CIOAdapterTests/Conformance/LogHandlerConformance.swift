import CIOAdapter
import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import TestSupport
import Testing

@Suite struct `CIO and the package's log handler` {
    @Test func `a handler gets the lines, and none at info or above has a secret, a person or a position`() async throws
    {
        LogCollector.begin()
        let place = Coordinate(checked: 45.345_678, 6.876_543)
        let bench = CIOBench(
            at: Coordinate(checked: 45.355_678, 6.876_543),
            setup: CIOBench.Setup(
                tracking: .onAppStart, allowsBackgroundDelivery: true, key: "cio-secret-0",
                host: "http://cio-log.example/v1"),
            fences: #"{"id":"cio-place","latitude":\#(place.latitude),"longitude":\#(place.longitude),"radius":100}"#,
            #"{"id":"cio-bad","latitude":\#(place.latitude),"longitude":\#(place.longitude),"radius":-1}"#)
        await bench.started("cio-secret-person")
        await bench.phone.move(to: place)
        await bench.settle()
        bench.answer("/track", with: .status(401))
        await bench.app {
            CustomerIO.shared.track(name: "cio-event", properties: ["token": "cio-secret-1", "bad": { () in }])
            CustomerIO.shared.identify(userId: "cio-secret-person-2", traits: ["email": "cio-secret-2"])
        }
        await bench.wait(seconds: 600)
        await bench.flush()

        let lines = LogCollector.collected.filter { $0.source == "CustomerIO" }
        #expect(lines.contains { $0.level == .error && $0.message.contains("cio-log.example travels unencrypted") })
        #expect(lines.contains { $0.level == .error && $0.message.contains("fence cio-bad") })
        #expect(lines.contains { $0.level == .error && $0.message.contains("track: ") })
        let told = lines.filter { $0.level >= .info }.map(\.description)
        #expect(told.filter { $0.contains("cio-secret") || $0.contains("45.3") || $0.contains("6.876") } == [])
    }
}
