package import AppexSystem
package import SystemPackage
import Synchronization

/// Accepts clients of the same user at a socket path.
package final class Listener: Sendable {
    private let socket: PacketSocket
    private let loop: EventLoop
    private let token = Mutex<EventLoop.Token?>(nil)

    /// Listens at `path`.
    ///
    /// - Parameter accepted: called on the loop's thread with each client's socket. Clients of
    ///   another user are refused before: the file's mode keeps them out, and this is the second look.
    /// - Throws: ``WireError/system(_:doing:)``.
    package init(
        at path: FilePath, on loop: EventLoop, accepted: @escaping @Sendable (consuming Descriptor, PeerCredentials) -> Void
    ) throws(WireError) {
        self.loop = loop
        do throws(Errno) {
            socket = try PacketSocket.listen(at: path)
        } catch {
            throw .system(error, doing: "listening at \(path)")
        }
        do throws(Errno) {
            let token = try loop.watch(socket.descriptor.rawValue, for: .readable) { [weak self] _ in
                self?.accept(accepted)
            }
            self.token.withLock { $0 = token }
        } catch {
            throw .system(error, doing: "watching \(path)")
        }
    }

    deinit { close() }

    /// Stops accepting. Clients that wait in the queue are refused.
    package func close() {
        let token = self.token.withLock { token in
            defer { token = nil }
            return token
        }
        if let token { loop.unwatch(socket.descriptor.rawValue, token) }
    }

    private func accept(_ accepted: @Sendable (consuming Descriptor, PeerCredentials) -> Void) {
        // One a turn. An error here is the client's (gone again) or passes (no descriptors left);
        // the loop comes back while somebody waits.
        guard let client = try? socket.accept(), let peer = try? PeerCredentials(of: client) else { return }
        guard peer.userIdentifier == CurrentUser.identifier else { return }
        accepted(client, peer)
    }
}
