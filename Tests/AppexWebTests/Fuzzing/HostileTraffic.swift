@testable import FlyingFox
import FlyingSocks
import Synchronization

#if canImport(appex_web)
    @testable import appex_web
#endif

/// Gives the bytes of one connection to the meter and to the server behind it, which have to see the same requests and
/// the same WebSocket frames. Shared by the seeded test and the coverage-guided fuzzer.
enum HostileTraffic {
    /// A difference between the two.
    struct Finding: Error {
        let what: String
    }

    /// Where tabs connect.
    static let socketPath = "/secret/socket"

    /// Reads what a client sends.
    ///
    /// - Returns: whether the meter lets all of it pass.
    /// - Throws: ``Finding`` when the server sees the end of a request or frame where the meter does not, or the other
    ///   way round, or when the meter depends on how the bytes are cut.
    static func read(_ bytes: [UInt8]) async throws -> Bool {
        var meter = TrafficMeter(socketPath: socketPath)
        var passed: [UInt8] = []
        var ends: [Int] = []
        var socketStart: Int?
        var refusal: TrafficMeter.Refusal?
        // Byte by byte: a refusal keeps the whole piece from the server, so this lets the most pass.
        for byte in bytes {
            do throws(TrafficMeter.Refusal) { try meter.take([byte]) } catch {
                refusal = error
                break
            }
            passed.append(byte)
            if meter.isBetweenMessages { ends.append(passed.count) }
            if meter.isSocket, socketStart == nil { socketStart = passed.count }
        }
        try checkCutting(bytes, refusal)
        let seen = try await ServerReading(passed, socketStart: socketStart)
        // Where the server gives up, the connection ends, and what the meter counts after that does not matter.
        let expected = seen.failed ? Array(ends.prefix(seen.ends.count)) : ends
        guard seen.ends == expected else {
            throw Finding(what: "the meter sees ends at \(ends), the server at \(seen.ends)")
        }
        return refusal == nil
    }

    /// The meter refuses the same whatever pieces the bytes come in.
    private static func checkCutting(_ bytes: [UInt8], _ refusal: TrafficMeter.Refusal?) throws {
        for size in [3, 1_000, max(1, bytes.count)] {
            var meter = TrafficMeter(socketPath: socketPath)
            var found: TrafficMeter.Refusal?
            for start in stride(from: 0, to: bytes.count, by: size) where found == nil {
                do throws(TrafficMeter.Refusal) {
                    try meter.take(Array(bytes[start..<min(start + size, bytes.count)]))
                } catch { found = error }
            }
            guard found == refusal else {
                let (found, expected) = (String(describing: found), String(describing: refusal))
                throw Finding(what: "\(found) in pieces of \(size), but \(expected) byte by byte")
            }
        }
    }
}

/// What the server's own readers make of some bytes.
private struct ServerReading {
    /// Behind each request, and then behind each frame.
    private(set) var ends: [Int] = []
    /// Whether it met something that it ends the connection for, rather than the end of the bytes.
    private(set) var failed = false

    /// - Parameter socketStart: where frames begin.
    init(_ bytes: [UInt8], socketStart: Int?) async throws {
        let source = ByteSource(bytes)
        let decoder = HTTPDecoder(sharedRequestBufferSize: 4_096, sharedRequestReplaySize: 4_096)
        while source.position < bytes.count {
            do {
                if let socketStart, source.position >= socketStart {
                    _ = try await WSFrameEncoder.decodeFrame(from: source)
                } else {
                    let request = try await decoder.decodeRequest(from: source)
                    for try await _ in request.bodySequence {}
                }
                ends.append(source.position)
            } catch SocketError.disconnected {
                break
            } catch {
                failed = true
                break
            }
        }
    }
}

/// The bytes of a connection, of which each is read once. At their end it fails as a socket does.
private final class ByteSource: AsyncBufferedSequence, AsyncBufferedIteratorProtocol, Sendable {
    private let bytes: [UInt8]
    private let place = Mutex(0)

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var position: Int { place.withLock { $0 } }

    func makeAsyncIterator() -> ByteSource { self }

    func next() async throws -> UInt8? {
        try await nextBuffer(suggested: 1)?.first
    }

    func nextBuffer(suggested count: Int) async throws -> ArraySlice<UInt8>? {
        try place.withLock { place in
            let piece = bytes[place..<Swift.min(place + count, bytes.count)]
            guard !piece.isEmpty else { throw SocketError.disconnected }
            place += piece.count
            return piece
        }
    }
}
