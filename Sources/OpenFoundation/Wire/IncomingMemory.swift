import AppexProtocol
import AppexSystem
import AppexWire
import Foundation
import Synchronization
import SystemPackage

/// The memory through which the other end of a session hands large data to this one.
final class IncomingMemory: Sendable {
    typealias Mapped = Result<MemoryMapping, WireError>

    /// What is there for one load.
    private enum Transfer {
        case nothing
        /// Being mapped, while the other side fills it.
        case mapping(waiting: (@Sendable (Mapped) -> Void)?)
        case mapped(Mapped)
    }

    private struct State {
        /// The highest number so far.
        var last: UInt64 = 0
        var transfers: [UInt64: Transfer] = [:]
    }

    private let state = Mutex(State())

    /// A load is about to be sent, for which memory may come.
    ///
    /// - Parameter watch: higher than those of the loads before, or nearly so.
    func expect(_ watch: UInt64) {
        state.withLock { state in
            state.last = max(state.last, watch)
            state.transfers[watch] = .nothing
        }
    }

    /// Memory has come for a load. Called on the loop's thread, and maps elsewhere.
    ///
    /// - Returns: false for a load that has been taken back.
    /// - Throws: ``WireError/malformed(_:)`` when it breaks the rules.
    func announce(_ memory: SessionInterface.Memory, _ descriptors: DescriptorBag) throws(WireError) -> Bool {
        guard let size = Int(exactly: memory.size), (1...MemoryPool.byteLimit).contains(size) else {
            throw .malformed("shared memory of \(memory.size) bytes")
        }
        let isExpected = try state.withLock { (state) throws(WireError) -> Bool in
            switch state.transfers[memory.watch] {
            case .nothing:
                state.transfers[memory.watch] = .mapping(waiting: nil)
                return true
            case nil where memory.watch <= state.last: return false
            default: throw .malformed("shared memory that nobody asked for")
            }
        }
        guard isExpected else { return false }
        DispatchQueue.global().async { self.finish(memory.watch, Self.map(descriptors, size)) }
        return true
    }

    private static func map(_ descriptors: DescriptorBag, _ size: Int) -> Mapped {
        let file: Descriptor
        do { file = try descriptors.taken("shared memory") } catch { return .failure(error) }
        do {
            return .success(try MemoryMapping(received: file, size: size))
        } catch .invalidArgument {
            return .failure(.malformed("shared memory that could change its size, or is too small"))
        } catch {
            return .failure(.system(error, doing: "mapping shared memory"))
        }
    }

    private func finish(_ watch: UInt64, _ mapped: Mapped) {
        let waiting = state.withLock { state -> (@Sendable (Mapped) -> Void)? in
            guard case .mapping(let waiting) = state.transfers[watch] else { return nil }
            state.transfers[watch] = waiting == nil ? .mapped(mapped) : nil
            return waiting
        }
        waiting?(mapped)
    }

    /// Hands over the memory of a load that has been answered, at once or when it is mapped.
    func take(_ watch: UInt64, _ body: @escaping @Sendable (Mapped) -> Void) {
        let mapped = state.withLock { state -> Mapped? in
            switch state.transfers[watch] {
            case .mapping(nil):
                state.transfers[watch] = .mapping(waiting: body)
                return nil
            case .mapped(let mapped):
                state.transfers[watch] = nil
                return mapped
            default:
                state.transfers[watch] = nil
                return .failure(.malformed("an answer in shared memory, and no memory"))
            }
        }
        if let mapped { body(mapped) }
    }

    /// The load has ended otherwise; what has come for it, or comes later, is dropped.
    func forget(_ watch: UInt64) {
        state.withLock { $0.transfers[watch] = nil }
    }
}

extension DescriptorBag {
    /// The descriptor that a message has to bring.
    ///
    /// - Throws: ``WireError`` when it has none, or when this process had no room for it.
    func taken(_ what: String) throws(WireError) -> Descriptor {
        if let descriptor = take() { return descriptor }
        if someWereLost { throw .system(.tooManyOpenFiles, doing: "receiving \(what)") }
        throw .malformed("\(what) without a descriptor")
    }
}
