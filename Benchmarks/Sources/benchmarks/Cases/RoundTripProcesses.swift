import AppexSystem
import AppexWire
import CFloor
import Glibc
import Synchronization

/// A request that is answered with what it carries.
struct Echo: WireRequest {
    typealias Reply = Echo
    static let code: UInt16 = 1
    var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }
    func encode(to encoder: inout WireEncoder) throws(WireError) { try encoder.data(bytes) }
    init(from decoder: inout WireDecoder) throws(WireError) { bytes = try decoder.data() }
}

/// The far end of ours.
enum EchoServer {
    static func run(_ socket: consuming Descriptor) async throws {
        let connection = try Connection(socket: socket, role: "echo")
        let (ended, end) = AsyncStream<Void>.makeStream()
        try connection.start { inbound in
            switch inbound {
            case .request(let request):
                guard let message = try? request.decode(Echo.self) else { return }
                request.reply(message)
            case .event: break
            case .closed: end.finish()
            }
        }
        for await _ in ended {}
        connection.close()
    }
}

/// The near end: measures ours and the floor in turns, and tells the medians: the floor's, and ours in the order of the callers.
enum RoundTripClient {
    static let blocks = Repetitions.of(40)
    static let callsPerBlock = Repetitions.of(500)
    /// Blocks that are not counted, until caches and branch predictors know what is coming.
    private static let warmUp = 4
    static let limit = Duration.seconds(60)

    static func run(_ output: consuming Descriptor, far: Int) async throws {
        let (floorSocket, _) = try Role.floorServer.start(on: far)
        let (echoSocket, _) = try Role.echoServer.start(on: far)
        guard let floor = floorSocket.take(), let echo = echoSocket.take() else { throw BenchmarkError("no sockets") }
        let loop = try EventLoop.shared()
        let connection = try Connection(socket: echo, role: "round trip", lendsLoop: true)
        try connection.start { _ in }
        let request = Echo([UInt8](repeating: 7, count: RoundTrip.size - 4))

        var floorTimes: [Int64] = []
        var ourTimes = RoundTrip.Caller.allCases.map { _ in [Int64]() }
        for block in 0..<blocks + warmUp {
            let times = try floorBlock(floor.rawValue)
            if block >= warmUp { floorTimes += times }
            for (index, caller) in RoundTrip.Caller.allCases.enumerated() {
                let times =
                    switch caller {
                    case .completion: try await completionBlock(connection, request)
                    case .onLoop:
                        try await withTaskExecutorPreference(loop) { try await awaitBlock(connection, request) }
                    case .ordinary: try await awaitBlock(connection, request)
                    }
                if block >= warmUp { ourTimes[index] += times }
            }
        }
        connection.close()
        try await Medians([floorTimes.median] + ourTimes.map(\.median)).tell(output)
    }

    private static func floorBlock(_ socket: CInt) throws -> [Int64] {
        var times = [Int64](repeating: 0, count: callsPerBlock)
        guard floor_call(socket, CInt(RoundTrip.size), &times, CInt(callsPerBlock)) == 0 else {
            throw BenchmarkError("the far end of the floor went away")
        }
        return times
    }

    private static func completionBlock(_ connection: Connection, _ request: Echo) async throws -> [Int64] {
        try await withCheckedThrowingContinuation { CompletionBlock(connection, request, $0).next() }
    }

    private static func awaitBlock(_ connection: Connection, _ request: Echo) async throws -> [Int64] {
        var times: [Int64] = []
        for _ in 0..<callsPerBlock {
            let start = floor_now()
            _ = try await connection.call(request, within: limit)
            times.append(floor_now() - start)
        }
        return times
    }

}

/// A block of calls, each of which begins in the completion of the one before it.
private final class CompletionBlock: Sendable {
    private let times = Mutex<[Int64]>([])
    private let connection: Connection
    private let request: Echo
    private let done: CheckedContinuation<[Int64], any Error>

    init(_ connection: Connection, _ request: Echo, _ done: CheckedContinuation<[Int64], any Error>) {
        self.connection = connection
        self.request = request
        self.done = done
    }

    func next() {
        let start = floor_now()
        connection.begin(request, within: RoundTripClient.limit) { result in
            let times = self.times.withLock { times in
                times.append(floor_now() - start)
                return times
            }
            do throws(WireError) {
                _ = try Echo(wireBytes: try result.get().body)
                if times.count < RoundTripClient.callsPerBlock {
                    self.next()
                } else {
                    self.done.resume(returning: times)
                }
            } catch {
                self.done.resume(throwing: error)
            }
        }
    }
}
