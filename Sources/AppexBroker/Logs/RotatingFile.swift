import AppexSystem
import Glibc
package import SystemPackage
import Synchronization

/// A file that is appended to and, when it is full, moved aside once: two files at the most.
package final class RotatingFile: Sendable {
    private struct State: ~Copyable {
        var file: Descriptor?
        var size = 0
        /// Lines that could not be written since the last one that was.
        var lost = 0
    }

    private let path: FilePath
    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: bytes of one file. 1 MiB: enough to see what led to a crash, and 256
    ///   extensions that fill theirs stay below 512 MiB.
    package init(_ path: FilePath, limit: Int = 1 << 20) {
        self.path = path
        self.limit = limit
    }

    /// Writes whole lines at the end, all of them or none. A log that cannot be written must not stop what it reports on,
    /// so failures are not thrown: the lines are counted, and a line that says how many are missing comes before the
    /// next ones that can be written.
    package func append(_ bytes: UnsafeRawBufferPointer) {
        state.withLock { state in
            if state.file == nil { Self.open(path, &state) }
            if state.size >= limit {
                _ = path.withPlatformString { old in
                    FilePath(path.string + ".old").withPlatformString { rename(old, $0) }
                }
                Self.open(path, &state)
            }
            // The notice goes with the line after it: alone it would fit again and again where no line does.
            let notice = state.lost > 0 ? Array("… \(state.lost) lines could not be written here\n".utf8) : []
            let isWritten =
                notice.isEmpty
                ? Self.write(bytes, &state) : (notice + bytes).withUnsafeBytes { Self.write($0, &state) }
            state.lost = isWritten ? 0 : state.lost + bytes.count { $0 == UInt8(ascii: "\n") }
        }
    }

    /// Writes all bytes or none, so that no line is cut short.
    private static func write(_ bytes: UnsafeRawBufferPointer, _ state: inout State) -> Bool {
        guard let number = state.file?.rawValue else { return false }
        let written = retrying { Glibc.write(number, bytes.baseAddress, bytes.count) }
        guard written == bytes.count else {
            if written > 0 { _ = ftruncate(number, off_t(state.size)) }
            return false
        }
        state.size += bytes.count
        return true
    }

    private static func open(_ path: FilePath, _ state: inout State) {
        state.file = try? Descriptor(opening: path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW)
        state.size = 0
        if let size = (try? state.file?.status())??.st_size { state.size = Int(size) }
    }
}
