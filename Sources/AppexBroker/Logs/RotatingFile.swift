import AppexSystem
import Glibc
package import SystemPackage
import Synchronization

/// A file that is appended to and, when it is full, moved aside once: two files at the most.
package final class RotatingFile: Sendable {
    private struct State: ~Copyable {
        var file: Descriptor?
        var size = 0
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

    /// Writes bytes at the end. A log that cannot be written must not stop what it reports on, so
    /// failures are not reported.
    package func append(_ bytes: UnsafeRawBufferPointer) {
        state.withLock { state in
            if state.file == nil { Self.open(path, &state) }
            if state.size >= limit {
                _ = path.withPlatformString { old in
                    FilePath(path.string + ".old").withPlatformString { rename(old, $0) }
                }
                Self.open(path, &state)
            }
            let written: Int
            switch state.file {
            case .none: return
            case .some(let file): written = write(file.rawValue, bytes.baseAddress, bytes.count)
            }
            state.size += max(0, written)
        }
    }

    private static func open(_ path: FilePath, _ state: inout State) {
        state.file = try? Descriptor(opening: path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW)
        state.size = 0
        if let size = (try? state.file?.status())??.st_size { state.size = Int(size) }
    }
}
