import Synchronization

/// The bytes that were typed and not yet taken.
///
/// They are read at once, whatever the rest of the program is doing, so that a person can always leave.
final class TypedBytes: Sendable {
    /// Bytes; more are dropped.
    static let limit = 1024 * 1024

    /// What the reader has to do next.
    enum Effect {
        case nothing
        /// Announce that there are bytes to take.
        case tell
        /// End the program, because the person has asked for it twice.
        case leave
    }

    private struct State {
        var bytes: [UInt8] = []
        var hasEnded = false
        var interrupts = 0
    }

    private let state = Mutex(State())
    private static let interrupt: UInt8 = 0x03

    /// - Parameter new: the bytes that were read; empty at the end of the input.
    func add(_ new: some Collection<UInt8>) -> Effect {
        state.withLock { state in
            guard !new.isEmpty else {
                state.hasEnded = true
                return .tell
            }
            // A typed key arrives by itself; within a paste the same byte is not a key.
            if new.allSatisfy({ $0 == Self.interrupt }) { state.interrupts += new.count }
            guard state.interrupts < 2 else { return .leave }
            let isFirst = state.bytes.isEmpty
            state.bytes += new.prefix(Self.limit - state.bytes.count)
            return isFirst ? .tell : .nothing
        }
    }

    /// The bytes since the last call; nil at the end of the input.
    func take() -> [UInt8]? {
        state.withLock { state in
            guard !state.bytes.isEmpty || !state.hasEnded else { return nil }
            defer { state.bytes = [] }
            return state.bytes
        }
    }
}
