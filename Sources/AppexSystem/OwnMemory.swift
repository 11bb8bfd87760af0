/// The private memory of a process: pages that it has written to, that no other process maps and that do not belong to a
/// file. Memory that a host shares with an extension counts for the host; the kernel can reclaim file pages.
package enum OwnMemory {
    /// Measures the private memory in bytes, including swapped pages. The kernel examines all pages of the process.
    ///
    /// - Parameter process: the process identifier, or `self`.
    /// - Returns: nil if the process does not exist or must not be examined.
    package static func bytes(of process: String) -> UInt64? {
        let parts = SystemFile.values("/proc/\(process)/smaps_rollup")
        guard let written = parts["Private_Dirty:"], let anonymous = parts["Pss_Anon:"] else { return nil }
        return (min(written, anonymous + (parts["Pss_Shmem:"] ?? 0)) + (parts["SwapPss:"] ?? 0)) << 10
    }
}
