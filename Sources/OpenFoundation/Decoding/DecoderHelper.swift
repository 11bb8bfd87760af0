package import AppexSystem
package import AppexWire
import Foundation
import Synchronization
import SystemPackage

/// A helper process that decodes content for this one.
package final class DecoderHelper: Sendable {
    /// The connection to the helper.
    let connection: Connection
    /// Keeps the helper alive: the broker ends it when this object is released.
    private let lease: any AnyObject & Sendable
    private let inputs = MemoryPool()
    /// The memory of a result that is no longer used. Allocating it again would cost more than decoding into it.
    private let reusable = Mutex<ResultMemory?>(nil)
    private let lastArchive = Atomic<UInt32>(0)
    private let archives = Atomic<Int>(0)

    /// Starts the connection to a helper.
    ///
    /// - Parameter socket: the socket to the helper, which implements `DecoderInterface`.
    /// - Parameter lease: the object that keeps the helper alive, released together with this one.
    /// - Throws: ``WireError`` if the helper has already ended.
    package init(socket: consuming Descriptor, lease: any AnyObject & Sendable) throws(WireError) {
        self.lease = lease
        connection = try Connection(socket: socket, role: "host")
        try connection.start { [weak connection] inbound in
            switch inbound {
            // A helper only answers.
            case .request, .event: connection?.reject(.malformed("a request or event from a decoder"))
            case .closed: break
            }
        }
    }

    /// Copies a picture to a memory file that the helper can read while it answers one request.
    ///
    /// - Parameter body: gets the memory file to be sent.
    /// - Throws: ``DecoderError/exhausted(_:)``, or what `body` throws.
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

    /// Memory for a result. Its capacity may exceed the requested size.
    ///
    /// - Parameter size: in bytes, at least 1.
    /// - Throws: ``DecoderError/exhausted(_:)``.
    func resultMemory(_ size: Int) throws(DecoderError) -> ResultMemory {
        let known = reusable.withLock { reusable -> ResultMemory? in
            guard let memory = reusable, memory.capacity >= size, memory.capacity / 2 <= size else { return nil }
            defer { reusable = nil }
            return memory
        }
        if let known { return known }
        do throws(Errno) { return try ResultMemory(size: size) } catch { throw .exhausted("\(error)") }
    }

    /// Returns the memory of a result that is no longer used, so that the next result can use it.
    func giveBack(_ memory: ResultMemory) {
        guard memory.capacity <= Self.reusableLimit else { return }
        reusable.withLock { $0 = memory }
    }

    /// The largest memory that is kept, in bytes: that of a picture of 24 million pixels.
    private static let reusableLimit = 96 << 20

    /// A unique number for an archive.
    func archiveNumber() -> UInt32 { lastArchive.wrappingAdd(1, ordering: .relaxed).newValue }

    /// Whether an archive is being read by this helper.
    var hasArchives: Bool { archives.load(ordering: .relaxed) > 0 }

    /// Counts an archive whose reading begins.
    func beginArchive() { archives.wrappingAdd(1, ordering: .relaxed) }

    /// Counts an archive whose reading has ended.
    func endArchive() { archives.wrappingSubtract(1, ordering: .relaxed) }

    /// Calls the helper and blocks until it has answered, or the call is cancelled.
    ///
    /// - Throws: ``DecoderError``, but not ``DecoderError/exhausted(_:)``. The helper can be used again only after
    ///   ``DecoderError/refused(_:)``.
    func call<Request: WireRequest>(
        _ request: Request, _ descriptors: DescriptorBag? = nil, within limit: Duration
    ) throws(DecoderError) -> Request.Reply {
        let cancellation = DecoderCancellation.current
        defer { cancellation?.onCancel(nil) }
        do throws(WireError) {
            return try connection.wait(for: request, descriptors, within: limit) { cancellation?.onCancel($0) }.0
        } catch {
            switch error {
            case .remote(let failure): throw .refused(failure.message)
            case .timedOut, .unresponsive: throw .timedOut(after: limit)
            case .cancelled: throw .cancelled
            case .closed(let why): throw .ended(why)
            case .malformed, .tooLarge, .incompatible: throw .invalidAnswer("what cannot be read (\(error))")
            case .system: throw .ended("\(error)")
            }
        }
    }
}
