import AppexSystem
import Glibc
import SystemPackage

/// The private memory of a process, from the kernel's own sum.
struct ProcessMemory {
    /// Kibibytes of pages that no other process has.
    let all: Int64
    /// Of these, kibibytes of written ones.
    let dirty: Int64

    init(of pid: Int32) throws {
        let file = try Descriptor(opening: FilePath("/proc/\(pid)/smaps_rollup"), O_RDONLY)
        let text = String(decoding: try Pipe.readAll(file, limit: 1 << 16, milliseconds: 1000), as: UTF8.self)
        func amount(_ key: String) -> Int64 {
            let line = text.split(separator: "\n").first { $0.hasPrefix(key + ":") }
            return line?.split(separator: " ").dropFirst().first.flatMap { Int64($0) } ?? 0
        }
        dirty = amount("Private_Dirty")
        all = amount("Private_Clean") + dirty
    }

    /// The most memory that a process has had until now, with pages that others have too, in kibibytes.
    static func peak(of pid: Int32) throws -> Int64 {
        let file = try Descriptor(opening: FilePath("/proc/\(pid)/status"), O_RDONLY)
        let text = String(decoding: try Pipe.readAll(file, limit: 1 << 16, milliseconds: 1000), as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        guard let peak = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int64($0) }) else {
            throw BenchmarkError("process \(pid) has no memory")
        }
        return peak
    }
}
