import AppexSystem
import Glibc
import SystemPackage
import TestSupport
import Testing

@Suite struct PacketSocketTests {
    private static func receive(_ capacity: Int = 64, from socket: CInt) throws -> Packet.Received {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
        defer { buffer.deallocate() }
        return try Packet.receive(into: buffer, from: socket)
    }

    @Test func `packets arrive whole and in order`() throws {
        let pair = try PacketSocket.pair()
        for count in [3, 1, 2] {
            #expect(try Packet.send([UInt8](repeating: 7, count: count), nil, on: pair.first.rawValue))
        }
        for expected in [3, 1, 2] {
            guard case .packet(expected, nil, false) = try Self.receive(from: pair.second.rawValue) else {
                Issue.record("no packet of \(expected) bytes")
                return
            }
        }
        guard case .nothing = try Self.receive(from: pair.second.rawValue) else {
            Issue.record("a packet that nobody sent")
            return
        }
    }

    @Test func `descriptors travel in order, and the sender keeps its own`() throws {
        let pair = try PacketSocket.pair()
        let message = try PacketSocket.pair()
        let sent = DescriptorBag(try message.first.duplicate())
        sent.append(try Descriptor(opening: "/dev/null", O_RDONLY))
        #expect(try Packet.send([1], sent, on: pair.first.rawValue))
        #expect(sent.count == 2)
        guard case .packet(1, let received?, false) = try Self.receive(from: pair.second.rawValue) else {
            Issue.record("no descriptors")
            return
        }
        #expect(received.count == 2)
        let socket = try requireFirst(received)
        #expect(fcntl(socket.rawValue, F_GETFD) & FD_CLOEXEC != 0)
        #expect(try Packet.send([9], nil, on: socket.rawValue))
        guard case .packet(1, nil, false) = try Self.receive(from: message.second.rawValue) else {
            Issue.record("not the socket that was sent")
            return
        }
        let null = try requireFirst(received)
        let status = try null.status()
        #expect(status.st_mode & S_IFMT == S_IFCHR)
    }

    @Test func `what did not fit is reported, and its descriptors are still closed`() async {
        await #expect(processExitsWith: .success) {
            let pair = try PacketSocket.pair()
            let before = try openDescriptors()
            let bag = DescriptorBag(try SealedMemory.file(holding: [1].span.bytes))
            #expect(try Packet.send([UInt8](repeating: 0, count: 65), bag, on: pair.first.rawValue))
            do {
                guard case .packet(64, let received, truncated: true) = try Self.receive(64, from: pair.second.rawValue)
                else {
                    Issue.record("a cut packet was not noticed")
                    return
                }
                #expect(received?.count == 1)
            }
            _ = bag.take()
            #expect(try openDescriptors() == before)
        }
    }

    @Test func `a packet whose descriptors have no room here is reported`() async {
        await #expect(processExitsWith: .success) {
            let pair = try PacketSocket.pair()
            let bag = DescriptorBag(try Descriptor(opening: "/dev/null", O_RDONLY))
            #expect(try Packet.send([1], bag, on: pair.first.rawValue))
            let highest = try #require(try openDescriptors().max())
            var limit = rlimit(rlim_cur: rlim_t(highest + 1), rlim_max: rlim_t(highest + 1))
            #expect(setrlimit(__rlimit_resource_t(7), &limit) == 0)  // RLIMIT_NOFILE
            while dup(0) >= 0 {}
            guard case .packet(1, let bag?, truncated: false) = try Self.receive(from: pair.second.rawValue) else {
                Issue.record("a missing descriptor was not noticed")
                return
            }
            #expect(bag.count == 0 && bag.someWereLost)
        }
    }

    @Test func `an empty packet is refused, since it would look like the end`() throws {
        let pair = try PacketSocket.pair()
        #expect(throws: Errno.invalidArgument) { try Packet.send([], nil, on: pair.first.rawValue) }
    }

    @Test func `more descriptors than fit are refused`() throws {
        let pair = try PacketSocket.pair()
        let bag = DescriptorBag()
        for _ in 0...PacketSocket.maximumDescriptors { bag.append(try Descriptor(opening: "/dev/null", O_RDONLY)) }
        #expect(throws: Errno.invalidArgument) { try Packet.send([1], bag, on: pair.first.rawValue) }
    }

    @Test func `a full peer is no error, and a gone peer is one`() throws {
        let pair = try PacketSocket.pair()
        var sent = 0
        while try Packet.send([UInt8](repeating: 0, count: 1024), nil, on: pair.first.rawValue) { sent += 1 }
        #expect(sent > 0)
        Packet.shutdown(pair.second.rawValue)
        #expect(throws: Errno.brokenPipe) { try Packet.send([1], nil, on: pair.first.rawValue) }
    }

    @Test func `what was sent before the end is read before the end`() throws {
        let pair = try PacketSocket.pair()
        #expect(try Packet.send([1, 2], nil, on: pair.first.rawValue))
        Packet.shutdown(pair.first.rawValue)
        guard case .packet(2, nil, false) = try Self.receive(from: pair.second.rawValue) else {
            Issue.record("the last packet is lost")
            return
        }
        guard case .end = try Self.receive(from: pair.second.rawValue) else {
            Issue.record("no end")
            return
        }
    }

    @Test func `the kernel says who the peer is`() throws {
        let pair = try PacketSocket.pair()
        let peer = try PeerCredentials(of: pair.first)
        #expect(peer.processIdentifier == getpid())
        #expect(peer.userIdentifier == geteuid())
        #expect(peer.groupIdentifier == getegid())
        #expect(CurrentUser.identifier == geteuid())
    }

    @Test func `credentials of something else than a socket are an error`() throws {
        let null = try Descriptor(opening: "/dev/null", O_RDONLY)
        #expect(throws: Errno(rawValue: ENOTSOCK)) { try PeerCredentials(of: null) }
    }
}

@Suite struct ListeningSocketTests {
    @Test func `a client and the listener talk`() async throws {
        try await withTemporaryFolder { folder in
            let listener = try PacketSocket.listen(at: folder.appending("s"))
            let client = try PacketSocket.connect(to: folder.appending("s"))
            let accepted = try listener.accept()
            #expect(try Packet.send([5], nil, on: client.descriptor.rawValue))
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 8, alignment: 8)
            defer { buffer.deallocate() }
            guard case .packet(1, nil, false) = try Packet.receive(into: buffer, from: accepted.rawValue) else {
                Issue.record("nothing arrived")
                return
            }
            #expect(buffer[0] == 5)
        }
    }

    @Test func `only the same user may connect, from the first instant`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending("s")
            let listener = try PacketSocket.listen(at: path)
            var status = stat()
            #expect(lstat(path.string, &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600)
            #expect(throws: Errno.wouldBlock) { _ = try listener.accept() }
        }
    }

    @Test func `a stale socket is replaced`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending("s")
            do {
                let stale = try PacketSocket.listen(at: path)
                // Closing alone would not do at once: a test that is starting a process may share it.
                Packet.shutdown(stale.descriptor.rawValue)
            }
            #expect(throws: Errno.connectionRefused) { _ = try PacketSocket.connect(to: path) }
            let listener = try PacketSocket.listen(at: path)
            let client = try PacketSocket.connect(to: path)
            _ = try listener.accept()
            _ = consume client
        }
    }

    @Test func `anything but a socket is left alone`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending("precious")
            do { _ = try Descriptor(opening: path, O_WRONLY | O_CREAT) }
            #expect(throws: Errno.fileExists) { _ = try PacketSocket.listen(at: path) }
            var status = stat()
            #expect(lstat(path.string, &status) == 0)
            #expect(status.st_mode & S_IFMT == S_IFREG)
        }
    }

    @Test func `a path that does not fit an address is refused, not cut`() {
        let path = FilePath("/tmp/" + String(repeating: "x", count: 120))
        #expect(throws: Errno.fileNameTooLong) { _ = try PacketSocket.listen(at: path) }
        #expect(throws: Errno.fileNameTooLong) { _ = try PacketSocket.connect(to: path) }
    }

    @Test func `connecting where nobody is says so`() async throws {
        try await withTemporaryFolder { folder in
            #expect(throws: Errno.noSuchFileOrDirectory) { _ = try PacketSocket.connect(to: folder.appending("s")) }
        }
    }

    @Test func `connecting to a listener that is stuck has an end`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending("s")
            let listener = try PacketSocket.listen(at: path, backlog: 0)
            let waiting = try PacketSocket.connect(to: path)
            #expect(throws: Errno.resourceTemporarilyUnavailable) {
                _ = try PacketSocket.connect(to: path, within: .milliseconds(1))
            }
            _ = consume waiting
            _ = consume listener
        }
    }
}
