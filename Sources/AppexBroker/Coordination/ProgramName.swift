import AppexManifest
import AppexSystem
import Glibc

/// The name of a program's process, for people.
enum ProgramName {
    /// The last component of the path of its program; what the process calls itself if that cannot be read.
    static func of(_ pid: Int32) -> String {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/\(pid)/exe", &bytes, bytes.count)
        let path = String(decoding: bytes.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        if let name = path.parts(at: "/").last { return String(name) }
        return SystemFile.text("/proc/\(pid)/comm").parts(at: "\n").first.map(String.init) ?? ""
    }
}
