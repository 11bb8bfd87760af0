import AppexProtocol
import AppexSystem
import AppexWire
import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import OpenFoundation

/// The blocks through which one end of a session hands large data to the other.
@Suite(.accounted) struct OutgoingMemoryTests {
    /// Bytes that call a function when they are about to be copied.
    private struct WatchedBytes: RandomAccessCollection, ContiguousBytes {
        let bytes: [UInt8]
        let willBeCopied: () -> Void

        var startIndex: Int { bytes.startIndex }
        var endIndex: Int { bytes.endIndex }
        subscript(position: Int) -> UInt8 { bytes[position] }

        func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
            willBeCopied()
            return try bytes.withUnsafeBytes(body)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a block that its reader releases while it is being filled can be lent again`() async throws {
        let (near, far) = try PacketSocket.pair().bags()
        guard let nearEnd = near.take(), let farEnd = far.take() else { throw Errno.badFileDescriptor }
        let owner = try Connection(socket: nearEnd, role: "host")
        let reader = try Connection(socket: farEnd, role: "extension")
        defer {
            owner.close()
            reader.close()
        }
        let memory = OutgoingMemory()
        let isLent = Mutex<[Bool]>([])
        try owner.start { [weak owner] inbound in
            guard case .request(let request) = inbound, let owner,
                let load = try? request.decode(SessionInterface.Load.self)
            else { return }
            let bytes = WatchedBytes(bytes: [UInt8](repeating: 1, count: 100_000)) {
                // The second time there is nothing left to be released.
                #expect(memory.release(load.watch))
                #expect(!memory.release(load.watch))
            }
            let result = Result { try memory.reply(bytes, to: request, load.watch, owner) }
            isLent.withLock { $0.append((try? result.get()) ?? false) }
        }
        try reader.start { _ in }
        // More than a pool has blocks.
        let count = MemoryPool.blockLimit + 1
        for number in 1...count {
            let load = SessionInterface.Load(
                provider: 1, typeIdentifier: "public.data", form: .data, watch: UInt64(number))
            // One that is not lent is not answered by this test.
            guard (try? await reader.call(load, within: .ample)) != nil else { break }
        }
        #expect(isLent.withLock { $0 } == [Bool](repeating: true, count: count))
    }
}
