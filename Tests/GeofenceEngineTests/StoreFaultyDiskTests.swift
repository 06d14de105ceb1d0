import FaultyDisk
import Foundation
import GeofenceEngine
import Testing

/// Single writes and syncs of a store fail, one after the other, until the work no longer meets a failure.
@Suite struct `Store on a faulty disk` {
    @Test(arguments: [FaultyDisk.Failure.io, .full])
    func `one failed write or sync loses nothing that was committed and invents nothing`(
        _ failure: FaultyDisk.Failure
    ) throws {
        var first = 1
        var failures = 0
        while true {
            let folder = try ScratchFolder()
            try Sample.open(folder).database.close()
            let disk = FaultyDisk(under: folder.path)
            disk.fail([.write, .sync], from: first, as: failure)

            let (tried, committed) = try Self.work(in: folder)
            let isOver = disk.failures == 0
            disk.heal()

            let database = try Sample.open(folder).database
            let found = Set(try Sample.ids(database))
            database.close()
            #expect(found.isSuperset(of: committed), "failure \(first)")
            #expect(found.isSubset(of: tried), "failure \(first)")
            if isOver {
                #expect(committed == tried)
                break
            }
            failures += 1
            first += 1
        }
        // A commit to the log writes at least a page with its head, and five were made.
        #expect(failures >= 5)
    }

    /// Five commits on one connection: what was tried, and what was said to be committed.
    private static func work(in folder: ScratchFolder) throws -> (tried: Set<String>, committed: Set<String>) {
        var (tried, committed): (Set<String>, Set<String>) = ([], [])
        let database: Database
        do throws(StoreError) {
            database = try Sample.open(folder).database
        } catch {
            return (tried, committed)
        }
        defer { database.close() }
        for number in 1...5 {
            tried.insert("\(number)")
            do throws(StoreError) {
                try Sample.add(["\(number)"], to: database)
                committed.insert("\(number)")
            } catch {
                switch error {
                case .io, .full: break
                default: Issue.record("\(error)")
                }
            }
        }
        return (tried, committed)
    }
}
