import AppexSystem
import AppexWire
import SystemPackage
import Testing

/// The two ways in which connections are connected; what holds for one has to hold for the other.
enum Link: String, CaseIterable, CustomTestStringConvertible {
    case inProcess, socket

    var testDescription: String { rawValue }

    func pair(on loop: EventLoop, takesDescriptors: Bool = true) throws -> (any Transport, any Transport) {
        switch self {
        case .inProcess:
            return InProcessTransport.pair(on: loop)
        case .socket:
            let (first, second) = try PacketSocket.pair().bags()
            guard let first = first.take(), let second = second.take() else { throw Errno.badFileDescriptor }
            return (
                SocketTransport(first, on: loop, takesDescriptors: takesDescriptors), SocketTransport(second, on: loop)
            )
        }
    }
}

/// Two connections that talk to each other, on a loop of their own.
struct Peers: Sendable {
    let loop: EventLoop
    let client: Connection
    let server: Connection
    /// What arrives at the client.
    let clientInbox = Inbox<Connection.Inbound>()

    /// Starts both, runs `body`, and closes both.
    static func with(
        _ link: Link, serve: @escaping @Sendable (Connection.Inbound) -> Void,
        _ body: (Peers) async throws -> Void
    ) async throws {
        let loop = try EventLoop(name: "test-loop")
        defer { loop.stop() }
        let (first, second) = try link.pair(on: loop)
        let peers = Peers(
            loop: loop, client: Connection(first, on: loop, role: "client"),
            server: Connection(second, on: loop, role: "server"))
        defer {
            peers.client.close()
            peers.server.close()
        }
        try peers.server.start(serve)
        let inbox = peers.clientInbox
        try peers.client.start { inbox.put($0) }
        try await body(peers)
    }

    /// The same, where the test looks at what arrives at the server.
    static func with(_ link: Link, _ body: (Peers, Inbox<Connection.Inbound>) async throws -> Void) async throws {
        let inbox = Inbox<Connection.Inbound>()
        try await with(link, serve: { inbox.put($0) }) { try await body($0, inbox) }
    }
}

/// A connection whose peer is a test that says whatever it likes.
struct Hostile: Sendable {
    let loop: EventLoop
    let victim: Connection
    let transport: any Transport
    /// What arrives at the victim.
    let inbox: Inbox<Connection.Inbound>
    /// What the victim says.
    let heard = Inbox<Frame>()

    static func with(
        _ link: Link, hello: Bool = true, acknowledgement: Duration = .seconds(3600),
        hearing: Hearing = .everything, inbox: Inbox<Connection.Inbound> = Inbox(),
        serve: (@Sendable (Connection.Inbound) -> Void)? = nil, _ body: (Hostile) async throws -> Void
    ) async throws {
        let loop = try EventLoop(name: "test-loop")
        defer { loop.stop() }
        let takesDescriptors = if case .answers = hearing { false } else { true }
        let (first, second) = try link.pair(on: loop, takesDescriptors: takesDescriptors)
        let hostile = Hostile(
            loop: loop,
            victim: Connection(first, on: loop, role: "victim", hearing: hearing, acknowledgement: acknowledgement),
            transport: second, inbox: inbox)
        defer {
            hostile.victim.close()
            second.close()
        }
        let heard = hostile.heard
        try hostile.victim.start(serve ?? { inbox.put($0) })
        try second.start { event in
            guard case .packet(let bytes, let descriptors) = event else { return heard.finish() }
            do { heard.put(try Frame(parsing: bytes, descriptors)) } catch { Issue.record(error) }
        }
        #expect(await heard.next()?.kind == .hello)
        if hello { try hostile.say(Frame(.hello, body: try Hello(role: "hostile").wireBytes())) }
        try await body(hostile)
    }

    func say(_ frame: Frame) throws {
        let packet = try frame.packet()
        try transport.send(packet.bytes, packet.descriptors)
    }

    /// The reason for which the victim has hung up, nil when it has not.
    func verdict() async -> WireError? {
        guard case .closed(let error) = await inbox.next() else { return nil }
        return error
    }

    /// Checks that the victim still listens, and has handled everything that was said before.
    func expectAlive() async throws {
        try say(Frame(.event, code: Note.code, body: try Note(4711).wireBytes()))
        guard case .event(Note.code, _, _) = await inbox.next() else {
            Issue.record("the victim does not listen any more")
            return
        }
    }
}
