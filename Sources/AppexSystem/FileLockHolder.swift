import Glibc
package import SystemPackage

/// The process that has locked a file.
package struct FileLockHolder: Sendable {
    /// The process identifier.
    package let process: Int32

    /// Finds the process in the kernel's list of locks.
    ///
    /// - Returns: nil if the file cannot be examined, is not locked, or the process is not visible here.
    package init?(of file: FilePath) {
        var status = stat()
        guard file.withPlatformString({ lstat($0, &status) }) == 0 else { return nil }
        let (major, minor) = Self.numbers(of: UInt64(status.st_dev))
        // <number>: POSIX ADVISORY WRITE <process> <major>:<minor>:<inode> <start> <end>, the numbers of the device in
        // hexadecimal.
        // Own text: lines of the kernel.
        for line in SystemFile.text("/proc/locks").split(separator: "\n") {
            // Own text: lines of the kernel.
            let fields = line.split(separator: " ")
            guard fields.count == 8, let process = Int32(fields[4]), process > 0 else { continue }
            // Own text: lines of the kernel.
            let parts = fields[5].split(separator: ":")
            guard parts.count == 3, UInt64(parts[2]) == UInt64(status.st_ino),
                UInt64(parts[0], radix: 16) == major, UInt64(parts[1], radix: 16) == minor
            else { continue }
            self.process = process
            return
        }
        return nil
    }

    /// What the macros `major` and `minor` of C give for a device.
    private static func numbers(of device: UInt64) -> (major: UInt64, minor: UInt64) {
        (device >> 8 & 0xFFF | device >> 32 & ~0xFFF, device & 0xFF | device >> 12 & ~0xFF)
    }

    /// The name of the program.
    package var program: String {
        String(SystemFile.text("/proc/\(process)/comm").prefix { $0 != "\n" })
    }

    /// A variable of the environment with which the process was started; nil if it is not set or cannot be read.
    package func environment(_ name: String) -> String? {
        SystemFile.text("/proc/\(process)/environ").utf8.split(separator: 0)
            .first { $0.starts(with: "\(name)=".utf8) }.map { String(Substring($0.dropFirst(name.utf8.count + 1))) }
    }
}
