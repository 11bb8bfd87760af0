import AppexProtocol
import AppexSystem
import AppexWire
import Foundation
import Synchronization

/// The shared memory by which this end of a session sends large data to the other.
///
/// A block is announced before it is filled, so that the reader maps it while this end copies. It is reused after the
/// reader has released it.
final class OutgoingMemory: Sendable {
    private enum Loan {
        case filling(MemoryPool.Loan)
        /// The reader has released the memory while it was being filled.
        case unwanted(MemoryPool.Loan)
        case filled(MemoryPool.Loan)
    }

    private let pool = MemoryPool()
    /// The blocks in use, by the reader's numbers for its loads.
    private let loans = Mutex<[UInt64: Loan]>([:])

    /// Answers a load with data in shared memory.
    ///
    /// - Returns: false if the pool is exhausted or the reader has used the number before; the data then have to be sent
    ///   in another way.
    /// - Throws: an error if the memory cannot be created or sent, for example because there are no descriptors left.
    func reply(
        _ data: some ContiguousBytes & Collection, to request: InboundRequest, _ watch: UInt64,
        _ connection: Connection
    ) throws -> Bool {
        guard let loan = try pool.borrow(data.count) else { return false }
        let isNew = loans.withLock { loans in
            guard loans[watch] == nil else { return false }
            loans[watch] = .filling(loan)
            return true
        }
        guard isNew else {
            pool.giveBack(loan)
            return false
        }
        // If the load was cancelled before the loan was registered, the reader does not release it.
        if !request.isCancelled {
            do {
                try connection.send(SessionInterface.Memory(watch: watch, size: UInt64(data.count)), loan.file())
            } catch {
                // An answer without the memory would violate the protocol.
                filled(watch, loan)
                release(watch)
                throw NSItemProvider.error(
                    .unknownError, "The data could not be sent: \(error).", underlying: error)
            }
            data.withUnsafeBytes { loan.fill(with: $0) }
            filled(watch, loan)
            request.reply(SessionInterface.Content.memory)
        } else {
            filled(watch, loan)
            release(watch)
        }
        return true
    }

    /// Releases the memory of a load, which the reader has been or is still to be sent.
    ///
    /// - Returns: false if there is none: the load was cancelled early, or answered without memory.
    @discardableResult
    func release(_ watch: UInt64) -> Bool {
        let (returned, wasLent) = loans.withLock { loans -> (MemoryPool.Loan?, Bool) in
            switch loans[watch] {
            case .filling(let loan):
                loans[watch] = .unwanted(loan)
                return (nil, true)
            case .filled(let loan):
                loans[watch] = nil
                return (loan, true)
            case .unwanted, nil: return (nil, false)
            }
        }
        if let returned { pool.giveBack(returned) }
        return wasLent
    }

    private func filled(_ watch: UInt64, _ loan: MemoryPool.Loan) {
        let isWanted = loans.withLock { loans in
            guard case .filling = loans[watch] else {
                loans[watch] = nil
                return false
            }
            loans[watch] = .filled(loan)
            return true
        }
        if !isWanted { pool.giveBack(loan) }
    }
}
