import LocationCore

/// Sides that nobody watched for a while. (AMD-07)
///
/// When the permission comes back, or reaches further, what was known stays but is asked about. Whoever says the same changes
/// nothing; whoever says otherwise is told. What nobody answers is unknown from then on.
extension Core {
    /// How often, and after how many milliseconds, sides are asked about again.
    private static var questions: Int { 3 }
    private static var pause: Int64 { 60_000 }

    /// Doubts every side, and asks.
    mutating func doubtAllSides(_ draft: inout Draft) {
        guard isActive else { return }
        let known = durable.standings.filter { $0.value.side != .unknown }.map(\.key)
        process.unconfirmed = Set(known.filter { fence(ordinal: $0) != nil })
        process.questionsLeft = Self.questions
        askAboutSides(&draft)
    }

    private mutating func askAboutSides(_ draft: inout Draft) {
        guard !process.unconfirmed.isEmpty else { return }
        process.askSidesAt = draft.steady + Self.pause
        askAllStates(&draft)
        ask(.side, accuracy: policy.fixes.requestAccuracy, timeout: policy.fixes.requestTimeout, &draft)
        let hasPolygon = process.unconfirmed.contains { fence(ordinal: $0)?.fence.shape.isCircle == false }
        if hasPolygon { askPolygonFix(&draft) }
    }

    mutating func meetUnconfirmed(_ draft: inout Draft) {
        guard let due = process.askSidesAt, due <= draft.steady else { return }
        process.askSidesAt = nil
        guard process.questionsLeft > 0 else {
            forgetUnconfirmed(&draft)
            return
        }
        process.questionsLeft -= 1
        askAboutSides(&draft)
    }

    private mutating func forgetUnconfirmed(_ draft: inout Draft) {
        for ordinal in process.unconfirmed.sorted() {
            process.suspects[ordinal] = nil
            set(nil, of: ordinal, &draft)
            draft.say(
                .stayEnded, fence(ordinal: ordinal)?.fence.id,
                "the side is unknown from now on: nobody answered after the permission came back")
        }
        process.unconfirmed = []
    }

    /// A fix that says the same confirms; one that does not needs a second. (AMD-03)
    mutating func judgeUnconfirmed(by fix: Fix, at point: SurfacePoint, _ draft: inout Draft) {
        for ordinal in process.unconfirmed.sorted() {
            guard let stored = fence(ordinal: ordinal), let known = durable.standings[ordinal]?.side else {
                process.unconfirmed.remove(ordinal)
                continue
            }
            // Polygons, and what the core watches itself, are judged in any case.
            guard stored.fence.shape.isCircle, !judgesCircles || place(of: stored) == nil else { continue }
            let circle = circle(of: stored)
            let verdict = Verdict(
                distanceToCenter: point.distance(to: SurfacePoint(circle.center)), radius: circle.radius,
                accuracy: fix.accuracy)
            guard let side = verdict.side else { continue }
            if side == known {
                process.unconfirmed.remove(ordinal)
            } else {
                suspect(side, of: stored, by: fix, &draft)
            }
        }
    }
}
