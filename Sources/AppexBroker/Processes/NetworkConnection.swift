import AppexModel
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
    /// Why a network was not connected, in one sentence.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The program ends when the other end of this socket is closed.
    private let life: Descriptor

    /// How long the program may take, which usually needs 20 milliseconds.
    private static let limit: CInt = 5_000
    /// How many connections the extension can have at a time, approximately. Outside, each can take megabytes of the machine's memory
    /// for connections, which no limit of a process counts.
    private static let connectionLimit: CUnsignedInt = 128
    /// The size of what is kept of the program's messages in bytes.
    private static let messageSize = 4096
    /// The size of packets inside, with which large transfers need few of them.
    private static let packetSize = 65_520

    private init(life: consuming Descriptor) { self.life = life }

    /// Connects the network of a process.
    ///
    /// - Parameter program: slirp4netns; nil if it is not installed.
    /// - Parameter pid: a process in the namespace.
    /// - Parameter allowsLoopback: whether 10.0.2.2 is this machine's 127.0.0.1.
    /// - Throws: ``Failure``; the kernel's error, `.timedOut` if the program does not say that it is ready.
    static func connect(
        _ pid: Int32, by program: FilePath?, allowsLoopback: Bool
    ) async throws -> NetworkConnection {
        guard let program else { throw Failure(description: "slirp4netns is not installed") }
        return try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Result { try start(pid, program, allowsLoopback) })
            }
        }
    }

    private static func start(_ pid: Int32, _ program: FilePath, _ allowsLoopback: Bool) throws -> NetworkConnection {
        let life = try Pipe.make()
        let ready = try Pipe.make()
        // Of a fixed size, because the extension can make the program print as much as it likes.
        let messages = try ResultMemory(size: messageSize)
        var arguments = [
            "--configure", "--mtu=\(packetSize)", "--enable-sandbox", "--enable-seccomp", "--exit-fd=3", "--ready-fd=4",
        ]
        if !allowsLoopback { arguments.append("--disable-host-loopback") }
        try ChildProcess.startDetached(
            program, arguments + ["\(pid)", "tap0"], environment: [:], passing: life.first, ready.second,
            messages.share(), as: (3, 4, STDERR_FILENO), openFiles: connectionLimit)
        let connection = NetworkConnection(life: life.keepSecond())
        let answer = try Pipe.readAll(ready.keepFirst(), limit: 1, milliseconds: limit)
        guard answer == Array("1".utf8) else {
            let text = String(decoding: try messages.read(size: messageSize).prefix { $0 != 0 }, as: UTF8.self)
            let last = text.parts(at: "\n").last.map { String($0).shortened(toBytes: 300).tamed() }
            throw Failure(description: "slirp4netns ended: \(last ?? "it said nothing")")
        }
        return connection
    }
}
