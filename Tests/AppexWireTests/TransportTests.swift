import AppexSystem
@testable import AppexWire
import Glibc
import Synchronization
import SystemPackage
import Testing

@Suite(.timeLimit(.minutes(30))) struct TransportTests {
    private static func packet(_ number: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 2048) { buffer, count in
            buffer.initialize(repeating: UInt8(truncatingIfNeeded: number))
            count = buffer.count
        }
    }

    private enum Seen: Sendable, Equatable {
        case packet(UInt8, descriptors: Int)
        case end(WireError?)
    }

    private static func receiver(_ inbox: Inbox<Seen>) -> @Sendable (TransportEvent) -> Void {
        { event in
            switch event {
            case .packet(let bytes, let descriptors): inbox.put(.packet(bytes[0], descriptors: descriptors?.count ?? 0))
            case .end(let error): inbox.put(.end(error))
            }
        }
    }

    private static func withPair(_ link: Link, _ body: (any Transport, any Transport) async throws -> Void) async throws
    {
        let loop = try EventLoop(name: "test-loop")
        defer { loop.stop() }
        let (first, second) = try link.pair(on: loop)
        try await body(first, second)
        first.close()
        second.close()
    }

    @Test(arguments: Link.allCases, [true, false])
    func `what does not fit the peer's buffer waits, and arrives in order`(_ link: Link, _ startedBefore: Bool)
        async throws
    {
        try await Self.withPair(link) { first, second in
            if startedBefore { try first.start { _ in } }
            for number in 0..<1000 {
                let bag =
                    number.isMultiple(of: 100) ? DescriptorBag(try Descriptor(opening: "/dev/null", O_RDONLY)) : nil
                try first.send(Self.packet(number), bag)
            }
            if !startedBefore { try first.start { _ in } }
            let inbox = Inbox<Seen>()
            try second.start(Self.receiver(inbox))
            for number in 0..<1000 {
                let expected = Seen.packet(
                    UInt8(truncatingIfNeeded: number), descriptors: number.isMultiple(of: 100) ? 1 : 0)
                #expect(await inbox.next() == expected)
            }
        }
    }

    @Test(arguments: Link.allCases) func `what is sent while the receiver starts keeps its order`(_ link: Link)
        async throws
    {
        for _ in 0..<20 {
            try await Self.withPair(link) { first, second in
                let inbox = Inbox<Seen>()
                let sender = Task { for number in 0..<200 { try first.send(Self.packet(number), nil) } }
                try first.start { _ in }
                try second.start(Self.receiver(inbox))
                try await sender.value
                for number in 0..<200 { #expect(await inbox.next() == .packet(UInt8(number), descriptors: 0)) }
            }
        }
    }

    @Test func `what a peer sent arrives also when it closes its end with packets unread`() async throws {
        let loop = try EventLoop(name: "test-loop")
        defer { loop.stop() }
        let (own, other) = try PacketSocket.pair().bags()
        guard let own = own.take(), let peer = other.take() else { throw Errno.badFileDescriptor }
        let transport = SocketTransport(own, on: loop)
        try transport.send([1], nil)
        do {
            let peer = peer
            for number in [2, 3] as [UInt8] { try #require(try Packet.send([number], nil, on: peer.rawValue)) }
        }
        let inbox = Inbox<Seen>()
        try transport.start(Self.receiver(inbox))
        for number in [2, 3] as [UInt8] { #expect(await inbox.next() == .packet(number, descriptors: 0)) }
        #expect(await inbox.next() == .end(nil))
    }

    @Test(arguments: Link.allCases) func `the end comes once, after what was sent before it`(_ link: Link) async throws
    {
        try await Self.withPair(link) { first, second in
            let inbox = Inbox<Seen>()
            try first.send(Self.packet(1), nil)
            first.close()
            first.close()
            try second.start(Self.receiver(inbox))
            #expect(await inbox.next() == .packet(1, descriptors: 0))
            #expect(await inbox.next() == .end(nil))
            #expect(throws: WireError.closed("this end has been closed")) { try first.send([1], nil) }
        }
    }

    @Test(arguments: Link.allCases) func `a receiver that closes is not called again`(_ link: Link) async throws {
        let loop = try EventLoop(name: "test-loop")
        defer { loop.stop() }
        let (first, second) = try link.pair(on: loop)
        let calls = Atomic(0)
        for number in 0..<10 { try first.send(Self.packet(number), nil) }
        try second.start { _ in
            calls.add(1, ordering: .relaxed)
            second.close()
        }
        let inbox = Inbox<Seen>()
        try first.start(Self.receiver(inbox))
        #expect(await inbox.next() == .end(nil))
        #expect(calls.load(ordering: .relaxed) == 1)
    }

    @Test(arguments: Link.allCases) func `closing in the middle of sending from many threads harms nobody`(_ link: Link)
        async throws
    {
        for _ in 0..<50 {
            try await Self.withPair(link) { first, second in
                let inbox = Inbox<Seen>()
                try first.start(Self.receiver(inbox))
                try second.start { _ in }
                await withTaskGroup(of: Void.self) { group in
                    for _ in 0..<4 {
                        group.addTask {
                            for number in 0..<100 {
                                do throws(WireError) { try first.send(Self.packet(number), nil) } catch {
                                    guard case .closed = error else {
                                        Issue.record(error)
                                        return
                                    }
                                }
                            }
                        }
                    }
                    group.addTask { second.close() }
                    group.addTask { first.close() }
                }
            }
        }
    }

    @Test(arguments: Link.allCases) func `closing closes what was waiting and what nobody received`(_ link: Link)
        async throws
    {
        let (kept, passed) = try PacketSocket.pair().bags()
        guard let mine = kept.take() else { return }
        try await Self.withPair(link) { first, second in
            if link == .socket {
                while (first as? SocketTransport)?.isFlowing == true { try first.send(Self.packet(0), nil) }
            }
            try first.send([1], passed.takeAll())
            first.close()
            second.close()
        }
        #expect(try hangsUp(mine.rawValue))
    }

    /// The kernel counts the descriptors on their way for all processes of a user, and root may have any number.
    @Test func `a packet waits while the kernel takes no more descriptors, and then arrives with them`() async {
        await #expect(processExitsWith: .success) {
            if geteuid() == 0 { try #require(setgid(65_534) == 0 && setuid(65_534) == 0) }
            // Above what this process has inherited.
            let highest = (0..<CInt(4096)).last { fcntl($0, F_GETFD) >= 0 } ?? 0
            let count = rlim_t(highest) + 64
            var limit = rlimit(rlim_cur: count, rlim_max: count)
            try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
            let (crowd, unread) = try PacketSocket.pair().bags()
            let (near, far) = try PacketSocket.pair().bags()
            guard let full = crowd.take(), let reader = unread.take(), let own = near.take(), let other = far.take()
            else {
                throw Errno.badFileDescriptor
            }
            func some(_ count: Int) throws -> DescriptorBag {
                let bag = DescriptorBag()
                for _ in 0..<count { bag.append(try SealedMemory.file(holding: [1].span.bytes)) }
                return bag
            }
            do {
                while true { _ = try Packet.send([1], some(10), on: full.rawValue) }
            } catch { #expect(error as? Errno == .tooManyReferences) }

            let loop = try EventLoop(name: "test-loop")
            defer { loop.stop() }
            let inbox = Inbox<Seen>()
            let receiver = SocketTransport(other, on: loop)
            try receiver.start(Self.receiver(inbox))
            let sender = SocketTransport(own, on: loop)
            try sender.start { _ in }
            try sender.send([2], some(1))
            try sender.send([3], nil)
            #expect(!sender.isFlowing)
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 8, alignment: 8)
            defer { buffer.deallocate() }
            while case .packet = try Packet.receive(into: buffer, from: reader.rawValue) {}
            #expect(await inbox.next() == .packet(2, descriptors: 1))
            #expect(await inbox.next() == .packet(3, descriptors: 0))
            receiver.close()
            sender.close()
        }
    }

    @Test func `a transport and its socket go when the connection goes`() async {
        await #expect(processExitsWith: .success) {
            let before = try openSockets()
            let loop = try EventLoop(name: "test-loop")
            for _ in 0..<20 {
                let (first, second) = try Link.socket.pair(on: loop)
                let ends = Inbox<WireError>()
                let server = Connection(second, on: loop, role: "server")
                try server.start { if case .closed(let error) = $0 { ends.put(error) } }
                do {
                    let client = Connection(first, on: loop, role: "client")
                    try client.start { _ in }
                    try client.send(Note(1))
                }
                _ = await ends.next()
            }
            await withCheckedContinuation { continuation in loop.execute { continuation.resume() } }
            #expect(try openSockets() == before)
        }
    }
}

/// The sockets that this process has open.
private func openSockets() throws -> Int {
    let directory = try #require(opendir("/proc/self/fd"))
    defer { closedir(directory) }
    var count = 0
    while let entry = readdir(directory) {
        var status = stat()
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if let number = CInt(name), fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK { count += 1 }
    }
    return count
}
