// question: exit tests compile for the iOS simulator
// thought: no
// sdk: iphonesimulator
// target: arm64-apple-ios17.0-simulator
import Testing

@Test func ends() async { await #expect(processExitsWith: .failure) { preconditionFailure() } }
