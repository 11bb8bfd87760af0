/// The memory that counts as a process's own: what it has written to, that nobody else maps and that is no file's. What a
/// host shares with an extension is the host's; file pages the kernel takes back when it needs them.
package enum OwnMemory {
    /// Bytes, found out by a walk over the process's pages.
    ///
    /// - Parameter process: its number, or `self`.
    /// - Returns: nil when there is no such process, or it may not be looked at.
    package static func bytes(of process: String) -> UInt64? {
        let parts = SystemFile.values("/proc/\(process)/smaps_rollup")
        guard let written = parts["Private_Dirty:"], let anonymous = parts["Pss_Anon:"] else { return nil }
        return (min(written, anonymous + (parts["Pss_Shmem:"] ?? 0)) + (parts["SwapPss:"] ?? 0)) << 10
    }
}
