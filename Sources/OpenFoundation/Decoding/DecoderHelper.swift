package import AppexSystem
package import AppexWire
import Foundation
import Synchronization
import SystemPackage

/// A helper process that decodes for this one, for as long as it lives.
package final class DecoderHelper: Sendable {
    /// To the helper.
    let connection: Connection
    /// Keeps the helper alive: the broker ends it when this goes.
    private let lease: any AnyObject & Sendable
    private let inputs = MemoryPool()
    /// A result's memory that nobody uses any more. Made anew it would cost more than to decode into it.
    private let spare = Mutex<ResultMemory?>(nil)
    private let lastArchive = Atomic<UInt32>(0)

    /// - Parameter socket: to the helper, which speaks `DecoderInterface` on it.
    /// - Parameter lease: released when the helper is not needed any more.
    /// - Throws: ``WireError`` when the helper has ended already.
    package init(socket: consuming Descriptor, lease: any AnyObject & Sendable) throws(WireError) {
        self.lease = lease
        connection = try Connection(socket: socket, role: "host")
        try connection.start { [weak connection] inbound in
            switch inbound {
            // It has nothing to ask and nothing to tell.
            case .request, .event: connection?.reject(.malformed("a decoder that asks"))
            case .closed: break
            }
        }
    }

    /// Lends the bytes of a picture to the helper while it answers one request.
    ///
    /// - Parameter body: gets the memory file to be sent.
    func withInput<Result>(
        _ picture: Data, _ body: (DescriptorBag) throws(DecoderError) -> Result
    ) throws(DecoderError) -> Result {
        let loan: MemoryPool.Loan?
        let file: DescriptorBag
        do throws(Errno) {
            loan = try inputs.borrow(picture.count)
            if let loan {
                picture.withUnsafeBytes { loan.fill(with: $0) }
                file = try loan.file()
            } else {
                file = DescriptorBag(try SealedMemory.file(holding: picture.span.bytes))
            }
        } catch {
            throw .exhausted("\(error)")
        }
        defer { if let loan { inputs.giveBack(loan) } }
        return try body(file)
    }

    /// Memory for a result, which may hold more than is asked for.
    ///
    /// - Parameter size: in bytes, at least 1.
    func resultMemory(_ size: Int) throws(DecoderError) -> ResultMemory {
        let known = spare.withLock { spare -> ResultMemory? in
            guard let memory = spare, memory.capacity >= size, memory.capacity / 2 <= size else { return nil }
            defer { spare = nil }
            return memory
        }
        if let known { return known }
        do throws(Errno) { return try ResultMemory(size: size) } catch { throw .exhausted("\(error)") }
    }

    /// Nobody looks at a result any more; its memory may hold the next one.
    func giveBack(_ memory: ResultMemory) {
        guard memory.capacity <= Self.spareLimit else { return }
        spare.withLock { $0 = memory }
    }

    /// A picture of 24 million pixels.
    private static let spareLimit = 96 << 20

    /// A number for an archive, used once.
    func archiveNumber() -> UInt32 { lastArchive.wrappingAdd(1, ordering: .relaxed).newValue }

    /// Calls the helper and blocks until it has answered.
    ///
    /// - Throws: ``DecoderError``. Only after ``DecoderError/refused(_:)`` is the helper still of use.
    func call<Request: WireRequest>(
        _ request: Request, _ descriptors: DescriptorBag? = nil, within limit: Duration
    ) throws(DecoderError) -> Request.Reply {
        do throws(WireError) {
            return try connection.wait(for: request, descriptors, within: limit).0
        } catch {
            switch error {
            case .remote(let failure): throw .refused(failure.message)
            case .timedOut, .unresponsive, .cancelled: throw .timedOut(after: limit)
            case .closed(let why): throw .ended(why)
            case .malformed, .tooLarge: throw .deceived("what cannot be read (\(error))")
            case .system(let error, _): throw .exhausted("\(error)")
            }
        }
    }
}
