import Dispatch
import Foundation

/// Numbers from 0, divided among processors.
///
/// How many there are changes how long something takes and never what comes out.
struct WorkParts {
    let count: Int
    private let total: Int

    /// - Parameter processors: How many may work at the same time.
    init(_ total: Int, at processors: Int) {
        self.total = total
        count = max(1, min(processors, total))
    }

    /// As many as this machine has, where there is enough to do for each.
    static func processors(for total: Int) -> Int {
        max(1, min(ProcessInfo.processInfo.activeProcessorCount, 4, total / 32_768))
    }

    /// Calls `body` for each part, at the same time, and returns when all are done.
    ///
    /// - Parameter body: Writes nothing but what belongs to its part, and reads nothing that another part writes.
    func forEach(_ body: (_ part: Int, _ numbers: Range<Int>) -> Void) {
        guard count > 1 else { return body(0, 0..<total) }
        withoutActuallyEscaping(body) { body in
            let work = Work(total: total, count: count, body: body)
            DispatchQueue.concurrentPerform(iterations: count) { work.doPart($0) }
        }
    }

    /// `@unchecked` holds because `body` keeps to its part, as `forEach` demands, and nobody else runs meanwhile.
    private struct Work: @unchecked Sendable {
        let total: Int
        let count: Int
        let body: (Int, Range<Int>) -> Void

        func doPart(_ part: Int) { body(part, total * part / count..<total * (part + 1) / count) }
    }
}
