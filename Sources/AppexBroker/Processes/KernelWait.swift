import AppexSystem
import Glibc

/// Whether a process waits in the kernel for something that no signal interrupts.
enum KernelWait {
    /// What the owner of the device can do about it, as the end of a sentence.
    static let advice = "bring that file system back or unmount it by force (umount -f)"

    /// The number of threads that are examined.
    private static let threadLimit = 256

    /// Whether a thread of the process is in uninterruptible sleep. Reads only what the kernel tells without the memory
    /// lock of the process, which a thread may hold while it waits.
    static func holds(_ pid: Int32) -> Bool {
        guard pid > 0, let folder = opendir("/proc/\(pid)/task") else { return false }
        defer { closedir(folder) }
        for _ in 0..<threadLimit {
            guard let entry = readdir(folder) else { return false }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            // The state stands behind the name of the program, which may contain anything.
            let status = SystemFile.text("/proc/\(pid)/task/\(name)/stat")
            // Own text: a line of the kernel, in which a program names at most 15 bytes.
            if let end = status.lastIndex(of: ")"), status[end...].dropFirst(2).first == "D" { return true }
        }
        return false
    }
}
