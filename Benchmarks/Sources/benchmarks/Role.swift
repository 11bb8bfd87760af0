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
    /// A host that begins requests when it is told to.
    case itemHost = "--item-host"
    /// Extensions that load from it.
    case smallLoadClient = "--small-load-client"
    case manyLoadsClient = "--many-loads-client"
    case handOverClient = "--hand-over-client"
    /// A host of an extension that takes all it can get.
    case noisyHost = "--noisy-host"
    /// A host that shows a view, and the extension whose it is.
    case viewHost = "--view-host"
    case viewExtension = "--view-extension"
    /// A program that presents files.
    case filePresenter = "--file-presenter"
    /// A process that uses defaults.
    case defaultsWorker = "--defaults"

    /// Where the program finds its socket.
    static let descriptor: CInt = 3

    func run(_ arguments: [String]) async throws {
        if self == .noisyHost { return try await Noise.run(arguments) }
        if self == .filePresenter { return try Coordination.present(arguments) }
        if self == .defaultsWorker { return try DefaultsWorker.run(arguments) }
        guard let first = arguments.first, let processor = CInt(first), floor_pin(processor) == 0 else {
            throw BenchmarkError("\(rawValue) needs a processor")
        }
        let socket = Descriptor(owning: Self.descriptor)
        switch self {
        case .noisyHost, .filePresenter, .defaultsWorker: break
        case .floorServer: floor_serve(socket.rawValue)
        case .echoServer: try await EchoServer.run(socket)
        case .attachmentReader: try await AttachmentReader.run(socket)
        case .itemHost: try await ItemHost.run(socket)
        case .viewHost: try await ViewPress.run(socket, far: far(arguments))
        case .viewExtension: try await ViewOfManyNodes.serve(socket)
        case .roundTripClient: try await RoundTripClient.run(socket, far: far(arguments))
        case .smallLoadClient: try await SmallLoad.run(socket, near: Int(processor), far: far(arguments))
        case .manyLoadsClient: try await ManyLoads.run(socket, far: far(arguments))
        case .handOverClient:
            try await HandOver.run(socket, far: far(arguments), file: arguments.dropFirst(2).first ?? "")
        }
    }

    /// The processor of the process that answers.
    private func far(_ arguments: [String]) throws -> Int {
        guard let far = arguments.dropFirst().first.flatMap(Int.init) else {
            throw BenchmarkError("\(rawValue) needs the processor of the other process")
        }
        return far
    }

    /// Starts this program in a role, on one processor.
    ///
    /// - Returns: the socket that connects to it, and its process identifier.
    func start(on processor: Int, _ arguments: [String] = []) throws -> (DescriptorBag, Int32) {
        guard let program = ProgramLocator.runningProgram else { throw BenchmarkError("/proc is not mounted") }
        let pair = try PacketSocket.pair()
        let process = try ChildProcess.start(
            program, [rawValue, "\(processor)"] + arguments, environment: Peer.environment, passing: pair.second,
            as: Self.descriptor)
        return (DescriptorBag(pair.keepFirst()), process)
    }
}
