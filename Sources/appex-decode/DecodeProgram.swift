import AppexDecoding
import AppexProtocol
import AppexSystem
import AppexWire
import Glibc

/// `appex-decode`: a helper process that decodes untrusted pictures and archives for one host, in a sandbox without
/// access to the user's files.
///
/// The broker starts it with its socket to the host as descriptor 3. It exits when the host closes the socket.
@main
enum DecodeProgram {
    /// The descriptor of the socket to the host.
    private static let socket: CInt = 3
    /// The maximum processor time in seconds. When it is exceeded, the host starts a new helper.
    private static let processorTime: rlim_t = 300

    static func main() async {
        var limit = rlimit(rlim_cur: processorTime, rlim_max: processorTime)
        // If it cannot be set, only the host's time limits remain.
        _ = setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
        let (requests, continuation) = AsyncStream.makeStream(of: Connection.Inbound.self)
        guard fcntl(socket, F_GETFD) >= 0,
            let connection = try? Connection(socket: Descriptor(owning: socket), role: "decoder"),
            (try? connection.start { continuation.yield($0) }) != nil
        else {
            Self.complain("appex-decode is started by appexd, which gives it a socket as descriptor 3.\n")
            exit(2)
        }
        // Loading takes some thirty milliseconds, in which the memory of the first result is mapped. The first use waits
        // for it, and the host asks for the reason if it fails.
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
