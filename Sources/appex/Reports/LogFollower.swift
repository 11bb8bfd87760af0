import AppexSystem
import CoreFoundation  // The module of `stat` if the compiler has loaded it before Glibc.
import Glibc
import SystemPackage

/// Reads an extension's log from its start, and then what is appended, across log rotation.
struct LogFollower: ~Copyable {
    private let path: FilePath
    private var file: Descriptor?
    private var offset: off_t = 0
    /// The start of a line whose end has not been written yet.
    private var open: [UInt8] = []

    init(_ path: FilePath) {
        self.path = path
    }

    /// The lines that were written since the last call; empty while there is no log.
    ///
    /// - Throws: the kernel's error.
    mutating func next() throws(Errno) -> [String] {
        var lines: [String] = []
        while true {
            if file == nil {
                do throws(Errno) {
                    file = try Descriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
                } catch .noSuchFileOrDirectory {
                    return lines
                }
                offset = 0
            }
            // Checked before reading: nothing is appended to a file after it has been rotated.
            let isCurrent = try isCurrent()
            try read(&lines)
            if isCurrent { return lines }
            file = nil
        }
    }

    /// Whether the path still refers to the open file.
    private func isCurrent() throws(Errno) -> Bool {
        var present = stat()
        guard path.withPlatformString({ lstat($0, &present) }) == 0 else {
            return Errno.current == .noSuchFileOrDirectory
        }
        return try file?.status().st_ino == present.st_ino
    }

    private mutating func read(_ lines: inout [String]) throws(Errno) {
        var part = [UInt8](repeating: 0, count: 64 << 10)
        while let number = file?.rawValue {
            let count = retrying { pread(number, &part, part.count, offset) }
            guard count >= 0 else { throw Errno.current }
            guard count > 0 else { return }
            offset += off_t(count)
            for byte in part[..<count] {
                guard byte == UInt8(ascii: "\n") else {
                    open.append(byte)
                    continue
                }
                lines.append(String(decoding: open, as: UTF8.self))
                open = []
            }
        }
    }
}
