import AppleBench
import AppleStandIn
import LocationCore
import LocationSimulator
import Network
import Testing

@testable import AppleLocation

@Suite struct `APPLE how the network is reached` {
    struct Row: Sendable, CustomTestStringConvertible {
        let path: NWPath
        let state: NetworkState
        var testDescription: String { "\(path) is \(state)" }
    }

    @Test(arguments: [
        Row(path: NWPath(.satisfied), state: .unmetered),
        Row(path: NWPath(.satisfied, over: [.wiredEthernet]), state: .unmetered),
        Row(path: NWPath(.satisfied, isExpensive: true, over: [.cellular]), state: .cellular),
        Row(path: NWPath(.satisfied, over: [.cellular]), state: .cellular),
        Row(path: NWPath(.satisfied, isExpensive: true), state: .cellular),
        Row(path: NWPath(.unsatisfied, over: []), state: .none),
        Row(path: NWPath(.requiresConnection), state: .unmetered),
        Row(path: NWPath(.requiresConnection, isExpensive: true), state: .cellular),
        Row(path: NWPath(.ofNewer), state: .unmetered),
    ])
    func `D1 a path is none, metered or not`(_ row: Row) {
        #expect(NetworkState(row.path) == row.state)
    }

    @Test func `D1 the first answer is among the facts, and each change is told once`() async {
        let bench = await DeviceBench(network: .paths) { $0.setPath(NWPath(.satisfied, isExpensive: true)) }
        #expect(networks(bench.heard()) == [.cellular])

        for path in [NWPath(.unsatisfied), NWPath(.unsatisfied), NWPath(.satisfied)] {
            bench.standIn.setPath(path)
            await bench.settle()
        }

        #expect(networks(bench.heard()) == [.none, .unmetered])
    }

    @Test func `D1 without a first answer the other facts come, and the network when it is known`() async {
        let device = await ShippingDevice { $0.setPath(nil) }
        #expect(await device.next(where: { if case .app(.launched) = $0 { true } else { false } }) != nil)
        #expect(networks(device.heard) == [])

        device.standIn.setPath(NWPath(.satisfied))

        #expect(await device.next(where: { if case .network(.unmetered) = $0 { true } else { false } }) != nil)
    }

    private func networks(_ events: [DeviceEvent]) -> [NetworkState] {
        events.compactMap { if case .network(let state) = $0 { state } else { nil } }
    }
}
