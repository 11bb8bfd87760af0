import CAppexShims
import Glibc
package import SystemPackage

extension Descriptor {
    /// The size in bytes of what another process has sent as a file.
    ///
    /// Whoever sends a descriptor decides what it is. Only a regular file that is open for reading can be read
    /// without ever waiting for somebody, and handed on without handing on more than its bytes.
    ///
    /// - Throws: `.invalidArgument` for everything else: folders, sockets, pipes, terminals, devices, descriptors
    ///   that only name a file, files whose content the kernel makes up while they are read, and huge pages.
    package borrowing func receivedFileSize() throws(Errno) -> Int {
        let flags = fcntl(rawValue, F_GETFL)
        guard flags >= 0, flags & appex_open_path == 0, flags & O_ACCMODE != O_WRONLY, try !isMadeUp() else {
            throw .invalidArgument
        }
        let status = try status()
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size >= 0 else { throw .invalidArgument }
        return Int(status.st_size)
    }

    /// Device and inode of what another process has sent as the name of a file or a folder (O_PATH).
    ///
    /// Never waits: a file system that does not answer holds up who asks it, or closes what it has opened in it.
    ///
    /// - Throws: `.invalidArgument` for everything else, also for what is open for reading or writing.
    package borrowing func namedFileOrFolder() throws(Errno) -> (device: UInt64, inode: UInt64) {
        guard fcntl(rawValue, F_GETFL) & appex_open_path != 0 else { throw .invalidArgument }
        var device: UInt64 = 0
        var inode: UInt64 = 0
        var mode: UInt32 = 0
        let result = appex_known_status(rawValue, &device, &inode, &mode)
        guard result == 0 else { throw Errno(rawValue: -result) }
        guard mode & S_IFMT == S_IFREG || mode & S_IFMT == S_IFDIR else { throw .invalidArgument }
        return (device, inode)
    }

    /// Opens the name of a file or a folder, and nothing of what is in it.
    package init(naming path: FilePath) throws(Errno) {
        try self.init(opening: path, appex_open_path)
    }

    /// Whether the file is in one of the kernel's own file systems, where a size says nothing and a read may wait;
    /// or made of huge pages, which may be missing when a mapping is touched.
    private borrowing func isMadeUp() throws(Errno) -> Bool {
        let system = appex_file_system(rawValue)
        guard system >= 0 else { throw Errno(rawValue: CInt(-system)) }
        return Self.kernelFileSystems.contains(system)
    }

    /// proc, sysfs, debugfs, tracefs, securityfs, cgroup, cgroup2 and hugetlbfs, by the numbers of statfs(2).
    private static let kernelFileSystems: Set<Int64> = [
        0x9fa0, 0x6265_6572, 0x6462_6720, 0x7472_6163, 0x7363_6673, 0x27_e0eb, 0x6367_7270, 0x9584_58f6,
    ]
}
