import FaultyDisk
import GeofenceEngine
import LocationCore
import Testing

/// Every single thing that opening and using a store asks of the disk fails, by itself and with what follows it.
@Suite struct `Store on a disk that fails` {
    @Test(arguments: [1, 5, nil] as [Int?], [FaultyDisk.Failure.io, .short, .tooManyFiles, .locked])
    func `a sound store is never set aside for what the disk could not do`(
        _ times: Int?, _ failure: FaultyDisk.Failure
    ) throws {
        var number = 1
        var isMet = true
        while isMet {
            let folder = try ScratchFolder()
            let opened = try Sample.open(folder)
            try Sample.add((0..<40).map { "fence number \($0)" }, to: opened.database)
            opened.database.close()
            let disk = FaultyDisk(under: folder.path)

            disk.fail([.read, .open, .lock, .map, .size], from: number, times: times, as: failure)
            for _ in 0..<3 {
                guard let again = try? Sample.open(folder) else { continue }
                #expect(again.opening == .opened, "\(failure) from \(number), \(times ?? 0) times")
                again.database.close()
            }
            isMet = disk.failures > 0
            disk.heal()

            #expect(try Sample.ids(Sample.open(folder).database).count == 40)
            #expect(try folder.names().allSatisfy { !$0.contains("corrupt") && !$0.contains("foreign") })
            number += 7
        }
        #expect(number > 7)
    }
}
