import AppexProtocol
import AppexSystem
import AppexWire
import Foundation
import Synchronization
import SystemPackage

/// The shared memory by which the other end of a session sends large data to this one.
final class IncomingMemory: Sendable {
    typealias Mapped = Result<MemoryMapping, WireError>

    /// The state of the memory for one load.
    private enum Transfer {
        case nothing
        /// The memory is being mapped while the other end fills it.
        case mapping(waiting: (@Sendable (Mapped) -> Void)?)
        case mapped(Mapped)
    }

    private struct State {
        /// The highest number of a load so far.
        var last: UInt64 = 0
        var transfers: [UInt64: Transfer] = [:]
    }

    private let state = Mutex(State())

    /// Notes that a load is about to be sent, for which the other end may send memory.
    ///
    /// - Parameter watch: the number of the load. Numbers increase, except between concurrent calls.
    func expect(_ watch: UInt64) {
        state.withLock { state in
            state.last = max(state.last, watch)
            state.transfers[watch] = .nothing
        }
    }

    /// Maps the memory that was received for a load. Called on the loop's thread; mapping happens on another thread.
    ///
    /// - Returns: false if the load was cancelled.
    /// - Throws: ``WireError/malformed(_:)`` if the message violates the protocol.
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
            default: throw .malformed("shared memory that was not requested")
            }
        }
        guard isExpected else { return false }
        HandlerThreads.own.run {
            let mapped = Self.map(descriptors, size)
            HandlerThreads.callbacks.run { self.finish(memory.watch, mapped) }
        }
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

    /// Passes the memory of an answered load to `body`, immediately or when it is mapped.
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
                return .failure(.malformed("an answer in shared memory, without the memory"))
            }
        }
        if let mapped { body(mapped) }
    }

    /// Discards the memory of a load that has ended without it, also if the memory arrives later.
    func forget(_ watch: UInt64) {
        state.withLock { $0.transfers[watch] = nil }
    }
}

extension DescriptorBag {
    /// Takes the descriptor that a message must contain.
    ///
    /// - Throws: ``WireError`` if the message has none, or this process had too many open descriptors to receive it.
    func taken(_ what: String) throws(WireError) -> Descriptor {
        if let descriptor = take() { return descriptor }
        if someWereLost { throw .system(.tooManyOpenFiles, doing: "receiving \(what)") }
        throw .malformed("\(what) without a descriptor")
    }
}
