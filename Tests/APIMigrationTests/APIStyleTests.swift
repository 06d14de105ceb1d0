import APIMigration
import Testing

@Suite struct `The three styles` {
    @Test func `each is named by the word of the command line`() {
        #expect(APIStyle.allCases.map(\.rawValue) == ["bgeo", "beekon", "customerio"])
        #expect(APIStyle.allCases.map(\.name) == ["BGeo", "Beekon", "Customer.io"])
    }
}
