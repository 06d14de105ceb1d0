import Foundation
import GeofenceEngine
import LocationCore
import LocationSimulator
import PhoneBench
import Testing

@testable import CIOAdapter

/// Crossings told to the app, and what is known of fences: beside the vendor's API.
@Suite struct `CIO listening` {
    private static let home =
        #"{"id":"home","name":"Home","latitude":40.75,"longitude":-73.98,"radius":150,"geoset_ids":[1,2]}"#
    private static let there = Coordinate(checked: 40.75, -73.98)

    @Test func `a stream and a closure are told each crossing once, under the identifier of the wire`() async throws {
        let bench = CIOBench(fences: Self.home)
        await bench.started()
        let heard = Locked<[CIOTransition]>([])
        var stream: AsyncStream<CIOTransition>.Iterator?
        let subscription = await bench.app {
            stream = CustomerIO.geofence.transitions.makeAsyncIterator()
            return CustomerIO.geofence.onTransition { transition in heard.withLock { $0.append(transition) } }
        }

        await bench.phone.letDoubtsPass()
        await bench.phone.move(to: Self.there)
        await bench.settle()

        let told = try #require(heard.withLock { $0 }.first)
        #expect(heard.withLock { $0.count } == 1)
        #expect(told.geofenceId == "home" && told.geofenceName == "Home" && told.transition == .enter)
        #expect(await stream?.next() == told)
        let sent = try bench.trackRequests.map {
            try JSONValue(json: $0.body)["properties"]?["transitionId"]?.stringValue
        }
        #expect(sent == [told.id, told.id])
        #expect(try JSONDecoder().decode(CIOTransition.self, from: JSONEncoder().encode(told)) == told)

        subscription.remove()
        await bench.phone.advance(by: 7_200_000)
        await bench.phone.move(to: CIOBench.origin)
        await bench.settle()
        #expect(heard.withLock { $0.count } == 1)
        #expect(await stream?.next()?.transition == .exit)
    }

    @Test func `a crossing before anybody listens goes to the first listener alone`() async {
        let bench = CIOBench(fences: Self.home)
        await bench.started()
        await bench.phone.letDoubtsPass()
        await bench.phone.move(to: Self.there)
        await bench.settle()
        let (first, second) = (Locked<[String]>([]), Locked<[String]>([]))

        await bench.app {
            CustomerIO.geofence.onTransition { transition in first.withLock { $0.append(transition.geofenceId) } }
            CustomerIO.geofence.onTransition { transition in second.withLock { $0.append(transition.geofenceId) } }
        }

        #expect(first.withLock { $0 } == ["home"])
        #expect(second.withLock { $0 }.isEmpty)
    }

    @Test func `explain, state, insideNow and monitored answer after what was called before`() async {
        let bench = CIOBench(fences: Self.home)
        await bench.launch()

        await bench.app {
            CustomerIO.shared.identify(userId: "u1")
            #expect(await CustomerIO.geofence.insideNow().isEmpty)
        }
        await bench.phone.letDoubtsPass()
        await bench.phone.move(to: Self.there)
        await bench.settle()

        await bench.app {
            #expect(await CustomerIO.geofence.insideNow() == ["home"])
            #expect(await CustomerIO.geofence.state(of: "home")?.isInside == true)
            #expect(await CustomerIO.geofence.state(of: "nobody") == nil)
            #expect(await CustomerIO.geofence.monitored().map(\.geofenceId) == ["home"])
            #expect(await CustomerIO.geofence.monitored().first?.absence == nil)
            let sentences = await CustomerIO.geofence.explain("home")
            #expect(sentences.contains("it reports enter, exit"))
        }
    }

    @Test func `purged storage holds no event of the app, and crossings that wait stay`() async {
        let bench = CIOBench(fences: Self.home)
        await bench.started()
        await bench.phone.setNetwork(.none)
        await bench.phone.letDoubtsPass()
        await bench.phone.move(to: Self.there)
        await bench.app { CustomerIO.shared.track(name: "a") }
        await bench.app { #expect(CustomerIO.shared.pendingUploads?.map(\.lastPathComponent) == ["geofences.db"]) }

        await bench.app {
            CustomerIO.shared.purgeStorage()
            CustomerIO.shared.waitUntilStarted()
        }
        await bench.app {
            #expect(CustomerIO.shared.pendingUploads == nil)
            #expect(!CustomerIO.shared.hasUnsentEvents)
        }
        await bench.phone.setNetwork(.unmetered)
        await bench.settle()

        #expect(
            bench.phone.requests.contains {
                $0.wasReceived && String(decoding: $0.request.body, as: UTF8.self).contains("Geofence Transition")
            })
        #expect(
            !bench.phone.requests.contains {
                $0.wasReceived && String(decoding: $0.request.body, as: UTF8.self).contains(#""event":"a""#)
            })
    }

    @Test func `AMD-09 the last of many calls counts`() async {
        let bench = CIOBench(fences: Self.home)
        await bench.launch()

        await bench.app { await Self.signInAndOut() }

        #expect(await bench.engine.person == "v99")
    }

    @MainActor private static func signInAndOut() async {
        for round in 0..<100 {
            let one = Task { @MainActor in CustomerIO.shared.identify(userId: "u\(round)") }
            let two = Task { @MainActor in CustomerIO.shared.clearIdentify() }
            let three = Task { @MainActor in CustomerIO.shared.identify(userId: "v\(round)") }
            _ = await (one.value, two.value, three.value)
        }
        #expect(CustomerIO.shared.userId == "v99")
    }
}
