import AppexSystem
import AppexWire
import CFloor
import Glibc
import SystemPackage

/// What this program is when it has started itself: one end of what is measured.
enum Role: String {
    /// The other end of the floor of a round trip.
    case floorServer = "--floor-server"
    /// The other end of ours: answers on the loop's thread.
    case echoServer = "--echo-server"
    /// The near end of both.
    case roundTripClient = "--round-trip-client"
    /// An extension that loads attachments.
    case attachmentReader = "--attachment-reader"

    /// Where the program finds its socket.
    static let descriptor: CInt = 3

    func run(_ arguments: [String]) async throws {
        guard let first = arguments.first, let processor = CInt(first), floor_pin(processor) == 0 else {
            throw BenchmarkError("\(rawValue) needs a processor")
        }
        let socket = Descriptor(owning: Self.descriptor)
        switch self {
        case .floorServer: floor_serve(socket.rawValue)
        case .echoServer: try await EchoServer.run(socket)
        case .attachmentReader: try await AttachmentReader.run(socket)
        case .roundTripClient: try await RoundTripClient.run(socket, Array(arguments.dropFirst()))
        }
    }

    /// Starts this program in a role, on one processor.
    ///
    /// - Returns: the socket that connects to it, and its process identifier.
    func start(on processor: Int, _ arguments: [String] = []) throws -> (DescriptorBag, Int32) {
        guard let program = ProgramLocator.runningProgram else { throw BenchmarkError("/proc is not mounted") }
        let pair = try PacketSocket.pair()
        let process = try ChildProcess.start(
            program, [rawValue, "\(processor)"] + arguments, environment: [:], passing: pair.second, as: Self.descriptor
        )
        return (DescriptorBag(pair.keepFirst()), process)
    }
}
