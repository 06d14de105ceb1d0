import Testing

@Suite struct `The form for a fence` {
    private let draft = FenceDraft(vendor: .bgeo, latitude: 52.2297, longitude: 21.01224567)

    @Test func `BGEO-154 a new fence has 200 m, ENTER and EXIT, and no name`() {
        #expect(draft.identifier.isEmpty && draft.radius == "200" && draft.dwellDelay.isEmpty && draft.isNew)
        #expect(draft.reportsEnter && draft.reportsExit && !draft.reportsDwell)
        #expect(draft.placeText == "52.229700, 21.012246")
    }

    @Test func `what is typed is what is sent, the name without blanks around it`() throws {
        var filled = draft
        filled.identifier = "  home \n"
        filled.radius = " 150,5 "
        filled.reportsDwell = true
        filled.dwellDelay = "60000"

        let request = try filled.request()

        #expect(
            request
                == FenceRequest(
                    identifier: "home", latitude: 52.2297, longitude: 21.01224567, radius: 150.5, reportsEnter: true,
                    reportsExit: true, reportsDwell: true, dwellDelay: 60_000))
    }

    @Test(arguments: ["", "0", "-1", "inf", "nan", "12 m", "1e999"])
    func `a radius that is no finite number above 0 is refused`(_ radius: String) {
        var filled = draft
        filled.identifier = "home"
        filled.radius = radius
        #expect(throws: FormProblem.identifierOrRadius) { try filled.request() }
    }

    @Test func `a name of blanks is refused`() {
        var filled = draft
        filled.identifier = " \t"
        #expect(throws: FormProblem.identifierOrRadius) { try filled.request() }
    }

    @Test(arguments: [("", nil), ("  ", nil), ("0", 0), ("30000", 30_000), ("2.5", 2.5)] as [(String, Double?)])
    func `a delay is optional`(_ text: String, _ delay: Double?) throws {
        var filled = draft
        filled.identifier = "home"
        filled.reportsDwell = true
        filled.dwellDelay = text
        #expect(try filled.request().dwellDelay == delay)
    }

    @Test(arguments: ["x", "inf", "nan"]) func `a delay that is no finite number is refused`(_ text: String) throws {
        var filled = draft
        filled.identifier = "home"
        filled.reportsDwell = true
        filled.dwellDelay = text
        #expect(throws: FormProblem.delay) { try filled.request() }

        filled.reportsDwell = false
        #expect(try filled.request().dwellDelay == nil)
    }

    @Test func `Beekon reports no dwell, so none is asked for`() throws {
        var filled = FenceDraft(vendor: .beekon, latitude: 1, longitude: 2)
        filled.identifier = "home"
        filled.reportsDwell = true
        filled.dwellDelay = "x"
        let request = try filled.request()
        #expect(!request.reportsDwell && request.dwellDelay == nil)
    }

    @Test func `a form for an existing fence holds its values`() throws {
        let fence = ShownFence(
            id: "home", latitude: 1.5, longitude: 2.5, radius: 120.25, reportsEnter: false, reportsExit: true,
            reportsDwell: true, dwellDelay: 30_000)

        let draft = FenceDraft(vendor: .bgeo, editing: fence)

        #expect(!draft.isNew && draft.identifier == "home" && draft.radius == "120.25" && draft.dwellDelay == "30000")
        #expect(
            try draft.request()
                == FenceRequest(
                    identifier: "home", latitude: 1.5, longitude: 2.5, radius: 120.25, reportsEnter: false,
                    reportsExit: true, reportsDwell: true, dwellDelay: 30_000))
    }
}
