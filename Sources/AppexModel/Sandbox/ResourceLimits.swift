/// The limits of an extension that the kernel enforces for each process (`setrlimit`).
package struct ResourceLimits: Sendable, Hashable {
    /// The maximum number of open file descriptors.
    package var openFiles: UInt64
    /// The maximum size of one file that the extension writes, in bytes.
    package var fileSize: UInt64
    /// The maximum number of threads. They are counted per sandbox, and therefore only if a user namespace is available.
    package var threads: UInt64
    /// The maximum size of mapped private memory in bytes, used or not (`RLIMIT_DATA`); nil for no limit. It is used on
    /// machines without a memory controller.
    package var dataSize: UInt64?

    /// Creates the kernel's limits from an extension's limits.
    ///
    /// - Parameter dataSize: the maximum size of mapped private memory in bytes; nil if a control group limits the memory.
    package init(_ limits: ExtensionLimits = ExtensionLimits(), dataSize: UInt64? = nil) {
        openFiles = limits.openFiles
        fileSize = limits.fileSize
        threads = limits.threads
        self.dataSize = dataSize
    }
}
