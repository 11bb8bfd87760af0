import AppexSystem
import Dispatch
import Glibc
import SystemPackage

/// The connection of an extension's network to the outside.
///
/// The extension has a network namespace of its own. The program slirp4netns places an interface in it and forwards TCP and UDP
/// as this user's own connections, with a name server at 10.0.2.3. It runs outside of the sandbox, confined by itself, and ends
/// when this object is released or the broker ends.
final class NetworkConnection: Sendable {
    /// The program ends when the other end of this socket is closed.
    private let life: Descriptor

    /// How long the program may take, which usually needs 20 milliseconds.
    private static let limit: CInt = 5_000
    /// The size of packets inside, with which large transfers need few of them.
    private static let packetSize = 65_520

    private init(life: consuming Descriptor) { self.life = life }

    /// Connects the network of a process.
    ///
    /// - Parameter program: slirp4netns.
    /// - Parameter pid: a process in the namespace.
    /// - Parameter allowsLoopback: whether 10.0.2.2 is this machine's 127.0.0.1.
    /// - Throws: the kernel's error; `.timedOut` if the program does not say that it is ready.
    static func connect(
        _ pid: Int32, by program: FilePath, allowsLoopback: Bool
    ) async throws -> NetworkConnection {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Result { try start(pid, program, allowsLoopback) })
            }
        }
    }

    private static func start(_ pid: Int32, _ program: FilePath, _ allowsLoopback: Bool) throws -> NetworkConnection {
        let life = try Pipe.make()
        let ready = try Pipe.make()
        var arguments = [
            "--configure", "--mtu=\(packetSize)", "--enable-sandbox", "--enable-seccomp", "--exit-fd=3", "--ready-fd=4",
        ]
        if !allowsLoopback { arguments.append("--disable-host-loopback") }
        try ChildProcess.startDetached(
            program, arguments + ["\(pid)", "tap0"], environment: [:], passing: life.first, and: ready.second,
            as: (3, 4))
        let connection = NetworkConnection(life: life.keepSecond())
        let answer = try Pipe.readAll(ready.keepFirst(), limit: 1, milliseconds: limit)
        guard answer == Array("1".utf8) else { throw Errno.timedOut }
        return connection
    }
}
