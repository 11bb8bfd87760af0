import CAppexShims
import Glibc
package import SystemPackage

/// A connected or listening `SOCK_SEQPACKET` Unix socket: packets arrive whole, in order, with
/// their descriptors, and an end of the peer is seen at once.
package struct PacketSocket: ~Copyable, Sendable {
    /// The socket.
    package let descriptor: Descriptor

    /// The most descriptors in one packet.
    package static let maximumDescriptors = Int(APPEX_MAX_DESCRIPTORS)

    /// Takes over a socket.
    package init(_ descriptor: consuming Descriptor) {
        self.descriptor = descriptor
    }

    /// Gives the descriptor to a new owner.
    package consuming func intoDescriptor() -> Descriptor {
        descriptor
    }

    /// Two connected sockets.
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
    /// - Parameter limit: how long to wait for a listener whose queue is full.
    /// - Throws: `.noSuchFileOrDirectory` or `.connectionRefused` when nobody listens there,
    ///   `.resourceTemporarilyUnavailable` when the listener has not come to it within the limit,
    ///   `.fileNameTooLong` when the path does not fit a socket address.
    package static func connect(to path: FilePath, within limit: Duration = .seconds(5)) throws(Errno) -> PacketSocket {
        let socket = try unconnected()
        let number = socket.descriptor.rawValue
        // A connect that has to wait heeds the time-out for sending; zero would be no limit.
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

    /// Listens at `path`, which only this user may connect to. Whatever socket is there is replaced,
    /// so the caller makes sure (by a lock) that nobody else listens.
    ///
    /// - Throws: `.fileNameTooLong` when the path does not fit a socket address, `.fileExists` when
    ///   there is something else than a socket at the path.
    package static func listen(at path: FilePath, backlog: CInt = 128) throws(Errno) -> PacketSocket {
        let socket = try unconnected(CInt(SOCK_NONBLOCK.rawValue))
        let number = socket.descriptor.rawValue
        // The mode counts from the first instant: fchmod before bind sets the mode of the file.
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

    /// The next client, without waiting.
    ///
    /// - Throws: `.wouldBlock` when there is none.
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

/// The two ends of a new socket pair.
package struct SocketPair: ~Copyable {
    package let first: Descriptor
    package let second: Descriptor

    package init(first: consuming Descriptor, second: consuming Descriptor) {
        self.first = first
        self.second = second
    }

    /// Both ends, each in a bag of its own, for code that cannot hold non-copyable values.
    package consuming func bags() -> (DescriptorBag, DescriptorBag) {
        (DescriptorBag(first), DescriptorBag(second))
    }

    /// The first end; the second is closed.
    package consuming func keepFirst() -> Descriptor {
        first
    }
}

/// Who is at the other end of a socket, as the kernel saw it when it connected.
package struct PeerCredentials: Sendable, Equatable {
    package var processIdentifier: Int32
    package var userIdentifier: UInt32
    package var groupIdentifier: UInt32

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
