import BGeoAdapter
import Foundation
import LocationCore
import Testing

@MainActor @Suite struct `BGEO how events reach listeners` {
    /// What a listener was told.
    @MainActor private final class Told {
        var payloads: [JSONValue] = []
        var handler: EventHub.Handler { { self.payloads.append($0) } }
    }

    @Test func `BGEO-128 the first listener gets the oldest 64, a second none`() {
        let hub = EventHub()
        for number in 0..<100 as Range<Int64> { hub.emit(channel: .geofence, payload: .integer(number)) }
        let first = Told()
        let second = Told()

        _ = hub.subscribe(.geofence, handler: first.handler)
        _ = hub.subscribe(.geofence, handler: second.handler)

        #expect(first.payloads == (0..<64 as Range<Int64>).map { JSONValue.integer($0) })
        #expect(second.payloads.isEmpty)
    }

    @Test func `BGEO-128 channels keep their events apart`() {
        let hub = EventHub()
        let told = Told()
        hub.emit(channel: .http, payload: 1)

        _ = hub.subscribe(.geofence, handler: told.handler)
        hub.emit(channel: .geofence, payload: 2)

        #expect(told.payloads == [2])
    }

    @Test func `BGEO-129 a channel that was heard once keeps nothing again`() {
        let hub = EventHub()
        let later = Told()
        hub.subscribe(.geofence, handler: { _ in }).remove()

        hub.emit(channel: .geofence, payload: 1)
        _ = hub.subscribe(.geofence, handler: later.handler)

        #expect(later.payloads.isEmpty)
    }

    @Test func `BGEO-130 removing listeners leaves the kept events`() {
        let hub = EventHub()
        let told = Told()
        hub.emit(channel: .geofence, payload: 1)

        hub.removeListeners()
        _ = hub.subscribe(.geofence, handler: told.handler)

        #expect(told.payloads == [1])
    }

    @Test func `BGEO-131 a removed subscription is told nothing, however often it is removed`() {
        let hub = EventHub()
        let told = Told()
        let other = Told()
        let subscription = hub.subscribe(.geofence, handler: told.handler)
        _ = hub.subscribe(.geofence, handler: other.handler)

        subscription.remove()
        subscription.remove()
        hub.emit(channel: .geofence, payload: 1)

        #expect(told.payloads.isEmpty)
        #expect(other.payloads == [1])
    }

    @Test func `BGEO-131 a subscription is removed at once from any thread`() async {
        let hub = EventHub()
        let subscription = hub.subscribe(.geofence) { _ in }

        let left = await Task.detached {
            subscription.remove()
            return hub.listenerCount(.geofence)
        }.value

        #expect(left == 0)
    }

    @Test func `a listener that is removed during a delivery still gets that event`() {
        let hub = EventHub()
        let told = Told()
        var second: Subscription?
        _ = hub.subscribe(.geofence) { _ in second?.remove() }
        second = hub.subscribe(.geofence, handler: told.handler)

        hub.emit(channel: .geofence, payload: 1)
        hub.emit(channel: .geofence, payload: 2)

        #expect(told.payloads == [1])
    }

    @Test func `an event that a listener causes comes after the one that it was told`() {
        let hub = EventHub()
        let told = Told()
        _ = hub.subscribe(.geofence) { if $0 == 1 { hub.emit(channel: .geofence, payload: 2) } }
        _ = hub.subscribe(.geofence, handler: told.handler)

        hub.emit(channel: .geofence, payload: 1)

        #expect(told.payloads == [1, 2])
    }

    @Test func `an event that is caused by a kept one comes after all kept ones`() {
        let hub = EventHub()
        let told = Told()
        hub.emit(channel: .geofence, payload: 1)
        hub.emit(channel: .geofence, payload: 2)

        _ = hub.subscribe(.geofence) { payload in
            told.handler(payload)
            if payload == 1 { hub.emit(channel: .geofence, payload: 3) }
        }

        #expect(told.payloads == [1, 2, 3])
    }

    @Test func `BGEO-132 a cancelled consumer leaves its channel`() async {
        await withEngine { _, hub in
            let stream = BackgroundGeolocation.geofenceEvents
            #expect(hub.listenerCount(.geofence) == 1)
            let consumer = Task { for await _ in stream {} }

            consumer.cancel()
            await consumer.value

            #expect(hub.listenerCount(.geofence) == 0)
        }
    }

    @Test func `each read of a stream is a subscription of its own`() async throws {
        try await withEngine { _, hub in
            let first = BackgroundGeolocation.geofenceEvents
            let second = BackgroundGeolocation.geofenceEvents
            #expect(hub.listenerCount(.geofence) == 2)

            let event = try #require(BGeoPayload.geofenceEvent(record: Fixture.record))
            hub.emit(channel: .geofence, payload: event)

            var one = first.makeAsyncIterator()
            var two = second.makeAsyncIterator()
            #expect(await one.next()?.identifier == "home")
            #expect(await two.next()?.identifier == "home")
        }
    }

    @Test func `a stream that is let go leaves its channel`() async {
        await withEngine { _, hub in
            _ = BackgroundGeolocation.locations

            #expect(hub.listenerCount(.location) == 0)
        }
    }

    @Test func `removing listeners ends streams`() async {
        await withEngine { _, hub in
            let stream = BackgroundGeolocation.httpEvents

            BackgroundGeolocation.removeListeners()

            var iterator = stream.makeAsyncIterator()
            #expect(await iterator.next() == nil)
            #expect(hub.listenerCount(.http) == 0)
        }
    }

    @Test func `BGEO-133 what does not decode is told to nobody`() async throws {
        try await withEngine { _, hub in
            var told: [String] = []
            BackgroundGeolocation.onGeofence { told.append($0.identifier) }

            hub.emit(channel: .geofence, payload: ["identifier": "home"])
            hub.emit(channel: .geofence, payload: "rubbish")
            hub.emit(channel: .geofence, payload: try #require(BGeoPayload.geofenceEvent(record: Fixture.record)))

            #expect(told == ["home"])
        }
    }
}
