import Testing

@Suite struct `Smoke` {
    @Test func `the target builds`() {
        #expect(Bool(true))
    }
}
