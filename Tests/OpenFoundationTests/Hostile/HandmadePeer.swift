import AppexProtocol
import AppexSystem
import AppexWire
import Foundation
import Glibc
import OpenFoundation
import Synchronization
import SystemPackage
import Testing

/// One end of a session by hand: it speaks the frames and keeps to no rule that a test does not want it to. At the
/// other end is the victim, which is ours.
final class HandmadePeer: Sendable {
    let victim: ItemExchange
    /// How the victim's session ended; nothing for as long as it has not.
    let end: Promise<WireError>
    /// The events and requests that the victim does not handle itself.
    let heard: History
    /// What keeps to the rules: greets, and hears what the victim says.
    let connection: Connection
    /// The socket, past the connection.
    private let raw: DescriptorBag
    private let kept = Mutex<[any Sendable]>([])

    /// - Parameter reads: whether the peer reads what the victim sends.
    private init(
        _ role: String, reads: Bool, _ receive: @escaping @Sendable (HandmadePeer, Connection.Inbound) -> Void
    ) throws {
        let (near, far) = try PacketSocket.pair().bags()
        guard let nearEnd = near.take(), let farEnd = far.take() else { throw Errno.badFileDescriptor }
        let (end, heard) = (Promise<WireError>(), History())
        (self.end, self.heard) = (end, heard)
        victim = try ItemExchange(socket: nearEnd, role: role) { inbound in
            switch inbound {
            case .closed(let error): end.give(error)
            case .event(let code, _): heard.add("event \(code)")
            case .request(let request): heard.add("request \(request.code)")
            }
        }
        raw = DescriptorBag(try farEnd.duplicate())
        connection = try Connection(socket: farEnd, role: role == "host" ? "extension" : "host")
        if reads {
            try connection.start { [weak self] in if let self { receive(self, $0) } }
        } else {
            send(Frame(.hello, body: try Hello(role: "mute").wireBytes()))
        }
    }

    /// Lends a peer to `body`, and hangs up afterwards.
    static func with(
        victim role: String, reads: Bool = true,
        receiving receive: @escaping @Sendable (HandmadePeer, Connection.Inbound) -> Void = { _, _ in },
        _ body: (HandmadePeer) async throws -> Void
    ) async throws {
        let peer = try HandmadePeer(role, reads: reads, receive)
        defer { peer.hangUp() }
        try await body(peer)
    }

    /// The same for a peer that answers loads: of its second provider as it should, with 1, 2, 3.
    static func with(
        victim role: String,
        answering answer: @escaping @Sendable (HandmadePeer, SessionInterface.Load, InboundRequest) -> Void,
        _ body: (HandmadePeer) async throws -> Void
    ) async throws {
        try await with(victim: role) { peer, inbound in
            guard case .request(let request) = inbound, let load = try? request.decode(SessionInterface.Load.self)
            else { return }
            guard load.provider == 1 else { return request.reply(SessionInterface.Content.value(.data([1, 2, 3]))) }
            answer(peer, load, request)
        } _: {
            try await body($0)
        }
    }

    /// Keeps descriptors open, or a request unanswered, until the test is over.
    func keep(_ thing: any Sendable) { kept.withLock { $0.append(thing) } }
    var hasKept: Bool { kept.withLock { !$0.isEmpty } }

    func hangUp() {
        raw.withNumbers { Packet.shutdown($0[0]) }
        connection.close()
        let left = kept.withLock { kept in
            defer { kept = [] }
            return kept
        }
        withExtendedLifetime(left) {}
    }

    func send(_ packet: [UInt8], _ descriptors: DescriptorBag? = nil) {
        raw.withNumbers { numbers in
            do {
                // As an ordinary sender waits for room.
                while try !Packet.send(packet, descriptors, on: numbers[0]) { sched_yield() }
            } catch {
                // The victim has hung up, as it may.
            }
        }
    }

    func send(_ frame: Frame) {
        if let packet = try? frame.packet() { send(packet.bytes, packet.descriptors) }
    }

    func send(_ kind: Frame.Kind, request: UInt64 = 0, _ message: some WireMessage, _ descriptors: DescriptorBag? = nil)
    {
        guard let body = try? message.wireBytes() else { return }
        send(Frame(kind, code: type(of: message).code, request: request, body: body, descriptors: descriptors))
    }

    /// Reads until the next answer, for a peer that does not read by itself.
    ///
    /// - Returns: nil when the victim has hung up.
    func nextAnswer() async throws -> SessionInterface.Content? {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: WireLimits.frameBytes, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            switch try raw.withNumbers({ numbers in Result { try Packet.receive(into: buffer, from: numbers[0]) } })
                .get()
            {
            case .end: return nil
            case .nothing: await Task.yield()
            case .packet(let count, let descriptors, _):
                let frame = try Frame(parsing: UnsafeRawBufferPointer(rebasing: buffer[..<count]), descriptors)
                if frame.kind == .reply { return try SessionInterface.Content(wireBytes: frame.body) }
            }
        }
    }

    /// A stand-in of the victim for a provider of this peer.
    func provider(_ number: UInt64 = 1, _ kind: RepresentationDescription.Kind = .data) throws -> NSItemProvider {
        let description = ProviderDescription(
            identifier: number, representations: [RepresentationDescription("public.data", kind)])
        return try #require(victim.items([ItemDescription(attachments: [description])]).first?.attachments?.first)
    }

    /// Offers providers of the victim, which get the numbers from 1.
    func offer(_ providers: [NSItemProvider]) {
        let item = NSExtensionItem()
        item.attachments = providers
        _ = victim.export([item])
    }

    /// Checks that a session of somebody else is well.
    static func expectOthersServed(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let loaded = try await Distance.acrossSession.with(NSItemProvider(Data([8]), "public.data")) {
            try await $0.data("public.data")
        }
        #expect(loaded == Data([8]), sourceLocation: sourceLocation)
    }

    /// Checks that the session is well: the second provider can be loaded.
    func expectWell(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let loaded = try await provider(2).data("public.data")
        #expect(loaded == Data([1, 2, 3]), sourceLocation: sourceLocation)
    }
}
