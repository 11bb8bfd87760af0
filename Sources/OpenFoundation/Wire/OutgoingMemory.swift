import AppexProtocol
import AppexSystem
import AppexWire
import Foundation
import Synchronization

/// The memory through which one end of a session hands large data to the other.
///
/// A block is announced before it is filled, so that the reader maps it while this side copies. It is
/// the reader's until the reader says that it has no more use for it.
final class OutgoingMemory: Sendable {
    private enum Loan {
        case filling(MemoryPool.Loan)
        /// The reader has lost interest while it was being filled.
        case unwanted(MemoryPool.Loan)
        case filled(MemoryPool.Loan)
    }

    private let pool = MemoryPool()
    /// What is lent, by the reader's numbers for its loads.
    private let loans = Mutex<[UInt64: Loan]>([:])

    /// Answers a load with data in shared memory.
    ///
    /// - Returns: false when there is no room, or the reader uses a number twice: the data have to
    ///   go another way.
    /// - Throws: what kept the memory from being made or sent, in practice that descriptors are used up.
    func reply(_ data: Data, to request: InboundRequest, _ watch: UInt64, _ connection: Connection) throws -> Bool {
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
        // One that was taken back before the loan was known would be given back by nobody.
        if !request.isCancelled {
            do {
                try connection.send(SessionInterface.Memory(watch: watch, size: UInt64(data.count)), loan.file())
            } catch {
                // An answer without the memory would look like a lie.
                filled(watch, loan)
                release(watch)
                throw NSItemProvider.error(
                    .unknownError, "The data could not be handed over: \(error).", underlying: error)
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

    /// The reader has no more use for what came, or is still to come, for one of its loads.
    ///
    /// - Returns: false when it has nothing: the load was taken back early, or answered without memory.
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
