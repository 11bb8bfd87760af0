import AppexDecoding
import AppexProtocol
import AppexSystem
import AppexWire
import Glibc

/// A helper that reads foreign pictures and archives for one host, in a sandbox that shows it no file of the user.
///
/// The broker starts it with its socket to the host as descriptor 3. It ends when the host closes the socket.
@main
enum DecodeProgram {
    /// The socket on which it is asked.
    private static let socket: CInt = 3
    /// The seconds of processor time that it may use in its life. A host asks for a new one when this one has ended.
    private static let processorTime: rlim_t = 300

    static func main() async {
        var limit = rlimit(rlim_cur: processorTime, rlim_max: processorTime)
        // Where it cannot be set, what remains is the patience of the host.
        _ = setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
        let (requests, continuation) = AsyncStream.makeStream(of: Connection.Inbound.self)
        guard fcntl(socket, F_GETFD) >= 0,
            let connection = try? Connection(socket: Descriptor(owning: socket), role: "decoder"),
            (try? connection.start { continuation.yield($0) }) != nil
        else {
            Self.complain("appex-decode is started by appexd, which gives it a socket as descriptor 3.\n")
            exit(2)
        }
        // Takes some thirty milliseconds, meanwhile the memory of the first result is mapped. The first use waits for it,
        // and the host asks what prevents it.
        Task.detached { _ = Picture.obstacle }
        var server = DecoderServer()
        for await inbound in requests {
            switch inbound {
            case .request(let request): server.answer(request)
            case .event(DecoderInterface.CloseArchive.code, let body, _):
                guard let close = try? DecoderInterface.CloseArchive(wireBytes: body) else { exit(1) }
                server.close(close)
            case .event: exit(1)
            case .closed: exit(0)
            }
        }
    }

    private static func complain(_ text: String) {
        var text = text
        text.withUTF8 { _ = write(2, $0.baseAddress, $0.count) }
    }
}
