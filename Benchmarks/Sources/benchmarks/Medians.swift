import AppexSystem
import AppexWire
import Glibc

/// What a process that measures tells the one that started it: medians in nanoseconds, in an order that both know.
struct Medians: WireMessage {
    static let code: UInt16 = 0x7001
    var values: [Double]

    init(_ values: [Double]) { self.values = values }

    func encode(to encoder: inout WireEncoder) throws(WireError) {
        try encoder.list(values) { (encoder, value) throws(WireError) in encoder.real(value) }
    }

    init(from decoder: inout WireDecoder) throws(WireError) {
        values = try decoder.list { (decoder) throws(WireError) in try decoder.real() }
    }

    /// Starts a process that measures, and waits until it has told.
    ///
    /// - Parameter arguments: the processor of the process that answers it, and what else it wants to know.
    static func of(_ role: Role, _ placement: Placement, _ arguments: [String] = []) async throws -> [Double] {
        let (output, process) = try role.start(on: placement.near, ["\(placement.far)"] + arguments)
        guard let socket = output.take() else { throw BenchmarkError("there is no socket to \(role.rawValue)") }
        let connection = try Connection(socket: socket, role: "benchmarks")
        let (results, continuation) = AsyncStream<Medians>.makeStream()
        try connection.start { inbound in
            switch inbound {
            case .event(Medians.code, let body, _):
                if let result = try? Medians(wireBytes: body) { continuation.yield(result) }
            case .closed: continuation.finish()
            default: break
            }
        }
        var iterator = results.makeAsyncIterator()
        let medians = await iterator.next()
        connection.close()
        var status: CInt = 0
        _ = retrying { waitpid(process, &status, 0) }
        guard let medians else { throw BenchmarkError("\(role.rawValue) ended without a result") }
        return medians.values
    }

    /// Tells, and waits until that has been heard.
    func tell(_ output: consuming Descriptor) async throws {
        let connection = try Connection(socket: output, role: "medians")
        let (ended, end) = AsyncStream<Void>.makeStream()
        try connection.start { if case .closed = $0 { end.finish() } }
        try connection.send(self)
        for await _ in ended {}
    }
}
