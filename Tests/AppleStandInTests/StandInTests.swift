import AppleStandIn
import LocationSimulator
import Testing

@Test func `A process knows its system`() async {
    let phone = SimulatedPhone()
    let standIn = StandIn(await phone.launchApp(), version: .init(17, 2))
    #expect(standIn.version.minor == 2)
}
