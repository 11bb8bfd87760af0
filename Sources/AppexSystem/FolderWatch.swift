import Glibc
import Synchronization
package import SystemPackage

/// Watches a folder for changes.
package enum FolderWatch {
    /// A stream with one element for the current state, then one for each time that a file in the folder is written to,
    /// created or moved there. Several changes can be combined into one element. The stream is for one reader, and
    /// watching ends when it stops reading.
    ///
    /// - Throws: the kernel's error, such as `.noSuchFileOrDirectory`.
    package static func changes(in folder: FilePath) throws(Errno) -> AsyncStream<Void> {
        try watch(folder, IN_MODIFY | IN_MOVED_TO | IN_CREATE)
    }

    /// A stream with one element for the current state, then one for each time that something in the folder is removed or
    /// moved away, or that the folder itself is. Several changes can be combined into one element. The stream is for one
    /// reader, and watching ends when it stops reading.
    ///
    /// - Throws: the kernel's error, such as `.noSuchFileOrDirectory`.
    package static func removals(from folder: FilePath) throws(Errno) -> AsyncStream<Void> {
        try watch(folder, IN_DELETE | IN_MOVED_FROM | IN_DELETE_SELF | IN_MOVE_SELF)
    }

    private static func watch(_ folder: FilePath, _ wanted: Int32) throws(Errno) -> AsyncStream<Void> {
        let events = try FolderEvents(folder, UInt32(bitPattern: wanted))
        // A busy reader only needs to know that there was at least one change.
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        continuation.yield()
        try events.watch { continuation.yield() }
        continuation.onTermination = { _ in events.stop() }
        return stream
    }
}

/// The inotify(7) events of one folder.
private final class FolderEvents: Sendable {
    private let inotify: Descriptor
    private let loop: EventLoop
    private let token = Mutex<EventLoop.Token?>(nil)

    private static let bufferBytes = 4096

    init(_ folder: FilePath, _ wanted: UInt32) throws(Errno) {
        loop = try EventLoop.shared()
        let number = inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK))
        guard number >= 0 else { throw Errno.current }
        inotify = Descriptor(owning: number)
        guard folder.withPlatformString({ inotify_add_watch(number, $0, wanted) }) >= 0 else { throw Errno.current }
    }

    func watch(_ body: @escaping @Sendable () -> Void) throws(Errno) {
        let number = inotify.rawValue
        // The loop keeps the descriptor until `stop`.
        let token = try loop.watch(number, for: .readable) { _ in
            self.drain()
            body()
        }
        self.token.withLock { $0 = token }
    }

    func stop() {
        if let token = token.withLock({ $0.take() }) { loop.unwatch(inotify.rawValue, token) }
    }

    /// Discards the events; their details are not needed.
    private func drain() {
        withUnsafeTemporaryAllocation(byteCount: Self.bufferBytes, alignment: 8) { buffer in
            while read(inotify.rawValue, buffer.baseAddress, buffer.count) > 0 {}
        }
    }
}
