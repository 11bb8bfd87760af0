import CAppexShims
import Glibc
package import SystemPackage

/// A connected or listening Unix socket of type `SOCK_SEQPACKET`: packets arrive whole and in order, with their descriptors,
/// and the end of the peer is noticed immediately.
package struct PacketSocket: ~Copyable, Sendable {
    /// The socket.
    package let descriptor: Descriptor

    /// The maximum number of descriptors in a packet.
    package static let maximumDescriptors = Int(APPEX_MAX_DESCRIPTORS)

    /// Takes ownership of a socket.
    package init(_ descriptor: consuming Descriptor) {
        self.descriptor = descriptor
    }

    /// Gives up the ownership of the descriptor.
    package consuming func intoDescriptor() -> Descriptor {
        descriptor
    }

    /// Creates two connected sockets.
    ///
    /// - Throws: the kernel's error, in practice `.tooManyOpenFiles`.
    package static func pair() throws(Errno) -> SocketPair {
        var ends: (CInt, CInt) = (-1, -1)
        let failed = withUnsafeMutablePointer(to: &ends) {
            $0.withMemoryRebound(to: CInt.self, capacity: 2) {
                socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, $0)
            }
        }
        guard failed == 0 else { throw Errno.current }
        return SocketPair(first: Descriptor(owning: ends.0), second: Descriptor(owning: ends.1))
    }

    /// Connects to the socket at `path`.
    ///
    /// Blocks while the listener's queue is full.
    ///
    /// - Parameter limit: the maximum time to wait for a listener whose queue is full.
    /// - Throws: `.noSuchFileOrDirectory` or `.connectionRefused` if no process listens there;
    ///   `.resourceTemporarilyUnavailable` if the queue is still full after the limit; `.fileNameTooLong` if the path does
    ///   not fit a socket address.
    package static func connect(to path: FilePath, within limit: Duration = .seconds(5)) throws(Errno) -> PacketSocket {
        let socket = try unconnected()
        let number = socket.descriptor.rawValue
        // connect(2) uses the time-out for sending; zero would mean no limit.
        let (seconds, attoseconds) = max(limit, .milliseconds(1)).components
        var patience = timeval(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
        guard setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size)) == 0
        else { throw Errno.current }
        let status = try withAddress(path) { address, length in
            retrying { Glibc.connect(number, address, length) }
        }
        guard status == 0 else { throw Errno.current }
        return socket
    }

    /// Listens at `path`, to which only this user can connect. An existing socket is replaced, so the caller has to ensure
    /// (with a lock) that no other process listens there.
    ///
    /// - Throws: `.fileNameTooLong` if the path does not fit a socket address; `.fileExists` if the file at the path is not
    ///   a socket; otherwise the kernel's error.
    package static func listen(at path: FilePath, backlog: CInt = 128) throws(Errno) -> PacketSocket {
        let socket = try unconnected(CInt(SOCK_NONBLOCK.rawValue))
        let number = socket.descriptor.rawValue
        // Called before bind(2), fchmod(2) sets the mode with which the file is created.
        guard fchmod(number, 0o600) == 0 else { throw Errno.current }
        let status = try withAddress(path) { (address, length) throws(Errno) in
            try removeSocket(at: path)
            return bind(number, address, length)
        }
        guard status == 0, Glibc.listen(number, backlog) == 0 else { throw Errno.current }
        return socket
    }

    private static func removeSocket(at path: FilePath) throws(Errno) {
        var status = stat()
        guard path.withPlatformString({ lstat($0, &status) }) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .fileExists }
        guard path.withPlatformString({ unlink($0) }) == 0 else { throw Errno.current }
    }

    /// Accepts the next client without blocking.
    ///
    /// - Throws: `.wouldBlock` if there is none; otherwise the kernel's error.
    package borrowing func accept() throws(Errno) -> Descriptor {
        let raw = appex_accept(descriptor.rawValue)
        guard raw >= 0 else { throw Errno(rawValue: -raw) }
        return Descriptor(owning: raw)
    }

    private static func unconnected(_ extra: CInt = 0) throws(Errno) -> PacketSocket {
        let flags = CInt(SOCK_SEQPACKET.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | extra
        let raw = socket(AF_UNIX, flags, 0)
        guard raw >= 0 else { throw Errno.current }
        return PacketSocket(Descriptor(owning: raw))
    }

    private static func withAddress(
        _ path: FilePath, _ body: (UnsafePointer<sockaddr>, socklen_t) throws(Errno) -> CInt
    ) throws(Errno) -> CInt {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.string.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { throw .fileNameTooLong }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return try withUnsafePointer(to: &address) { (address) throws(Errno) in
            try address.withMemoryRebound(to: sockaddr.self, capacity: 1) { (address) throws(Errno) in
                try body(address, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

/// The two ends of a socket pair or a pipe.
package struct SocketPair: ~Copyable {
    /// The first end; of a pipe, the end for reading.
    package let first: Descriptor
    /// The second end; of a pipe, the end for writing.
    package let second: Descriptor

    /// Takes ownership of both ends.
    package init(first: consuming Descriptor, second: consuming Descriptor) {
        self.first = first
        self.second = second
    }

    /// Both ends, each in its own bag, for code that cannot use non-copyable values.
    package consuming func bags() -> (DescriptorBag, DescriptorBag) {
        (DescriptorBag(first), DescriptorBag(second))
    }

    /// Returns the first end, and closes the second.
    package consuming func keepFirst() -> Descriptor {
        first
    }

    /// Returns the second end, and closes the first.
    package consuming func keepSecond() -> Descriptor {
        second
    }
}

/// The process at the other end of a socket, as the kernel recorded it when the socket was connected.
package struct PeerCredentials: Sendable, Equatable {
    /// The process identifier.
    package var processIdentifier: Int32
    /// The effective user identifier.
    package var userIdentifier: UInt32
    /// The effective group identifier.
    package var groupIdentifier: UInt32

    /// Reads the credentials of a socket's peer.
    ///
    /// - Throws: the kernel's error, such as `.notSocket`.
    package init(of socket: borrowing Descriptor) throws(Errno) {
        var pid: Int32 = 0
        var uid: UInt32 = 0
        var gid: UInt32 = 0
        let status = appex_peer(socket.rawValue, &pid, &uid, &gid)
        guard status == 0 else { throw Errno(rawValue: -status) }
        processIdentifier = pid
        userIdentifier = uid
        groupIdentifier = gid
    }
}
