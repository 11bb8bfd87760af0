import AppexModel
import AppexProtocol
import AppexSystem
import AppexWire
import Foundation
import Glibc
import OpenExtensionKit
import Synchronization
import SystemPackage
import Testing

@testable import OpenExtensionKit
import TestSupport

/// Hosts that break the rules of a session, against a real extension: its process goes on, other requests in it go
/// on, and the next one is served.
@Suite(.timeLimit(.minutes(30))) struct HostileHostTests {
    /// A session with the fixture, spoken by hand.
    private final class RawSession: Sendable {
        let connection: Connection
        let ended = Mutex<WireError?>(nil)
        let begun = Mutex(0)
        private let opened: OpenedSession
        private let raw: DescriptorBag

        init(_ host: ExtensionHost, answering answer: @escaping @Sendable (InboundRequest) -> Void = { _ in })
            async throws
        {
            opened = try await host.broker.open(fixtureIdentifier, for: RequestSummary(), within: .ample)
            guard let socket = opened.socket.take() else { throw Errno.badFileDescriptor }
            raw = DescriptorBag(try socket.duplicate())
            connection = try Connection(socket: socket, role: "host")
            try connection.start { [weak self] inbound in
                switch inbound {
                case .event(SessionInterface.Ready.code, _, _): self?.begun.withLock { $0 += 1 }
                case .closed(let error): self?.ended.withLock { $0 = error }
                case .request(let request): answer(request)
                case .event: break
                }
            }
        }

        func send(_ packet: [UInt8], _ descriptors: DescriptorBag? = nil) {
            raw.withNumbers { numbers in
                while (try? Packet.send(packet, descriptors, on: numbers[0])) == false { sched_yield() }
            }
        }

        func send(_ frame: Frame) {
            if let packet = try? frame.packet() { send(packet.bytes, packet.descriptors) }
        }

        /// Hands the fixture one item with attachments that cannot be loaded before they are answered for.
        func begin(_ behaviour: String, attachments: Int = 0, text: String? = nil) throws {
            let providers = (0..<attachments).map {
                ProviderDescription(
                    identifier: UInt64($0) + 1, representations: [RepresentationDescription("public.data", .data)])
            }
            let item = ItemDescription(
                contentText: text.map { AttributedText($0) }, userInfo: ["FixtureBehaviour": .string(behaviour)],
                attachments: providers)
            try connection.send(SessionInterface.Begin(identifier: "x", items: [item]))
        }

        func close() { connection.close() }
        var lease: SessionLease { opened.lease }
    }

    /// An attachment whose content comes when the test says so.
    private final class LateContent: Sendable {
        private let waiting = Mutex<[@Sendable (Data?, (any Error)?) -> Void]>([])

        var isAwaited: Bool { waiting.withLock { !$0.isEmpty } }
        func give(_ data: Data) { for done in waiting.withLock({ $0 }) { done(data, nil) } }

        var provider: NSItemProvider {
            let provider = NSItemProvider()
            provider.registerDataRepresentation(forTypeIdentifier: "public.data", visibility: .all) { done in
                self.waiting.withLock { $0.append(done) }
                return nil
            }
            return provider
        }
    }

    /// Runs a hostile host beside one whose request is open, and checks that nothing has happened to that and that
    /// the process is the same.
    private func beside(
        _ device: TestDevice, _ body: (ExtensionHost) async throws -> Void
    ) async throws {
        try await device.install(TestAppex())
        let host = device.host()
        // Keeps the process, so that it shows whether it has lived through it.
        let held = try #require(try await host.send("large")[0].attachments?.first)
        let process = try await host.process()
        let content = LateContent()
        let pending = Task { [provider = content.provider] in
            try await host.send(
                "load", text: "data public.data", attachments: [provider], timeout: .ample)[0].userInfo?["lines"]
                as? [String]
        }
        try await eventually("the extension waits for its attachment") { content.isAwaited }
        try await body(device.host())
        content.give(Data([1, 2]))
        #expect(try await pending.value == ["data of 2 bytes"])
        try await host.expectAnswer()
        #expect(try await held.data().count == 5_000_000)
        #expect(try await host.process().pid == process.pid, "the process has been ended")
        withExtendedLifetime(held) {}
    }

    private static let violations: [(name: String, commit: @Sendable (RawSession) -> Void)] = [
        ("garbage", { $0.send([UInt8](repeating: 0xFF, count: 100)) }),
        ("half a frame", { $0.send([200, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]) }),
        ("an answer to nothing", { $0.send(Frame(.reply, code: SessionInterface.Load.code, request: 999)) }),
        ("half a begin", { $0.send(Frame(.event, code: SessionInterface.Begin.code, body: [1, 2, 3])) }),
        (
            "a begin of more items than there can be",
            { $0.send(Frame(.event, code: SessionInterface.Begin.code, body: [0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x7F])) }
        ),
        (
            "a state of the host that is none",
            { $0.send(Frame(.event, code: SessionInterface.HostChanged.code, body: [99])) }
        ),
        ("memory that nobody asked for", { $0.send(Frame(.event, code: SessionInterface.Memory.code, body: [1])) }),
    ]

    @Test func `a file is granted to the extension of a client's own session only`() async throws {
        try await TestDevice.withLastingProcesses { device in
            try await device.install(TestAppex())
            let path = FilePath(try device.write(Data("content".utf8), to: "note.txt"))
            let (owner, stranger) = (device.host(), device.host())
            let (session, other) = (try await RawSession(owner), try await RawSession(stranger))
            // The numbers of sessions can be guessed.
            let stolen = SessionLease(
                session: session.lease.session, broker: stranger.broker, connection: other.lease.connection)
            func refusal(_ lease: SessionLease) async throws -> String? {
                do {
                    _ = try await lease.grant(DescriptorBag(try Descriptor(naming: path)), named: "note.txt")
                    return nil
                } catch WireError.remote(let failure) {
                    #expect(failure.code == FailureCode.refused)
                    return failure.message
                }
            }
            #expect(try await refusal(stolen)?.contains("there is no session \(stolen.session)") == true)
            // Where files cannot be granted at all, that is said of the client's own sessions.
            for lease in [session.lease, other.lease] {
                #expect(try await refusal(lease)?.contains("there is no session") != true)
            }
            session.close()
            other.close()
        }
    }

    @Test func `an app at a relative path is refused, which is no fault of the message`() async throws {
        try await TestDevice.with { device in
            let connection = try await device.connectToBroker()
            defer { connection.close() }
            for path in ["Name.app", "", "./Name.app", "/a\u{0}b"] {
                let error = await #expect(throws: WireError.self) {
                    try await connection.call(BrokerInterface.Install(path: path), within: .ample)
                }
                guard case .remote(let failure) = try #require(error) else { throw Errno.badMessage }
                #expect(failure.code == FailureCode.refused && failure.message.contains("must start with /"))
            }
        }
    }

    @Test func `a broken rule ends the session and nothing else`() async throws {
        try await TestDevice.with { device in
            try await beside(device) { host in
                for (name, commit) in Self.violations {
                    let session = try await RawSession(host)
                    commit(session)
                    try await eventually("\(name) ends the session") { session.ended.withLock { $0 } != nil }
                }
                // What they held is let go of: only those of the test are open.
                try await eventually("the sessions are closed") { try await host.process().sessions == 2 }
            }
        }
    }

    @Test func `only the first of several begins counts, and messages of the extension's change nothing`() async throws
    {
        try await TestDevice.with { device in
            try await beside(device) { host in
                let answers = Mutex<[[ItemDescription]]>([])
                let session = try await RawSession(host) { request in
                    guard let complete = try? request.decode(SessionInterface.Complete.self) else { return }
                    answers.withLock { $0.append(complete.items) }
                    request.reply(Empty())
                }
                try session.connection.send(SessionInterface.Ready())
                for number in 0..<20 { try session.begin("uppercase", text: "text \(number)") }
                let complete = SessionInterface.Complete(items: [])
                await #expect(throws: WireError.self) {
                    try await session.connection.call(complete, within: .ample)
                }
                try await eventually("the extension answers") { answers.withLock { !$0.isEmpty } }
                // A load is answered behind everything that came before it.
                let load = SessionInterface.Load(provider: 77, typeIdentifier: "public.data", form: .data)
                await #expect(throws: WireError.self) { try await session.connection.call(load, within: .ample) }
                #expect(answers.withLock { $0.map { $0.first?.contentText?.string } } == ["TEXT 0"])
                #expect(session.begun.withLock { $0 } == 1)
                session.close()
            }
        }
    }

    @Test func `as many items as a begin may have are a request like others`() async throws {
        try await TestDevice.with { device in
            try await beside(device) { host in
                let count = Mutex<Int?>(nil)
                let session = try await RawSession(host) { request in
                    let complete = try? request.decode(SessionInterface.Complete.self)
                    count.withLock { $0 = complete?.items.count ?? -1 }
                    request.reply(Empty())
                }
                var items = [ItemDescription](repeating: ItemDescription(), count: 65_535)
                items.insert(ItemDescription(userInfo: ["FixtureBehaviour": .string("completeWithNothing")]), at: 0)
                try session.connection.send(SessionInterface.Begin(identifier: "x", items: items))
                try await eventually("it is answered") { count.withLock { $0 } == 0 }
                session.close()
            }
        }
    }

    @Test func `a host that is silent keeps nobody waiting but its own request`() async throws {
        try await TestDevice.with { device in
            try await beside(device) { host in
                let session = try await RawSession(host) { request in
                    // Neither an answer nor a word that the load has arrived.
                    _ = Unmanaged.passRetained(request)
                }
                try session.begin("load", attachments: 3, text: "data public.data")
                try await eventually("it has begun") { session.begun.withLock { $0 } == 1 }
                try await host.expectAnswer()
                session.close()
            }
        }
    }

    @Test func `streams of messages are bounded`() async throws {
        try await TestDevice.with { device in
            try await beside(device) { host in
                let session = try await RawSession(host)
                try session.begin("silent")
                // 15,000 messages that mean nothing; from 16,384 at once on the host would be cut off.
                for number in 0..<5_000 {
                    let watch = UInt64(number)
                    let progress = SessionInterface.LoadProgress(watch: watch, fraction: 0.5)
                    try session.connection.send(progress)
                    try session.connection.send(SessionInterface.Release(watch: watch))
                    session.send(Frame(.event, code: 0x999, body: [1, 2, 3]))
                }
                try await host.expectAnswer()
                session.close()
                // The main thread of the extension waits for the mark of another request.
                let mark = Mark(holding: true)
                let busy = Task { try await host.send("uppercase", text: "x", attachments: [mark.provider]).count }
                try await mark.wait()
                let other = try await RawSession(host)
                for _ in 0..<5000 {
                    guard (try? other.connection.send(SessionInterface.HostChanged(.didEnterBackground))) != nil
                    else { break }
                }
                try await eventually("a host that changes without end is cut off") {
                    other.ended.withLock { $0 } != nil
                }
                mark.release()
                #expect(try await busy.value == 1)
            }
        }
    }

    /// What the fixture says of its loads, when a host answers each with this descriptor.
    private func lines(_ host: ExtensionHost, _ make: @escaping @Sendable () throws -> DescriptorBag) async throws
        -> [String]
    {
        let outcome = Mutex<[ItemValue]?>(nil)
        let session = try await RawSession(host) { request in
            switch request.code {
            case SessionInterface.Load.code:
                request.reply(SessionInterface.Content.file(name: "x", .file), try? make())
            default:
                let complete = try? request.decode(SessionInterface.Complete.self)
                if case .array(let lines)? = complete?.items.first?.userInfo["lines"] {
                    outcome.withLock { $0 = lines }
                }
                request.reply(Empty())
            }
        }
        defer { session.close() }
        try session.begin("load", attachments: 1, text: "data public.data\nfile public.data\nitem public.data")
        try await eventually("the extension has loaded") { outcome.withLock { $0 } != nil }
        return (outcome.withLock { $0 } ?? []).map { if case .string(let line) = $0 { line } else { "" } }
    }

    @Test func `descriptors that are no files are errors of the load`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            let held = try await host.send("large")
            let process = try await host.process()
            let fifo = device.folder.appending("files/fifo").string
            try #require(mkfifo(fifo, 0o600) == 0)
            let kept = Mutex<[DescriptorBag]>([])
            let makers: [@Sendable () throws -> DescriptorBag] = [
                { DescriptorBag(try Descriptor(opening: "/", O_RDONLY | O_DIRECTORY)) },
                { DescriptorBag(try Descriptor(opening: "/dev/zero", O_RDONLY)) },
                { DescriptorBag(try Descriptor(opening: "/proc/self/environ", O_RDONLY)) },
                { DescriptorBag(try Descriptor(opening: FilePath(fifo), O_RDWR)) },
                {
                    let ends = try PacketSocket.pair().bags()
                    kept.withLock { $0.append(ends.1) }
                    return ends.0
                },
                {
                    let ends = try Pipe.make().bags()
                    kept.withLock { $0.append(ends.1) }
                    return ends.0
                },
            ]
            for (index, make) in makers.enumerated() {
                let answers = try await lines(host, make)
                #expect(answers.count == 3)
                #expect(answers.allSatisfy { $0.hasPrefix("NSItemProviderErrorDomain") }, "\(index): \(answers)")
            }
            #expect(try await host.process().pid == process.pid)
            try await host.expectAnswer()
            withExtendedLifetime(held) {}
        }
    }
}
