import AppexProtocol
import AppexSystem
import AppexWire
import Foundation
import OpenFoundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// A host and an extension whose other end breaks the rules of a session: one error, of the load or of the session,
/// and every load that waits ends.
@Suite(.accounted, .timeLimit(.minutes(30))) struct HostilePeerTests {
    private static let roles = ["host", "extension"]

    // MARK: What ends the session

    private static let violations: [(name: String, commit: @Sendable (HandmadePeer) -> Void)] = [
        ("an answer that nobody waits for", { $0.send(Frame(.reply, code: SessionInterface.Load.code, request: 999)) }),
        ("less than a header", { $0.send([1, 2, 3]) }),
        ("a header whose body is missing", { $0.send([200, 0, 0, 0, 7, 0, 6, 3, 0, 0, 0, 0, 0, 0, 0, 0]) }),
        ("half a body", { $0.send(Frame(.event, code: SessionInterface.LoadProgress.code, body: [1, 2])) }),
        ("half a load", { $0.send(Frame(.request, code: SessionInterface.Load.code, request: 1, body: [1, 0, 0])) }),
        ("memory without a message", { $0.send(Frame(.event, code: SessionInterface.Memory.code, body: [])) }),
        (
            "memory for a load that was never made",
            { $0.send(.event, SessionInterface.Memory(watch: 1 << 40, size: 8), DescriptorBag()) }
        ),
        ("a release without a number", { $0.send(Frame(.event, code: SessionInterface.Release.code, body: [1])) }),
        ("another hello", { $0.send(Frame(.hello, body: (try? Hello(role: "x").wireBytes()) ?? [])) }),
    ]

    @Test(arguments: roles, violations.indices)
    func `a broken rule is one error of the session, and of every load that waits`(role: String, index: Int)
        async throws
    {
        let (name, commit) = Self.violations[index]
        try await HandmadePeer.with(victim: role) { peer, inbound in
            // Never answered.
            if case .request(let request) = inbound { peer.keep(request) }
        } _: { peer in
            let waiting = (0..<5).map { _ in Promise<NSError?>() }
            for promise in waiting {
                try peer.provider().loadDataRepresentation(forTypeIdentifier: "public.data") { _, error in
                    promise.give(error as NSError?)
                }
            }
            commit(peer)
            guard case .malformed = try await peer.end.value else {
                Issue.record("\(name) was taken")
                return
            }
            for promise in waiting {
                let error = try await promise.value
                #expect(error?.domain == NSItemProvider.errorDomain, "\(name): \(error as Any)")
            }
            // A load that comes later does not wait either.
            let late = await failure { _ = try await peer.provider().data("public.data") }
            #expect(late?.domain == NSItemProvider.errorDomain)
        }
    }

    @Test(arguments: roles) func `a peer that goes without a word fails every load that waits with -1000`(role: String)
        async throws
    {
        let asked = Mutex(0)
        try await HandmadePeer.with(victim: role) { peer, inbound in
            guard case .request(let request) = inbound else { return }
            peer.keep(request)
            asked.withLock { $0 += 1 }
        } _: { peer in
            let waiting = (0..<20).map { _ in Promise<NSError?>() }
            for promise in waiting {
                try peer.provider().loadDataRepresentation(forTypeIdentifier: "public.data") { _, error in
                    promise.give(error as NSError?)
                }
            }
            try await eventually("all have been asked for") { asked.withLock { $0 } == 20 }
            peer.hangUp()
            for promise in waiting {
                #expect(domainAndCode(try await promise.value) == "NSItemProviderErrorDomain -1000")
            }
        }
    }

    // MARK: What does not

    @Test(arguments: roles) func `an answer to a load that was taken back is dropped, with what comes with it`(
        role: String
    ) async throws {
        let cancelled = Promise<Void>()
        try await HandmadePeer.with(victim: role) { peer, _, request in
            peer.keep(request)
            request.onCancel { cancelled.give(()) }
        } _: { peer in
            let ended = Promise<NSError?>()
            let progress = try peer.provider().loadDataRepresentation(forTypeIdentifier: "public.data") { _, error in
                ended.give(error as NSError?)
            }
            try await eventually("the peer has been asked") { peer.hasKept }
            progress.cancel()
            #expect(domainAndCode(try await ended.value) == "NSCocoaErrorDomain 3072")
            try await cancelled.value
            // The first request of the victim, and its watch number. Memory, progress and three answers.
            let memory = DescriptorBag(try SealedMemory.file(holding: [UInt8](repeating: 1, count: 8).span.bytes))
            peer.send(.event, SessionInterface.Memory(watch: 1, size: 8), memory)
            peer.send(.event, SessionInterface.LoadProgress(watch: 1, fraction: 0.5))
            for content in [SessionInterface.Content.memory, .value(.data([1])), .file(name: "x", .data)] {
                peer.send(
                    Frame(
                        .reply, code: SessionInterface.Load.code, request: 1, body: try content.wireBytes(),
                        descriptors: .null))
            }
            try await peer.expectWell()
        }
    }

    @Test(arguments: roles) func `only the first of several answers counts`(role: String) async throws {
        try await HandmadePeer.with(victim: role) { peer, _, request in
            // The first request of the victim.
            for byte in UInt8(1)...4 {
                guard let body = try? SessionInterface.Content.value(.data([byte])).wireBytes() else { return }
                peer.send(
                    Frame(
                        .reply, code: SessionInterface.Load.code, request: 1, body: body,
                        descriptors: .null))
            }
            peer.keep(request)
        } _: { peer in
            #expect(try await peer.provider().data("public.data") == Data([1]))
            try await peer.expectWell()
        }
    }

    /// A request that nobody knows.
    private struct Unknown: WireRequest {
        typealias Reply = Empty
        static let code: UInt16 = 0x7777
        init() {}
        init(from decoder: inout WireDecoder) throws(WireError) {}
        func encode(to encoder: inout WireEncoder) throws(WireError) {}
    }

    @Test(arguments: roles) func `messages of the other direction change nothing`(role: String) async throws {
        try await HandmadePeer.with(victim: role) { _, _, _ in
        } _: { peer in
            peer.send(.event, SessionInterface.Ready())
            peer.send(.event, SessionInterface.HostChanged(.didEnterBackground))
            peer.send(.event, SessionInterface.Begin(identifier: "x", items: []))
            peer.connection.begin(SessionInterface.Complete(items: []), within: .ample) { _ in }
            peer.connection.begin(Unknown(), within: .ample) { _ in }
            peer.send(Frame(.event, code: 0x7777, body: [1, 2, 3]))
            try await peer.expectWell()
            // Whoever has the session decides; it does not decide itself.
            #expect(
                peer.heard.all == [
                    "event 770", "event 775", "event 769", "request 771", "request 30583", "event 30583",
                ])
        }
    }

    @Test(arguments: roles) func `a provider that was not offered cannot be loaded`(role: String) async throws {
        try await HandmadePeer.with(victim: role) { peer in
            peer.offer([NSItemProvider(Data([7]), "public.data")])
            for provider in [0, 2, 3, UInt64.max] {
                for form in SessionInterface.Load.Form.allCases {
                    let load = SessionInterface.Load(provider: provider, typeIdentifier: "public.data", form: form)
                    await #expect(
                        throws: WireError.remote(
                            RemoteFailure(code: FailureCode.itemUnavailable, message: "There is no item \(provider)."))
                    ) { try await peer.connection.call(load, within: .ample) }
                }
            }
            let load = SessionInterface.Load(provider: 1, typeIdentifier: "public.data", form: .data)
            let content = try await peer.connection.call(load, within: .ample).0
            #expect(content == .value(.data([7])))
        }
    }

    // MARK: Streams

    private static let streams: [(name: String, send: @Sendable (HandmadePeer, Int) -> Void)] = [
        ("events", { peer, number in peer.send(Frame(.event, code: 0x999, body: [UInt8](repeating: 7, count: 1000))) }),
        (
            "progress that nobody watches",
            { peer, number in
                peer.send(.event, SessionInterface.LoadProgress(watch: UInt64(number) << 20, fraction: 0.5))
            }
        ),
        (
            "progress of one load",
            { peer, number in
                peer.send(.event, SessionInterface.LoadProgress(watch: 1, fraction: Double(number % 1000) / 1000))
            }
        ),
        ("releases of nothing", { peer, number in peer.send(.event, SessionInterface.Release(watch: UInt64(number))) }),
        ("cancellations", { peer, number in peer.send(Frame(.cancel, request: UInt64(number) + 1)) }),
        (
            "memory for a load that was answered",
            { peer, number in
                guard let file = try? SealedMemory.file(holding: [UInt8](repeating: 1, count: 8).span.bytes) else {
                    return
                }
                peer.send(.event, SessionInterface.Memory(watch: 1, size: 8), DescriptorBag(file))
            }
        ),
        (
            "events with descriptors",
            { peer, number in
                peer.send(Frame(.event, code: 0x999, descriptors: .null))
            }
        ),
    ]

    @Test(arguments: roles, streams.indices)
    func `a stream of messages harms neither this session nor another`(role: String, index: Int) async throws {
        try await HandmadePeer.with(victim: role) { _, _, request in
            request.reply(SessionInterface.Content.value(.data([4])))
        } _: { peer in
            #expect(try await peer.provider().data("public.data") == Data([4]))
            for number in 0..<3000 {
                Self.streams[index].send(peer, number)
                if number % 1000 == 500 { try await HandmadePeer.expectOthersServed() }
            }
            try await peer.expectWell()
        }
    }
}
