package import AppexSystem
package import SystemPackage
import Synchronization

/// Accepts clients of the same user on a socket in the file system.
package final class Listener: Sendable {
    private let socket: PacketSocket
    private let loop: EventLoop
    private let state = Mutex(State())

    private struct State {
        var token: EventLoop.Token?
        /// The timer that resumes accepting; nil unless it is suspended.
        var resumption: EventLoop.Token?
    }

    /// How long clients stay in the queue if this process has no descriptors or memory for them. Without a pause the
    /// event loop would wake again and again, because the queue stays readable.
    private static let rest = Duration.milliseconds(100)

    /// Listens at `path`.
    ///
    /// - Parameter accepted: called on the event loop's thread with each client's socket. Clients of other users are
    ///   refused before that, by the mode of the file and by a check of their credentials.
    /// - Throws: ``WireError/system(_:doing:)`` if the path cannot be bound or watched.
    package init(
        at path: FilePath, on loop: EventLoop,
        accepted: @escaping @Sendable (consuming Descriptor, PeerCredentials) -> Void
    ) throws(WireError) {
        self.loop = loop
        do throws(Errno) {
            socket = try PacketSocket.listen(at: path)
        } catch {
            throw .system(error, doing: "listening at \(path)")
        }
        do throws(Errno) {
            let number = socket.descriptor.rawValue
            try state.withLock { (state) throws(Errno) in
                state.token = try loop.watch(number, for: .readable) { [weak self] _ in self?.accept(accepted) }
            }
        } catch {
            throw .system(error, doing: "watching \(path)")
        }
    }

    deinit { close() }

    /// Stops accepting. Further clients are refused at once, and those in the queue when the listener is released.
    package func close() {
        let left = state.withLock { state in
            defer { state = State() }
            return state
        }
        guard let token = left.token else { return }
        loop.unwatch(socket.descriptor.rawValue, token)
        Packet.shutdown(socket.descriptor.rawValue)
        if let resumption = left.resumption { loop.cancel(resumption) }
    }

    /// Whether accepting is suspended because this process lacks descriptors or memory.
    package var isResting: Bool { state.withLock { $0.resumption != nil } }

    /// Accepts one client. The event loop calls again while more are waiting.
    private func accept(_ accepted: @Sendable (consuming Descriptor, PeerCredentials) -> Void) {
        do throws(Errno) {
            let client = try socket.accept()
            let peer = try PeerCredentials(of: client)
            guard peer.userIdentifier == CurrentUser.identifier else { return }
            accepted(client, peer)
        } catch .tooManyOpenFiles {
            suspend()
        } catch .tooManyOpenFilesInSystem {
            suspend()
        } catch .noMemory {
            suspend()
        } catch .noBufferSpace {
            suspend()
        } catch {
            // The client has already closed its socket.
        }
    }

    private func suspend() {
        state.withLock { state in
            guard let token = state.token, state.resumption == nil else { return }
            // Fails only if the socket is not watched, which only `close` ends.
            try? loop.rewatch(socket.descriptor.rawValue, token, for: [])
            state.resumption = loop.schedule(at: .now + Self.rest) { [weak self] in self?.resume() }
        }
    }

    private func resume() {
        state.withLock { state in
            guard let token = state.token, state.resumption != nil else { return }
            state.resumption = nil
            try? loop.rewatch(socket.descriptor.rawValue, token, for: .readable)
        }
    }
}
