import Foundation
import GeofenceEngine
import Testing

/// `Policy.plain` against the paragraph "Plain policy" of the policy matrix, section 1, row by row.
@Suite struct `Plain policy` {
    struct Row: Sendable, CustomTestStringConvertible {
        let says: String
        let holds: Bool
        init(_ says: String, _ holds: Bool) { (self.says, self.holds) = (says, holds) }
        var testDescription: String { says }
    }

    static let plain = Policy.plain

    @Test(arguments: [
        Row("always active", plain.activity.condition == .always),
        Row("19 places of 20", plain.places.softwareLimit == 20 && plain.places.reserved == 1),
        Row("no cap", plain.places.cap == nil),
        Row("no helper", plain.places.helper == nil),
        Row("no candidate distance", plain.slice.candidates == .all),
        Row("ties by stored order", plain.slice.ties == .storedOrder),
        Row("cold start in stored order", plain.slice.coldStart == .storedOrder),
        Row("ranked at every accepted fix", plain.slice.reranking == .everyFix),
        Row("clamp to the system's maximum", plain.registration.clampsToMaximum),
        Row("initial enter told", plain.firstSide.tellsEnter),
        Row("evidence at most 300 s old", plain.fixes.maximumAge == 300_000),
        Row("and 1 s ahead", plain.fixes.maximumAhead == 1000),
        Row("no limit of accuracy", plain.fixes.maximumAccuracy == nil),
        Row("no limit of speed", plain.fixes.speeding == .ignored),
        Row("plain verdict", plain.polygons.table == .plain),
        Row("dwell by delay at the deadline", plain.dwell.proof == .timeUnlessContradicted),
        Row("no dwell of the system's", !plain.dwell.usesNative),
        Row("no window", plain.transitions.windowMilliseconds == nil),
        Row("no person", plain.transitions.person == .ignored),
        Row("told", plain.transitions.isTold),
    ])
    func `the matrix says`(_ row: Row) { #expect(row.holds) }

    /// A field is read when a file outside the folder of the policy names it. What each does is tested beside what reads it.
    @Test func `no option that nothing reads`() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/GeofenceEngine")
        let files = try #require(
            FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
        ).compactMap { $0 as? URL }.filter {
            $0.pathExtension == "swift" && !$0.path.contains("/Policy/")
        }
        let words = try files.reduce(into: Set<Substring>()) { words, file in
            words.formUnion(
                try String(contentsOf: file, encoding: .utf8).split { !$0.isLetter && !$0.isNumber })
        }
        var policy = Policy.plain
        policy.places.helper = HelperRules(
            regionID: "x", arming: .always, radius: .fixed(1), recentreBeyond: 0)
        policy.fixes.tracking = TrackingRate(accuracy: 1, distance: 1)
        let fields = Self.fields(of: policy)

        #expect(fields.count > 60)
        #expect(fields.filter { !words.contains(Substring($0)) } == [])
    }

    /// The labels of every stored property, through all parts. Cases with values have labels of their own, which are
    /// not fields.
    private static func fields(of value: Any) -> [String] {
        Mirror(reflecting: value).children.flatMap { child -> [String] in
            guard let label = child.label else { return [] }
            var inner = child.value
            if Mirror(reflecting: inner).displayStyle == .optional {
                guard let wrapped = Mirror(reflecting: inner).children.first?.value else { return [label] }
                inner = wrapped
            }
            return [label] + (Mirror(reflecting: inner).displayStyle == .struct ? fields(of: inner) : [])
        }.filter { !$0.hasPrefix("_") }
    }
}
