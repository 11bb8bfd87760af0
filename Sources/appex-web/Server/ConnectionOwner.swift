import Glibc

/// Determines the user at the other end of a connection over the loopback interface.
///
/// TCP has no `SO_PEERCRED`, so the kernel is asked for the owner of the socket with the two addresses
/// (`sock_diag(7)`). The list in `/proc/net/tcp` is not used, because reading it can miss sockets while others are
/// opened and closed.
enum ConnectionOwner {
    /// The kernel's information about a socket.
    struct Socket: Equatable {
        /// 1 when the connection is established.
        let state: UInt8
        let user: uid_t
    }

    /// Whether another user's program opened a connection to this machine's 127.0.0.1.
    ///
    /// - Parameter client: the port of its other end.
    /// - Parameter server: the port of this end.
    /// - Returns: also true if the connection is being closed; false if the kernel cannot determine it.
    static func isAnotherUser(client: UInt16, server: UInt16) -> Bool {
        guard let socket = socket(local: client, remote: server) else { return false }
        return socket.user != geteuid() || socket.state != established
    }

    private static let established: UInt8 = 1

    /// Asks the kernel for the socket that is bound to one port of 127.0.0.1 and connected to another.
    ///
    /// - Returns: nil if there is none, or the kernel does not support the request.
    static func socket(local: UInt16, remote: UInt16) -> Socket? {
        // AF_NETLINK and NETLINK_SOCK_DIAG.
        let netlink = Glibc.socket(16, Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 4)
        guard netlink >= 0 else { return nil }
        defer { close(netlink) }
        let request = request(local: local, remote: remote)
        guard send(netlink, request, request.count, 0) == request.count else { return nil }
        // The answer is available as soon as send(2) has returned.
        var answer = [UInt8](repeating: 0, count: 1024)
        let count = recv(netlink, &answer, answer.count, Int32(MSG_DONTWAIT))
        guard count >= answerBytes,
            answer.withUnsafeBytes({ $0.loadUnaligned(fromByteOffset: 4, as: UInt16.self) }) == byFamily
        else { return nil }
        let user = answer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: userOffset, as: uid_t.self) }
        return Socket(state: answer[headerBytes + 1], user: user)
    }

    /// `SOCK_DIAG_BY_FAMILY`.
    private static let byFamily: UInt16 = 20
    /// The sizes of `struct nlmsghdr` and of the answer with `struct inet_diag_msg`, and the offset of the user in it.
    private static let headerBytes = 16, answerBytes = headerBytes + 72, userOffset = headerBytes + 64

    /// `struct nlmsghdr` and `struct inet_diag_req_v2` for one socket.
    private static func request(local: UInt16, remote: UInt16) -> [UInt8] {
        var bytes: [UInt8] = []
        func append(_ value: some FixedWidthInteger) { withUnsafeBytes(of: value) { bytes += $0 } }
        append(UInt32(headerBytes + 56))
        append(byFamily)
        // NLM_F_REQUEST; the kernel ignores the sequence number and the sender.
        append(UInt16(1))
        append(UInt64(0))
        // The family, the protocol, no extensions, any state.
        bytes += [UInt8(AF_INET), UInt8(IPPROTO_TCP), 0, 0]
        append(UInt32.max)
        append(local.bigEndian)
        append(remote.bigEndian)
        for _ in 0..<2 { bytes += [127, 0, 0, 1] + [UInt8](repeating: 0, count: 12) }
        // Any interface, and no cookie of an earlier answer.
        append(UInt32(0))
        append(UInt64.max)
        return bytes
    }
}
