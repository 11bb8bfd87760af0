import AppexSystem
import AppexWire
import Glibc
import SystemPackage
import Testing

@Suite(.timeLimit(.minutes(1))) struct ListenerTests {
    @Test func `clients are accepted with their credentials, and talk`() async throws {
        try await withTemporaryFolder { folder in
            let loop = try EventLoop(name: "test-loop")
            defer { loop.stop() }
            let accepted = Inbox<(Connection, PeerCredentials)>()
            let listener = try Listener(at: folder.appending("s"), on: loop) { client, peer in
                let connection = Connection(SocketTransport(client, on: loop), on: loop, role: "server")
                do { try connection.start(ConnectionTests.echo) } catch { Issue.record(error) }
                accepted.put((connection, peer))
            }
            for number in 0..<3 {
                let socket = try PacketSocket.connect(to: folder.appending("s"))
                let client = Connection(SocketTransport(try socket.descriptor.duplicate(), on: loop), on: loop, role: "client")
                try client.start { _ in }
                let (reply, _) = try await client.call(Echo(number), within: .seconds(60))
                #expect(reply.number == number)
                #expect(await accepted.next()?.1.processIdentifier == getpid())
            }
            listener.close()
        }
    }

    @Test func `a closed listener accepts nobody`() async throws {
        try await withTemporaryFolder { folder in
            let loop = try EventLoop(name: "test-loop")
            defer { loop.stop() }
            do {
                let listener = try Listener(at: folder.appending("s"), on: loop) { _, _ in Issue.record("accepted") }
                listener.close()
                _ = try PacketSocket.connect(to: folder.appending("s"))
                await withCheckedContinuation { continuation in loop.execute { continuation.resume() } }
            }
            #expect(throws: Errno.connectionRefused) { _ = try PacketSocket.connect(to: folder.appending("s")) }
        }
    }

    @Test func `a path that cannot be listened at says which`() async throws {
        let loop = try EventLoop(name: "test-loop")
        defer { loop.stop() }
        #expect(throws: WireError.system(.noSuchFileOrDirectory, doing: "listening at /nowhere/at/all")) {
            _ = try Listener(at: "/nowhere/at/all", on: loop) { _, _ in }
        }
    }

    @Test func `a listener without descriptors rests, and accepts again when there are some`() async {
        await #expect(processExitsWith: .success) {
            try await withTemporaryFolder { folder in
                let loop = try EventLoop(name: "test-loop")
                let accepted = Inbox<Void>()
                let listener = try Listener(at: folder.appending("s"), on: loop) { client, _ in
                    _ = consume client
                    accepted.put(())
                }
                let client = try PacketSocket.connect(to: folder.appending("s"))
                await accepted.next()
                // Descriptor numbers up to 255 and no more, all of them in use but one.
                var limit = rlimit(rlim_cur: 256, rlim_max: 256)
                #expect(setrlimit(__rlimit_resource_t(7), &limit) == 0)  // RLIMIT_NOFILE
                var used: [CInt] = []
                while true {
                    let number = dup(client.descriptor.rawValue)
                    guard number >= 0 else { break }
                    used.append(number)
                }
                if let last = used.popLast() { close(last) }
                let late = try PacketSocket.connect(to: folder.appending("s"))
                while !listener.isResting { sched_yield() }
                #expect(accepted.count == 0)
                for number in used { close(number) }
                await accepted.next()
                #expect(!listener.isResting)
                _ = consume late
            }
        }
    }
}
