/// What one extension process may use up.
///
/// Memory is not limited yet: an address space limit breaks Swift programs, and nothing watches from
/// outside so far. ``dataSize`` is for machines without a memory controller.
package struct ResourceLimits: Sendable, Hashable {
    /// Open descriptors. Roomy, because libdispatch crashes when it cannot open a file in /proc.
    package var openFiles: UInt64 = 256
    /// Bytes of one file that the extension writes.
    package var fileSize: UInt64 = 4 << 30
    /// Threads. Counted per sandbox, and therefore only where a user namespace is available.
    package var threads: UInt64 = 512
    /// Bytes of private memory (RLIMIT_DATA), or nil for no limit.
    package var dataSize: UInt64?

    /// The limits an extension gets when nothing else is said.
    package init() {}
}
