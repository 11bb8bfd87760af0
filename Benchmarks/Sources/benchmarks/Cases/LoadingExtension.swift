import AppexProtocol
import AppexSystem
import AppexWire
import CFloor
import Foundation
import OpenFoundation
import Synchronization

/// An extension that is handed items by an ``ItemHost`` on another processor, and loads them.
struct LoadingExtension {
    private let host: Connection

    /// Starts the host.
    init(hostOn processor: Int) throws {
        guard let socket = try Role.itemHost.start(on: processor).0.take() else {
            throw BenchmarkError("there is no socket to the host")
        }
        host = try Connection(socket: socket, role: "extension")
        try host.start { _ in }
    }

    /// A request that has begun.
    struct Request {
        let session: ItemExchange
        let descriptions: [ProviderDescription]
        let providers: [NSItemProvider]

        func end() { session.connection.close() }
    }

    /// Has the host begin a request.
    func request(_ want: ItemHost.Want) async throws -> Request {
        let (begun, continuation) = AsyncStream<[ItemDescription]>.makeStream()
        let (ours, theirs) = try PacketSocket.pair().bags()
        guard let socket = ours.take() else { throw BenchmarkError("no pair of sockets") }
        let session = try ItemExchange(socket: socket, role: "extension") { inbound in
            switch inbound {
            case .event(SessionInterface.Begin.code, let body):
                if let begin = try? SessionInterface.Begin(wireBytes: body) { continuation.yield(begin.items) }
            case .closed: continuation.finish()
            default: break
            }
        }
        try host.send(want, theirs)
        var iterator = begun.makeAsyncIterator()
        guard let descriptions = await iterator.next() else { throw BenchmarkError("the host went away") }
        return Request(
            session: session, descriptions: descriptions.first?.attachments ?? [],
            providers: session.items(descriptions).first?.attachments ?? [])
    }

    func end() { host.close() }

    /// Loads data again and again, each time in the completion of the load before.
    ///
    /// - Parameter providers: loaded by turns.
    /// - Parameter inFlight: how many loads are under way at any moment.
    /// - Returns: how long each took, in nanoseconds.
    static func loads(_ providers: [NSItemProvider], _ count: Int, inFlight: Int = 1) async throws -> [Int64] {
        try await withCheckedThrowingContinuation { continuation in
            let loads = DataLoads(providers, count, continuation)
            for _ in 0..<inFlight { loads.next() }
        }
    }
}

/// Loads of data, each of which begins in the completion of one before it.
private final class DataLoads: Sendable {
    private struct State {
        var begun = 0
        var times: [Int64] = []
        var done: CheckedContinuation<[Int64], any Error>?
    }

    private let providers: [NSItemProvider]
    private let count: Int
    private let state: Mutex<State>

    init(_ providers: [NSItemProvider], _ count: Int, _ done: CheckedContinuation<[Int64], any Error>) {
        self.providers = providers
        self.count = count
        state = Mutex(State(done: done))
    }

    func next() {
        let number = state.withLock { state -> Int? in
            guard state.begun < count else { return nil }
            defer { state.begun += 1 }
            return state.begun
        }
        guard let number else { return }
        let start = floor_now()
        providers[number % providers.count].loadDataRepresentation(forTypeIdentifier: "public.data") { data, error in
            let time = floor_now() - start
            guard data?.count == ItemHost.size else {
                return self.end(.failure(error ?? BenchmarkError("what was loaded is of the wrong size")))
            }
            let times = self.state.withLock { state in
                state.times.append(time)
                return state.times.count == self.count ? state.times : nil
            }
            if let times { self.end(.success(times)) } else { self.next() }
        }
    }

    private func end(_ result: Result<[Int64], any Error>) {
        let done = state.withLock { state in
            defer { state.done = nil }
            return state.done
        }
        done?.resume(with: result)
    }
}
