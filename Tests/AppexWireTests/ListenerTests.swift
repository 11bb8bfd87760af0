import AppexSystem
import AppexWire
import Glibc
import Synchronization
import SystemPackage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(30))) struct ListenerTests {
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
                let client = Connection(
                    SocketTransport(try socket.descriptor.duplicate(), on: loop), on: loop, role: "client")
                try client.start { _ in }
                let (reply, _) = try await client.call(Echo(number), within: .ample)
                #expect(reply.number == number)
                #expect(await accepted.next()?.1.processIdentifier == getpid())
            }
            listener.close()
        }
    }

    @Test func `a closed listener refuses everybody, those in the queue too once it has gone`() async throws {
        try await withTemporaryFolder { folder in
            let loop = try EventLoop(name: "test-loop")
            defer { loop.stop() }
            let path = folder.appending("s")
            let waiting: DescriptorBag
            do {
                let held = Atomic(true)
                loop.execute { while held.load(ordering: .relaxed) { sched_yield() } }
                let listener = try Listener(at: path, on: loop) { _, _ in Issue.record("accepted") }
                waiting = DescriptorBag(try PacketSocket.connect(to: path).descriptor.duplicate())
                listener.close()
                held.store(false, ordering: .relaxed)
                #expect(throws: Errno.connectionRefused) { _ = try PacketSocket.connect(to: path) }
                await withCheckedContinuation { continuation in loop.execute { continuation.resume() } }
            }
            let ends = Inbox<WireError?>()
            guard let socket = waiting.take() else { return }
            let transport = SocketTransport(socket, on: loop)
            try transport.start { if case .end(let error) = $0 { ends.put(error) } }
            #expect(await ends.next() == .some(nil))
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
                let accepted = Inbox<DescriptorBag>()
                let listener = try Listener(at: folder.appending("s"), on: loop) { client, _ in
                    accepted.put(DescriptorBag(client))
                }
                // Eight clients wait while the loop is held up and every descriptor is used up. That is
                // more than Dispatch might give back meanwhile of its own.
                let held = Atomic(true)
                loop.execute { while held.load(ordering: .relaxed) { sched_yield() } }
                let clients = DescriptorBag()
                for _ in 0..<8 {
                    clients.append(try PacketSocket.connect(to: folder.appending("s")).descriptor.duplicate())
                }
                var limit = rlimit(rlim_cur: 256, rlim_max: 256)
                #expect(setrlimit(__rlimit_resource_t(7), &limit) == 0)  // RLIMIT_NOFILE
                var used = DescriptorBag()
                func useUp() {
                    while case let number = dup(0), number >= 0 { used.append(Descriptor(owning: number)) }
                }
                useUp()
                held.store(false, ordering: .relaxed)
                while !listener.isResting { useUp() }
                #expect(accepted.count < 8)
                used = DescriptorBag()
                for _ in 0..<8 { _ = await accepted.next() }
                #expect(!listener.isResting)
            }
        }
    }
}
