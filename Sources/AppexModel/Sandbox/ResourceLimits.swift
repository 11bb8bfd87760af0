/// The part of an extension's limits that the kernel keeps for each process by itself (setrlimit).
package struct ResourceLimits: Sendable, Hashable {
    /// Open descriptors.
    package var openFiles: UInt64
    /// Bytes of one file that the extension writes.
    package var fileSize: UInt64
    /// Threads. Counted per sandbox, and therefore only where a user namespace is available.
    package var threads: UInt64
    /// Bytes of private memory that is mapped, used or not (RLIMIT_DATA), or nil for no limit. For machines without
    /// a memory controller.
    package var dataSize: UInt64?

    /// - Parameter limits: of the extension.
    /// - Parameter dataSize: nil where a control group limits the memory.
    package init(_ limits: ExtensionLimits = ExtensionLimits(), dataSize: UInt64? = nil) {
        openFiles = limits.openFiles
        fileSize = limits.fileSize
        threads = limits.threads
        self.dataSize = dataSize
    }
}
