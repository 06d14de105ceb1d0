// question: a test compiles for the iOS simulator (otherwise the next answer says nothing)
// thought: yes
// sdk: iphonesimulator
// target: arm64-apple-ios17.0-simulator
import Testing

@Test func holds() { #expect(1 + 1 == 2) }
