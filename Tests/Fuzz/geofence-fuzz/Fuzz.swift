import Foundation

#if FUZZING
    /// What libFuzzer calls with one input after another.
    @_cdecl("LLVMFuzzerTestOneInput")
    public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
        chosen.run(Array(UnsafeBufferPointer(start: data, count: size)))
        return 0
    }

    private let chosen: FuzzTarget = {
        let name = ProcessInfo.processInfo.environment["GEOFENCING_FUZZ"] ?? ""
        guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
            preconditionFailure("GEOFENCING_FUZZ is one of \(FuzzTarget.all.map(\.name))")
        }
        return target
    }()
#else
    /// Runs files through a target once each, so that the corpus is tested by every build:
    /// `geofence-fuzz TARGET FILE…`. Without arguments the targets are listed.
    @main struct Fuzz {
        static func main() throws {
            let arguments = CommandLine.arguments.dropFirst()
            guard let name = arguments.first else {
                return print(FuzzTarget.all.map(\.name).joined(separator: "\n"))
            }
            guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
                FileHandle.standardError.write(Data("geofence-fuzz: unknown target \(name)\n".utf8))
                exit(64)
            }
            for path in arguments.dropFirst() {
                target.run(Array(try Data(contentsOf: URL(filePath: path))))
            }
            print("\(name): \(arguments.count - 1) files")
        }
    }
#endif
