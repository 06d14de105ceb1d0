#if canImport(Darwin)
    // The kernel's name of this process is a global variable of C, which nobody sets.
    @preconcurrency import Darwin
#else
    import Foundation
    import Glibc
#endif

/// What of this process lies in memory now.
package enum ResidentMemory {
    #if canImport(Darwin)
        package static func bytes() throws(BenchError) -> Int {
            var information = mach_task_basic_info()
            let words = MemoryLayout<mach_task_basic_info>.size / MemoryLayout<natural_t>.size
            var count = mach_msg_type_number_t(words)
            let code = withUnsafeMutablePointer(to: &information) { pointer in
                pointer.withMemoryRebound(to: integer_t.self, capacity: words) {
                    task_info(mach_task_self_, task_flavor_t(MACH_TASK_BASIC_INFO), $0, &count)
                }
            }
            guard code == KERN_SUCCESS else { throw .failed("task_info answered \(code)") }
            return Int(information.resident_size)
        }
    #else
        package static func bytes() throws(BenchError) -> Int {
            let text = try BenchError.wrap("reading statm") {
                try String(contentsOf: URL(filePath: "/proc/self/statm"), encoding: .utf8)
            }
            // The second number counts resident pages.
            let fields = text.split(separator: " ")
            guard fields.count > 1, let pages = Int(fields[1]) else { throw .failed("statm says \(text)") }
            return pages * sysconf(Int32(_SC_PAGESIZE))
        }
    #endif

    /// What of this process lies in memory and nowhere else: pages of files can be taken back at any time.
    package static func ownBytes() throws(BenchError) -> Int {
        #if canImport(Darwin)
            var information = task_vm_info_data_t()
            let words = MemoryLayout<task_vm_info_data_t>.size / MemoryLayout<natural_t>.size
            var count = mach_msg_type_number_t(words)
            let code = withUnsafeMutablePointer(to: &information) { pointer in
                pointer.withMemoryRebound(to: integer_t.self, capacity: words) {
                    task_info(mach_task_self_, task_flavor_t(TASK_VM_INFO), $0, &count)
                }
            }
            guard code == KERN_SUCCESS else { throw .failed("task_info answered \(code)") }
            return Int(information.phys_footprint)
        #else
            return try status("RssAnon")
        #endif
    }

    /// The most of this process that ever lay in memory.
    package static func peakBytes() throws(BenchError) -> Int {
        #if canImport(Darwin)
            var usage = rusage()
            guard getrusage(RUSAGE_SELF, &usage) == 0 else { throw .failed("getrusage answered \(errno)") }
            return Int(usage.ru_maxrss)
        #else
            // Not getrusage: its peak is inherited from the process that started this one.
            return try status("VmHWM")
        #endif
    }

    #if !canImport(Darwin)
        private static func status(_ name: String) throws(BenchError) -> Int {
            let text = try BenchError.wrap("reading status") {
                try String(contentsOf: URL(filePath: "/proc/self/status"), encoding: .utf8)
            }
            let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
            guard let kilobytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) })
            else { throw .failed("status names no \(name)") }
            return kilobytes * 1024
        }
    #endif
}
