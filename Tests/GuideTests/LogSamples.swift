import Foundation
import LocationCore

/// Compiled, and not run: the handler is the process's.
enum LogSamples {
    static func setHandler() {
        // sample: handler
        GeofencingLog.setHandler(from: .info) { line in
            FileHandle.standardError.write(Data("\(line)\n".utf8))
        }
        // end
    }
}
