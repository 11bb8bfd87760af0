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
        let status = try readableStatus()
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size >= 0 else { throw .invalidArgument }
        return Int(status.st_size)
    }

    /// Lets only a regular file or a folder pass, open for reading and not of the kernel's own making.
    ///
    /// - Throws: `.invalidArgument` for everything else.
    package borrowing func checkFileOrFolder() throws(Errno) {
        let kind = try readableStatus().st_mode & S_IFMT
        guard kind == S_IFREG || kind == S_IFDIR else { throw .invalidArgument }
    }

    private borrowing func readableStatus() throws(Errno) -> stat {
        let flags = fcntl(rawValue, F_GETFL)
        guard flags >= 0, flags & appex_open_path == 0, flags & O_ACCMODE != O_WRONLY, try !isMadeUp() else {
            throw .invalidArgument
        }
        return try status()
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
