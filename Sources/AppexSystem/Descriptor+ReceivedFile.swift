import CAppexShims
import Glibc
package import SystemPackage

extension Descriptor {
    /// The size in bytes of a file whose descriptor another process has sent.
    ///
    /// The sender could send any descriptor. Only a regular file that is open for reading can be read without waiting
    /// indefinitely, and passed on without giving access to more than its content.
    ///
    /// - Throws: `.invalidArgument` for everything else: folders, sockets, pipes, terminals, devices, descriptors that only
    ///   refer to a path (`O_PATH`), files whose content the kernel generates, and files of huge pages.
    package borrowing func receivedFileSize() throws(Errno) -> Int {
        let flags = fcntl(rawValue, F_GETFL)
        guard flags >= 0, flags & appex_open_path == 0, flags & O_ACCMODE != O_WRONLY, try !isMadeUp() else {
            throw .invalidArgument
        }
        let status = try status()
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size >= 0 else { throw .invalidArgument }
        return Int(status.st_size)
    }

    /// Checks what the kernel knows of a file that another process has sent, without asking its file system, which may not answer.
    /// ``receivedFileSize()`` checks the rest.
    ///
    /// - Throws: `.invalidArgument` unless it is a regular file that is open for reading.
    package borrowing func checkReceivedFile() throws(Errno) {
        let flags = fcntl(rawValue, F_GETFL)
        guard flags >= 0, flags & appex_open_path == 0, flags & O_ACCMODE != O_WRONLY else { throw .invalidArgument }
        guard try known().mode & S_IFMT == S_IFREG else { throw .invalidArgument }
    }

    /// The device and inode of a file or a folder to which another process has sent a reference (`O_PATH`).
    ///
    /// It uses information that the kernel already has, because a file system that does not respond would block a request
    /// to it, and also the closing of an open file.
    ///
    /// - Throws: `.invalidArgument` for everything else, also for a descriptor that is open for reading or writing.
    package borrowing func namedFileOrFolder() throws(Errno) -> (device: UInt64, inode: UInt64) {
        guard fcntl(rawValue, F_GETFL) & appex_open_path != 0 else { throw .invalidArgument }
        let known = try known()
        guard known.mode & S_IFMT == S_IFREG || known.mode & S_IFMT == S_IFDIR else { throw .invalidArgument }
        return (known.device, known.inode)
    }

    private borrowing func known() throws(Errno) -> (device: UInt64, inode: UInt64, mode: UInt32) {
        var (device, inode, mode) = (UInt64(0), UInt64(0), UInt32(0))
        let result = appex_known_status(rawValue, &device, &inode, &mode)
        guard result == 0 else { throw Errno(rawValue: -result) }
        return (device, inode, mode)
    }

    /// Opens a reference to a file or a folder (`O_PATH`), which gives no access to its content.
    ///
    /// - Throws: the kernel's error.
    package init(naming path: FilePath) throws(Errno) {
        try self.init(opening: path, appex_open_path)
    }

    /// Whether the file is in a file system of the kernel, where the size is meaningless and reading may block, or consists
    /// of huge pages, which may be unavailable when a mapping is accessed.
    private borrowing func isMadeUp() throws(Errno) -> Bool {
        let system = appex_file_system(rawValue)
        guard system >= 0 else { throw Errno(rawValue: CInt(-system)) }
        return Self.kernelFileSystems.contains(system)
    }

    /// The numbers of proc, sysfs, debugfs, tracefs, securityfs, cgroup, cgroup2 and hugetlbfs in statfs(2).
    private static let kernelFileSystems: Set<Int64> = [
        0x9fa0, 0x6265_6572, 0x6462_6720, 0x7472_6163, 0x7363_6673, 0x27_e0eb, 0x6367_7270, 0x9584_58f6,
    ]
}
