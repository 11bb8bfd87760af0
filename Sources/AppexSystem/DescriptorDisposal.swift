import CAppexShims
import Glibc
import Synchronization
import SystemPackage

/// Closes descriptors without making the caller wait.
///
/// Closing a file waits until its file system has answered, and a file that another process has sent can be in one that never
/// answers (FUSE, NFS). Local sockets, pipes, memory files, references to files (`O_PATH`) and files of disks are closed at once. Everything
/// else is closed by threads that exist while there is something to close. A thread that waits for a silent file system cannot be ended,
/// so each peer has a disposal of its own: what one has sent delays only the closing of its own descriptors.
package final class DescriptorDisposal: Sendable {
    private struct State {
        var queue: [CInt] = []
        /// The threads that are closing or looking for a descriptor to close.
        var threads = 0
        /// The descriptors that are being closed.
        var closing = 0
        var whenEmpty: [@Sendable () -> Void] = []

        var count: Int { queue.count + closing }
    }

    /// Closes the descriptors of messages that this process has made itself.
    package static let shared = DescriptorDisposal(threads: 16)

    private let limit: Int
    private let closeFile: @Sendable (CInt) -> Void
    private let state = Mutex(State())

    /// - Parameter threads: the largest number of threads, and so of descriptors that are being closed together.
    /// - Parameter closing: closes a descriptor, and may block.
    package init(threads limit: Int = 1, closing: @escaping @Sendable (CInt) -> Void = { Glibc.close($0) }) {
        self.limit = limit
        closeFile = closing
    }

    /// The number of descriptors that are not closed yet.
    package var count: Int { state.withLock { $0.count } }

    /// Closes a descriptor at once or on another thread. Never blocks.
    package func close(_ number: CInt) {
        guard !Self.closesAtOnce(number) else {
            Glibc.close(number)
            return
        }
        let starts = state.withLock { state in
            state.queue.append(number)
            guard state.threads < limit, state.threads < state.count else { return false }
            state.threads += 1
            return true
        }
        if starts { start() }
    }

    /// Runs `body` once all descriptors are closed: at once, or on the thread that closes the last one.
    package func whenEmpty(_ body: @escaping @Sendable () -> Void) {
        let isEmpty = state.withLock { state in
            if state.count > 0 { state.whenEmpty.append(body) }
            return state.count == 0
        }
        if isEmpty { body() }
    }

    private func start() {
        do throws(Errno) {
            try LoopThread.start(name: "appex-close") { self.run() }
        } catch {
            // There is no memory for a thread. Another one of this disposal closes the descriptor, or a task.
            let isLast = state.withLock { state in
                guard state.threads > 1 else { return true }
                state.threads -= 1
                return false
            }
            if isLast { Task.detached { self.run() } }
        }
    }

    private func run() {
        while let number = next() {
            closeFile(number)
            let waiting = state.withLock { state -> [@Sendable () -> Void] in
                state.closing -= 1
                guard state.count == 0 else { return [] }
                defer { state.whenEmpty = [] }
                return state.whenEmpty
            }
            for body in waiting { body() }
        }
    }

    private func next() -> CInt? {
        state.withLock { state in
            guard !state.queue.isEmpty else {
                state.threads -= 1
                return nil
            }
            state.closing += 1
            return state.queue.removeFirst()
        }
    }

    /// Whether closing waits for nothing. The kernel answers each of these questions without asking a file system.
    private static func closesAtOnce(_ number: CInt) -> Bool {
        // A socket of the network can wait until what was written has been sent (SO_LINGER).
        var family: CInt = 0
        var size = socklen_t(MemoryLayout<CInt>.size)
        let isLocal = getsockopt(number, SOL_SOCKET, SO_DOMAIN, &family, &size) == 0 && family == AF_UNIX
        return isLocal || appex_get_seals(number) >= 0
            || fcntl(number, appex_get_pipe_size) >= 0 || fcntl(number, F_GETFL) & appex_open_path != 0
            || isOnDisk(number)
    }

    /// Whether a file is in the file system of a block device. File systems of a network, and those that a program serves, have a device
    /// number whose major part is 0; only the superuser can mount one that a program serves from a block device.
    private static func isOnDisk(_ number: CInt) -> Bool {
        var (device, inode, mode) = (UInt64(0), UInt64(0), UInt32(0))
        guard appex_known_status(number, &device, &inode, &mode) == 0 else { return false }
        return device >> 8 & 0xFFF | device >> 32 & ~0xFFF != 0
    }
}
