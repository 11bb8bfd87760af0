import Synchronization

/// What has been typed, until somebody has the time to take it.
///
/// It is read at once, whatever the rest of the program is at, so that a person who wants to leave always can.
final class TypedBytes: Sendable {
    /// More is dropped: nobody types that much while nothing happens.
    static let limit = 1024 * 1024

    /// What whoever has read some is to do.
    enum Effect {
        case nothing
        /// Say that there is something to take.
        case tell
        /// End the program: the person has asked for that twice.
        case leave
    }

    private struct State {
        var bytes: [UInt8] = []
        var hasEnded = false
        var interrupts = 0
    }

    private let state = Mutex(State())
    private static let interrupt: UInt8 = 0x03

    /// - Parameter new: what was read; nothing at the end.
    func add(_ new: some Collection<UInt8>) -> Effect {
        state.withLock { state in
            guard !new.isEmpty else {
                state.hasEnded = true
                return .tell
            }
            // A key is read by itself; in a paste the same byte is no key.
            if new.allSatisfy({ $0 == Self.interrupt }) { state.interrupts += new.count }
            guard state.interrupts < 2 else { return .leave }
            let isFirst = state.bytes.isEmpty
            state.bytes += new.prefix(Self.limit - state.bytes.count)
            return isFirst ? .tell : .nothing
        }
    }

    /// What has come since; nil at the end.
    func take() -> [UInt8]? {
        state.withLock { state in
            guard !state.bytes.isEmpty || !state.hasEnded else { return nil }
            defer { state.bytes = [] }
            return state.bytes
        }
    }
}
