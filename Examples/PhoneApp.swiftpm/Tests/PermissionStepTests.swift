import LocationCore
import Testing

@Suite struct `What to ask next` {
    struct Row: Sendable, CustomTestStringConvertible {
        let authorization: Authorization
        var hasFences = false
        let step: PermissionStep
        var testDescription: String { "\(authorization.tier), fences: \(hasFences)" }
    }

    @Test(arguments: [
        Row(authorization: Authorization(tier: .notDetermined), step: .askWhenInUse),
        Row(authorization: Authorization(tier: .notDetermined), hasFences: true, step: .askWhenInUse),
        Row(authorization: Authorization(tier: .whenInUse), step: .nothing),
        Row(authorization: Authorization(tier: .whenInUse), hasFences: true, step: .askAlways),
        Row(authorization: Authorization(tier: .always), hasFences: true, step: .nothing),
        Row(
            authorization: Authorization(tier: .always, isPrecise: false), hasFences: true,
            step: .openSettings("Precise Location is off: no fence is crossed.")),
        Row(authorization: Authorization(tier: .denied), step: .openSettings("Location is not allowed.")),
        Row(
            authorization: Authorization(tier: .restricted),
            step: .openSettings("Location is restricted on this device.")),
        Row(
            authorization: Authorization(tier: .always, servicesEnabled: false),
            step: .openSettings("Location Services are off.")),
    ])
    func `one question at a time, Always only once there is a fence`(_ row: Row) {
        #expect(PermissionStep(row.authorization, hasFences: row.hasFences) == row.step)
    }
}
