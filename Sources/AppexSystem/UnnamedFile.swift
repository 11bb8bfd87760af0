import Glibc
package import SystemPackage

/// A new file that has no name yet. The kernel removes it, however this process ends, unless it has been given one.
package struct UnnamedFile: ~Copyable, Sendable {
    /// The file, open for reading and writing.
    package let descriptor: Descriptor

    /// `O_TMPFILE`, whose definition in C is not imported. The number is the same on all processors that Swift supports
    /// on Linux, except for the bit that means a folder.
    private static let flags = 0o20_000_000 | O_DIRECTORY

    /// Creates a file in the file system of a folder.
    ///
    /// - Parameter mode: the permissions, without those of the process's umask.
    /// - Throws: `.notSupported`, `.isDirectory` or `.invalidArgument` if the file system has no files without names;
    ///   otherwise the kernel's error.
    package init(in folder: FilePath, mode: UInt32) throws(Errno) {
        descriptor = try Descriptor(opening: folder, Self.flags | O_RDWR, mode: mode)
    }

    /// Gives the file a name, which must not exist.
    ///
    /// - Parameter path: a path in the file system of the folder.
    /// - Throws: `.fileExists`; otherwise the kernel's error.
    package borrowing func link(at path: FilePath) throws(Errno) {
        let file = "/proc/self/fd/\(descriptor.rawValue)"
        let result = path.withPlatformString { linkat(AT_FDCWD, file, AT_FDCWD, $0, AT_SYMLINK_FOLLOW) }
        guard result == 0 else { throw .current }
    }
}
