import AppexProtocol
import AppexSystem
import AppexWire
import Foundation
import OpenFoundation
import Synchronization
import TestSupport
import Testing

/// Peers that ask for more than their share: what they can make this side hold is bounded, and others are served.
@Suite(.accounted, .timeLimit(.minutes(30))) struct ServingTests {
    private static let roles = ["host", "extension"]
    /// The number of handlers of one session that may run at once.
    private static let width = HandlerThreads.usualLimit

    /// A provider whose handler stays where it is until a test lets it go on.
    private final class Gate: Sendable {
        private let lock = NSCondition()
        private let state = Mutex((isOpen: false, entered: 0))

        var entered: Int { state.withLock { $0.entered } }

        func pass() {
            state.withLock { $0.entered += 1 }
            lock.lock()
            while !state.withLock({ $0.isOpen }) { lock.wait() }
            lock.unlock()
        }

        func open() {
            lock.lock()
            state.withLock { $0.isOpen = true }
            lock.broadcast()
            lock.unlock()
        }

        var provider: NSItemProvider {
            let provider = NSItemProvider()
            provider.registerDataRepresentation(forTypeIdentifier: "public.data", visibility: .all) { done in
                self.pass()
                done(Data(count: 100_000), nil)
                return nil
            }
            return provider
        }
    }

    private static func load(_ number: UInt64 = 1, watch: UInt64) -> SessionInterface.Load {
        SessionInterface.Load(provider: number, typeIdentifier: "public.data", form: .data, watch: watch)
    }

    @Test(arguments: roles) func `a session with a thousand loads takes half of the threads, and another one is served`(
        role: String
    ) async throws {
        let gate = Gate()
        defer { gate.open() }
        let answered = Mutex(0)
        try await HandmadePeer.with(victim: role) { peer in
            peer.offer([gate.provider])
            for watch in 1...UInt64(1000) {
                peer.connection.begin(Self.load(watch: watch), within: .ample) { result in
                    if case .success = result { answered.withLock { $0 += 1 } }
                    try? peer.connection.send(SessionInterface.Release(watch: watch))
                }
            }
            try await eventually("the handlers run") { gate.entered == Self.width }
            // While all of its handlers are stuck, somebody else loads a hundred times.
            for _ in 0..<100 { try await HandmadePeer.expectOthersServed() }
            #expect(gate.entered == Self.width)
            #expect(answered.withLock { $0 } == 0)
            gate.open()
            try await eventually("every load is answered") { answered.withLock { $0 } == 1000 }
        }
    }

    @Test(arguments: roles) func `loads that are taken back at once do not pile up behind handlers that are stuck`(
        role: String
    ) async throws {
        let gate = Gate()
        defer { gate.open() }
        let refused = Mutex(0)
        let ended = Mutex(0)
        try await HandmadePeer.with(victim: role) { peer in
            peer.offer([gate.provider, NSItemProvider(Data([2]), "public.data")])
            for watch in 1...UInt64(Self.width) {
                peer.connection.begin(Self.load(watch: watch), within: .ample) { _ in }
            }
            try await eventually("the handlers run") { gate.entered == Self.width }
            for watch in 100...UInt64(4099) {
                let number = peer.connection.begin(Self.load(watch: watch), within: .ample) { _ in }
                peer.connection.cancel(number)
            }
            for watch in 10_000...UInt64(10_019) {
                peer.connection.begin(Self.load(watch: watch), within: .ample) { result in
                    if case .failure(.remote(let failure)) = result, failure.code == WireFailure.tooManyRequests {
                        refused.withLock { $0 += 1 }
                    }
                    ended.withLock { $0 += 1 }
                }
            }
            try await eventually("the loads are refused") { ended.withLock { $0 } == 20 }
            #expect(refused.withLock { $0 } == 20)
            #expect(gate.entered == Self.width)
            gate.open()
            // What was taken back is not made: it is all behind us when this is served.
            var content: SessionInterface.Content?
            while content == nil {
                content = try? await peer.connection.call(Self.load(2, watch: 1 << 20), within: .ample).0
            }
            #expect(content == .value(.data([2])))
            #expect(gate.entered == Self.width)
        }
    }

    @Test(arguments: roles) func `a peer that asks and never reads costs no more than the bounds, and is cut off`(
        role: String
    ) async throws {
        try await HandmadePeer.with(victim: role, reads: false) { peer in
            peer.offer([
                NSItemProvider(Data(repeating: 1, count: 30_000), "public.data"),
                NSItemProvider(Data(count: 5_000_000), "public.data"),
            ])
            let before = SharedMemoryAccount.bytes
            for number in 1...UInt64(2000) {
                peer.send(.request, request: number, Self.load(number % 2 + 1, watch: number))
                if number % 200 == 100 { try await HandmadePeer.expectOthersServed() }
                #expect(SharedMemoryAccount.bytes - before <= MemoryPool.byteLimit)
            }
            // As many as may be unanswered wait; for the others even the refusals are too much in the end.
            for number in 2001...UInt64(80_000) { peer.send(.request, request: number, Self.load(1, watch: number)) }
            guard case .tooLarge = try await peer.end.value else {
                Issue.record("a peer that does not read has not been cut off")
                return
            }
        }
    }

    @Test(arguments: roles) func `large loads of a known provider are charged to the peer, and small ones are not`(
        role: String
    ) async throws {
        try await HandmadePeer.with(victim: role) { peer in
            peer.offer([NSItemProvider(Data([1]), "public.data")])
            // Each counts as three messages without effect.
            let large = SessionInterface.Load(
                provider: 1, typeIdentifier: "public.data", form: .data, watch: 1,
                options: ["key": .string(String(repeating: "x", count: 3 * WireLimits.idleBodyBytes))])
            for watch in 1...UInt64(2000) {
                let content = try await peer.connection.call(Self.load(watch: watch), within: .seconds(60)).0
                #expect(content == .value(.data([1])))
            }
            #expect(!peer.connection.isClosed)
            var served = 0
            while served < 3 * WireLimits.idleAtOnce, !peer.connection.isClosed {
                do { _ = try await peer.connection.call(large, within: .seconds(60)) } catch { break }
                served += 1
            }
            #expect(served < 3 * WireLimits.idleAtOnce)
            #expect(
                try await peer.end.value
                    == .tooLarge("the work of large messages in a second", limit: WireLimits.idlePerSecond))
        }
    }

    /// A file that its owner deletes as soon as it has handed it over.
    private static func shortLivedFile(in folder: Folder) -> NSItemProvider {
        let provider = NSItemProvider()
        provider.registerFileRepresentation(forTypeIdentifier: "public.data", visibility: .all) { done in
            do {
                let file = try folder.file(UUID().uuidString, Data([6]))
                done(file, false, nil)
                try FileManager.default.removeItem(at: file)
            } catch {
                done(nil, false, error)
            }
            return nil
        }
        return provider
    }

    @Test(arguments: roles) func `a peer that reads slowly gets all that it asked for`(role: String) async throws {
        let folder = try Folder()
        defer { folder.remove() }
        let loads = 1000
        try await HandmadePeer.with(victim: role, reads: false) { peer in
            peer.offer([
                NSItemProvider(Data(repeating: 7, count: 100_000), "public.data"), Self.shortLivedFile(in: folder),
            ])
            for number in 1...UInt64(loads) {
                peer.send(.request, request: number, Self.load(number % 2 + 1, watch: number))
            }
            var answers = (data: 0, files: 0)
            while answers.data + answers.files < loads {
                switch try await peer.nextAnswer() {
                case .memory, .file(name: nil, .data): answers.data += 1
                case .file(_, .file): answers.files += 1
                case let other:
                    Issue.record("answer \(answers.data + answers.files) is \(other as Any)")
                    return
                }
            }
            #expect(answers == (500, 500))
        }
    }

    /// Handlers that have returned and are answered later, by a test.
    private final class Later: Sendable {
        private let done = Mutex<[@Sendable (Data?, (any Error)?) -> Void]>([])

        var count: Int { done.withLock(\.count) }
        func answer(_ data: Data) { for done in done.withLock({ $0 }) { done(data, nil) } }

        var provider: NSItemProvider {
            let provider = NSItemProvider()
            provider.registerDataRepresentation(forTypeIdentifier: "public.data", visibility: .all) { done in
                self.done.withLock { $0.append(done) }
                return nil
            }
            return provider
        }
    }

    @Test(arguments: roles)
    func `an answer that had to wait for a slow reader does not wait for handlers that are stuck`(
        role: String
    ) async throws {
        let (gate, later) = (Gate(), Later())
        defer { gate.open() }
        let loads = 200
        try await HandmadePeer.with(victim: role, reads: false) { peer in
            peer.offer([later.provider, gate.provider])
            for number in 1...UInt64(loads) { peer.send(.request, request: number, Self.load(watch: number)) }
            try await eventually("the handlers have returned") { later.count == loads }
            for number in 1...UInt64(Self.width) {
                peer.send(.request, request: 1000 + number, Self.load(2, watch: 1000 + number))
            }
            try await eventually("the others are stuck") { gate.entered == Self.width }
            // More than the peer has room for.
            later.answer(Data(repeating: 7, count: 30_000))
            for _ in 0..<loads { #expect(try await peer.nextAnswer() != nil) }
            #expect(gate.entered == Self.width)
        }
    }

    @Test(arguments: roles) func `a peer that never gives memory back gets files instead, and all of it`(role: String)
        async throws
    {
        let data = Data(repeating: 7, count: 200_000)
        try await HandmadePeer.with(victim: role) { peer in
            peer.offer([NSItemProvider(data, "public.data")])
            let before = SharedMemoryAccount.bytes
            var contents: [SessionInterface.Content] = []
            for watch in 1...UInt64(40) {
                contents.append(try await peer.connection.call(Self.load(watch: watch), within: .ample).0)
            }
            #expect(contents.count { $0 == .memory } == 16)
            #expect(contents.count { $0 == .file(name: nil, .data) } == 24)
            #expect(SharedMemoryAccount.bytes - before <= MemoryPool.byteLimit)
            // What is given back is lent again, and giving back twice lends nothing twice.
            for watch in 1...UInt64(16) {
                for _ in 0..<3 { try peer.connection.send(SessionInterface.Release(watch: watch)) }
            }
            contents = []
            for watch in 41...UInt64(60) {
                contents.append(try await peer.connection.call(Self.load(watch: watch), within: .ample).0)
            }
            #expect(contents.count { $0 == .memory } == 16)
        }
    }

    @Test(arguments: roles) func `a peer that uses one number for many loads gets no memory twice`(role: String)
        async throws
    {
        try await HandmadePeer.with(victim: role) { peer in
            peer.offer([NSItemProvider(Data(repeating: 7, count: 200_000), "public.data")])
            for number in 0..<20 {
                let content = try await peer.connection.call(Self.load(watch: 5), within: .ample).0
                #expect((content == .memory) == (number == 0))
            }
        }
    }

    @Test(arguments: roles) func `more requests than may be in flight are refused, and the next one is served`(
        role: String
    ) async throws {
        let gate = Gate()
        defer { gate.open() }
        let answered = Mutex(0)
        let refused = Mutex(0)
        try await HandmadePeer.with(victim: role) { peer in
            peer.offer([gate.provider, NSItemProvider(Data([2]), "public.data")])
            for watch in 1...UInt64(1500) {
                peer.connection.begin(Self.load(watch: watch), within: .ample) { result in
                    switch result {
                    case .success: answered.withLock { $0 += 1 }
                    case .failure: refused.withLock { $0 += 1 }
                    }
                }
            }
            try await eventually("what is too much is refused") {
                refused.withLock { $0 } == 1500 - WireLimits.requestsInFlight
            }
            gate.open()
            try await eventually("the others are answered") { answered.withLock { $0 } == WireLimits.requestsInFlight }
            let content = try await peer.connection.call(Self.load(2, watch: 9999), within: .ample).0
            #expect(content == .value(.data([2])))
        }
    }
}
