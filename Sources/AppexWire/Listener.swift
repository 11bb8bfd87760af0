package import AppexSystem
package import SystemPackage
import Synchronization

/// Accepts clients of the same user at a socket path.
package final class Listener: Sendable {
    private let socket: PacketSocket
    private let loop: EventLoop
    private let state = Mutex(State())

    private struct State {
        var token: EventLoop.Token?
        /// Runs while accepting is suspended.
        var resumption: EventLoop.Token?
    }

    /// How long to leave clients in the queue when this process has no descriptors or memory left for
    /// them. Without a rest the loop would be woken without end, since the queue stays readable.
    private static let rest = Duration.milliseconds(100)

    /// Listens at `path`.
    ///
    /// - Parameter accepted: called on the loop's thread with each client's socket. Clients of
    ///   another user are refused before: the file's mode keeps them out, and this is the second look.
    /// - Throws: ``WireError/system(_:doing:)``.
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

    /// Stops accepting: further clients are refused, and those in the queue are when the listener goes.
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

    /// Whether clients are left in the queue for a while because there is no room for them here.
    package var isResting: Bool { state.withLock { $0.resumption != nil } }

    /// One client a turn; the loop comes back while somebody waits.
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
            // The client's: it has gone again.
        }
    }

    private func suspend() {
        state.withLock { state in
            guard let token = state.token, state.resumption == nil else { return }
            // Fails only for a socket that is not watched, and `close` is the only one to end that.
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
