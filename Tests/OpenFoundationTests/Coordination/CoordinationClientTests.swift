import AppexProtocol
import AppexSystem
import AppexWire
import Dispatch
import Foundation
import Glibc
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import OpenFoundation

/// The connection to a broker that this process imitates. As in an extension, the client is given its socket.
@Suite(.timeLimit(.minutes(30))) struct CoordinationClientTests {
    /// The broker's end of a client's socket.
    private final class Broker: Sendable {
        let connection: Connection
        private let theirs: DescriptorBag
        private let releases = Mutex<[UInt64]>([])

        /// The numbers of the claims that were released.
        var released: [UInt64] { releases.withLock { $0 } }

        /// - Parameter body: called with each claim on the event loop's thread.
        init(_ body: @escaping @Sendable (Broker, InboundRequest) -> Void) throws {
            let (ours, theirs) = try PacketSocket.pair().bags()
            self.theirs = theirs
            guard let socket = ours.take() else { throw Errno.badFileDescriptor }
            connection = try Connection(socket: socket, role: "broker")
            try connection.start { [weak self] message in
                switch message {
                case .request(let request): if let self { body(self, request) }
                case .event(CoordinationInterface.Release.code, let bytes, _):
                    if let release = try? CoordinationInterface.Release(wireBytes: bytes) {
                        self?.releases.withLock { $0.append(release.number) }
                    }
                case .event, .closed: break
                }
            }
        }

        /// Becomes the broker of a client.
        func serve(_ client: CoordinationClient) { client.use(theirs) }

        static func grant(_ request: InboundRequest) {
            request.reply(CoordinationInterface.Granted(paths: ["/x"]))
        }
    }

    private static let accesses = [
        CoordinationInterface.Access(path: "/x", package: "/x", isWriting: true, options: 0)
    ]

    private static func claim(_ client: CoordinationClient) throws -> UInt64 {
        try client.claim(accesses, purpose: "p", chain: AccessChain()) { _ in }.number
    }

    /// Waits until the loop has handled what has arrived.
    private static func settle(_ client: CoordinationClient) async throws {
        try await eventually("the connection has ended") { client.existing == nil }
        let loop = try EventLoop.shared()
        await withCheckedContinuation { continuation in loop.execute { continuation.resume() } }
    }

    @Test func `a grant that arrives together with the end of the broker is lost`() async {
        await #expect(processExitsWith: .success) {
            setenv(ControlInterface.limitsVariable, "", 1)
            for _ in 0..<500 {
                let client = CoordinationClient()
                let broker = try Broker { broker, request in
                    Broker.grant(request)
                    broker.connection.close()
                }
                broker.serve(client)
                let number = try withExtendedLifetime(broker) { try Self.claim(client) }
                try await Self.settle(client)
                // Another process may have been granted access by the next broker.
                #expect(!client.release(number, [.changed], isSure: true))
            }
        }
    }

    @Test func `a grant that is read after another thread has found the end of the broker is lost`() async {
        await #expect(processExitsWith: .success) {
            setenv(ControlInterface.limitsVariable, "", 1)
            let client = CoordinationClient()
            let broker = try Broker { _, request in
                // The client has found the end, and the grant arrives nevertheless.
                if let connection = client.existing { client.ended(connection) }
                Broker.grant(request)
            }
            broker.serve(client)
            let connection = client.existing
            let number = try Self.claim(client)
            #expect(client.existing == nil)
            // Another process may have been granted access by the next broker.
            #expect(!client.release(number, [.changed], isSure: true))
            withExtendedLifetime((broker, connection)) {}
        }
    }

    @Test func `a claim that is given up is released, because the broker may just have granted it`() async {
        await #expect(processExitsWith: .success) {
            setenv(ControlInterface.limitsVariable, "", 1)
            let client = CoordinationClient()
            let (claimed, canEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            // A request that is released is answered.
            let unanswered = Mutex<InboundRequest?>(nil)
            let broker = try Broker { _, request in
                unanswered.withLock { $0 = request }
                claimed.signal()
            }
            broker.serve(client)
            let ending = Mutex<(@Sendable () -> Void)?>(nil)
            DispatchQueue.global().async {
                claimed.wait()
                canEnd.wait()
                ending.withLock { $0 }?()
            }
            let error = #expect(throws: WireError.self) {
                try client.claim(Self.accesses, purpose: "p", chain: AccessChain()) { end in
                    ending.withLock { $0 = end }
                    canEnd.signal()
                }
            }
            #expect(error == .cancelled)
            try await eventually("the broker is told: \(broker.released)") { broker.released == [1] }
        }
    }

    @Test func `a granted access is whole if the broker has not ended`() async {
        await #expect(processExitsWith: .success) {
            setenv(ControlInterface.limitsVariable, "", 1)
            let client = CoordinationClient()
            let broker = try Broker { _, request in Broker.grant(request) }
            broker.serve(client)
            let number = try Self.claim(client)
            #expect(client.release(number, [.changed], isSure: true))
            withExtendedLifetime(broker) {}
        }
    }

    @Test func `an access that waits goes on with the next broker, on a thread and on a queue`() async {
        await #expect(processExitsWith: .success) {
            setenv(ControlInterface.limitsVariable, "", 1)
            for isOnThread in [true, false] {
                let client = CoordinationClient()
                let next = try Broker { _, request in Broker.grant(request) }
                let first = try Broker { broker, _ in
                    next.serve(client)
                    broker.connection.close()
                }
                first.serve(client)
                // The connection has ended when the client has no further use for it.
                let connection = client.existing
                defer { withExtendedLifetime((first, connection)) {} }
                let number: UInt64
                if isOnThread {
                    number = try Self.claim(client)
                } else {
                    number = try await withCheckedThrowingContinuation { continuation in
                        client.begin(Self.accesses, purpose: "p", chain: AccessChain()) { _ in
                        } _: {
                            continuation.resume(with: $0.map(\.number))
                        }
                    }
                }
                #expect(client.release(number, [.changed], isSure: true))
            }
        }
    }

    @Test func `a claim on the thread that receives the answers fails at once`() async {
        await #expect(processExitsWith: .success) {
            setenv(ControlInterface.limitsVariable, "", 1)
            let client = CoordinationClient()
            let broker = try Broker { _, request in Broker.grant(request) }
            broker.serve(client)
            let loop = try EventLoop.shared()
            let code = await withCheckedContinuation { continuation in
                loop.execute {
                    do {
                        _ = try Self.claim(client)
                        continuation.resume(returning: nil as FileCoordinationError.Code?)
                    } catch {
                        continuation.resume(returning: (error as? FileCoordinationError)?.code)
                    }
                }
            }
            #expect(code == .unavailable)
            withExtendedLifetime(broker) {}
        }
    }

    @Test func `a call is attempted five times, and again and again if the broker runs for a second in between`() {
        let start = ContinuousClock.now
        var quick = CallAttempts(at: start)
        let quickly = (0..<6).map { _ in quick.mayRepeat(at: start + .milliseconds(900)) }
        #expect(quickly == [true, true, true, true, false, false])
        var slow = CallAttempts(at: start)
        let slowly = (1...20).map { second in
            defer { slow.begin(at: start + .seconds(2 * second)) }
            return slow.mayRepeat(at: start + .seconds(2 * second))
        }
        #expect(!slowly.contains(false))
        let last = (0..<5).map { _ in slow.mayRepeat(at: start + .seconds(40)) }
        #expect(last == [true, true, true, true, false])
    }
}
