import AppexProtocol
import AppexSystem
import AppexWire
import CFloor
import Foundation
import OpenFoundation
import Synchronization

/// The process that loads attachments: measures ours and the floor by turns, and tells the medians.
enum AttachmentReader {
    /// Medians in nanoseconds.
    struct Times: WireValue {
        var ours: Double
        var floor: Double

        init(ours: Double, floor: Double) {
            self.ours = ours
            self.floor = floor
        }

        func encode(to encoder: inout WireEncoder) throws(WireError) {
            encoder.real(ours)
            encoder.real(floor)
        }

        init(from decoder: inout WireDecoder) throws(WireError) {
            ours = try decoder.real()
            floor = try decoder.real()
        }
    }

    /// What the reader tells: an entry for each attachment.
    struct Result: WireMessage {
        static let code: UInt16 = 0x7001
        var times: [Times]

        init(_ times: [Times]) { self.times = times }

        func encode(to encoder: inout WireEncoder) throws(WireError) {
            try encoder.list(times) { (encoder, value) throws(WireError) in try value.encode(to: &encoder) }
        }

        init(from decoder: inout WireDecoder) throws(WireError) {
            times = try decoder.list { (decoder) throws(WireError) in try Times(from: &decoder) }
        }
    }

    /// Hands the item to a reader in another process and waits for its times.
    static func times(of item: NSExtensionItem) async throws -> [Times] {
        let processor = sysconf(CInt(_SC_NPROCESSORS_ONLN)) > 1 ? 1 : 0
        guard let socket = try Role.attachmentReader.start(on: processor).0.take() else {
            throw BenchmarkError("there is no socket to the reader")
        }
        let (results, continuation) = AsyncStream<Result>.makeStream()
        let session = try ItemExchange(socket: socket, role: "host") { inbound in
            switch inbound {
            case .event(Result.code, let body):
                if let result = try? Result(wireBytes: body) { continuation.yield(result) }
            case .closed: continuation.finish()
            default: break
            }
        }
        try session.connection.send(SessionInterface.Begin(identifier: "", items: session.export([item])))
        for await result in results {
            session.connection.close()
            return result.times
        }
        throw BenchmarkError("the reader went away")
    }

    static func run(_ socket: consuming Descriptor) async throws {
        let (items, continuation) = AsyncStream<[ItemDescription]>.makeStream()
        let session = try ItemExchange(socket: socket, role: "extension") { inbound in
            switch inbound {
            case .event(SessionInterface.Begin.code, let body):
                if let begin = try? SessionInterface.Begin(wireBytes: body) { continuation.yield(begin.items) }
            case .closed: continuation.finish()
            default: break
            }
        }
        for await descriptions in items {
            let providers = session.items(descriptions).first?.attachments ?? []
            var times: [Times] = []
            for (provider, size) in zip(providers, Attachments.sizes) {
                times.append(try await dataTimes(provider, size.bytes, size.loads))
            }
            try session.connection.send(Result(times))
        }
    }

    private static func dataTimes(_ provider: NSItemProvider, _ size: Int, _ loads: Int) async throws -> Times {
        let from = [UInt8](repeating: 3, count: size)
        var to = [UInt8](repeating: 5, count: size)
        var (ours, floor): ([Int64], [Int64]) = ([], [])
        for index in 0..<loads + Attachments.warmUp {
            var sum: UInt64 = 0
            let copied = to.withUnsafeMutableBytes { to in
                from.withUnsafeBytes { from -> Int64 in
                    guard let to = to.baseAddress, let from = from.baseAddress else { return 0 }
                    return floor_copy(to, from, size, &sum)
                }
            }
            let taken = try await load(provider, size)
            if index >= Attachments.warmUp {
                floor.append(copied)
                ours.append(taken)
            }
        }
        return Times(ours: ours.median, floor: floor.median)
    }

    /// How long it takes to load and to read.
    private static func load(_ provider: NSItemProvider, _ size: Int) async throws -> Int64 {
        let start = floor_now()
        return try await withCheckedThrowingContinuation { continuation in
            provider.loadDataRepresentation(forTypeIdentifier: "public.data") { data, error in
                guard let data, data.count == size else {
                    return continuation.resume(throwing: error ?? BenchmarkError("the data are too short"))
                }
                let sum = data.withUnsafeBytes { $0.baseAddress.map { floor_read($0, size) } }
                withExtendedLifetime(sum) {}
                continuation.resume(returning: floor_now() - start)
            }
        }
    }
}
