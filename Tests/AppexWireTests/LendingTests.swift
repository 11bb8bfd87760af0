import AppexSystem
import AppexWire
import Dispatch
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(30))) struct LendingTests {
    /// A server that answers at once, and a client whose tasks go on on the loop's thread.
    private static func withClient(_ body: (Connection, EventLoop) async throws -> Void) async throws {
        let loop = try EventLoop(name: "test-loop")
        defer { loop.stop() }
        let (first, second) = try Link.socket.pair(on: loop)
        let client = Connection(first, on: loop, role: "client", lendsLoop: true)
        let server = Connection(second, on: loop, role: "server")
        defer {
            client.close()
            server.close()
        }
        try server.start { inbound in
            guard case .request(let request) = inbound else { return }
            request.reply(Echo(1))
        }
        try client.start { _ in }
        try await body(client, loop)
    }

    private static var isOnLoop: Bool {
        var bytes = [UInt8](repeating: 0, count: 32)
        let file = open("/proc/thread-self/comm", O_RDONLY)
        defer { close(file) }
        let count = read(file, &bytes, 32)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "test-loop\n"
    }

    @Test func `a task that awaits a reply goes on on the loop's thread, which then is not the loop's`() async throws {
        try await Self.withClient { client, loop in
            // A reply may come before the task waits for it, and the task then goes on where it was.
            repeat { _ = try await client.call(Echo(1), within: .ample) } while !Self.isOnLoop
            #expect(!loop.isCurrent)
            // A thread of the pool that was just made has the name of the thread that made it for a moment.
            repeat { await Task.yield() } while Self.isOnLoop
        }
    }

    @Test func `a task that blocks after a reply does not keep another from its reply`() async throws {
        try await Self.withClient { client, _ in
            let other = Mutex<Int?>(nil)
            repeat { _ = try await client.call(Echo(1), within: .ample) } while !Self.isOnLoop
            let reply = DispatchSemaphore(value: 0)
            client.begin(Echo(1), within: .ample) { result in
                other.withLock { $0 = (try? Echo(wireBytes: result.get().body))?.number }
                reply.signal()
            }
            Self.block(on: reply)
            #expect(other.withLock { $0 } == 1)
        }
    }

    /// Waits as code does that knows nothing of tasks.
    private static func block(on semaphore: DispatchSemaphore) { semaphore.wait() }

    @Test func `a task of an actor that has its own executor goes on there`() async throws {
        try await Self.withClient { client, _ in
            for _ in 0..<100 { try await Self.callOnMain(client) }
        }
    }

    @MainActor private static func callOnMain(_ client: Connection) async throws {
        _ = try await client.call(Echo(1), within: .ample)
        #expect(!isOnLoop)
    }

    @Test(arguments: Link.allCases) func `an answer that comes soon makes the acknowledgement superfluous`(
        _ link: Link
    ) async throws {
        let requests = Inbox<InboundRequest>()
        try await Hostile.with(link) { inbound in
            guard case .request(let request) = inbound else { return }
            if request.body.count > 5 { request.acknowledgeLater() }
            requests.put(request)
        } _: { hostile in
            try hostile.say(Frame(.request, code: Echo.code, request: 1, body: try Echo(10).wireBytes()))
            let soon = await requests.next()
            soon?.reply(Echo(1))
            soon?.acknowledge()
            try hostile.say(Frame(.request, code: Echo.code, request: 2, body: try Echo(10).wireBytes()))
            let late = await requests.next()
            late?.acknowledge()
            late?.acknowledge()
            late?.reply(Echo(2))
            try hostile.say(Frame(.request, code: Echo.code, request: 3, body: try Echo(1).wireBytes()))
            let ordinary = await requests.next()
            var heard: [Frame] = []
            while heard.count < 4, let frame = await hostile.heard.next() { heard.append(frame) }
            #expect(heard.map(\.kind) == [.reply, .accepted, .reply, .accepted])
            #expect(heard.map(\.request) == [1, 2, 2, 3])
            ordinary?.reply(Echo(3))
        }
    }
}
