import AppexSystem
import Glibc
import SystemPackage

/// Reads the log of an extension from its beginning on, and then what is added, over the change to a new file.
struct LogFollower: ~Copyable {
    private let path: FilePath
    private var file: Descriptor?
    private var offset: off_t = 0
    /// The beginning of a line whose end is not there yet.
    private var open: [UInt8] = []

    init(_ path: FilePath) {
        self.path = path
    }

    /// The lines that have come since the last call. None while there is no log.
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
            // Looked at first: what is added to a file that has been moved aside is added before that.
            let isCurrent = try isCurrent()
            try read(&lines)
            if isCurrent { return lines }
            file = nil
        }
    }

    /// Whether the path still leads to the file that is being read.
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
