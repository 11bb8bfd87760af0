import AppexProtocol
import Synchronization

/// The warm extensions of a host that no request has used yet.
final class PreparedExtensions: Sendable {
    private struct Entry {
        weak var prepared: PreparedExtension?
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// The warm extension with a bundle identifier, if its process is waiting.
    subscript(identifier: String) -> PreparedExtension? {
        let known = entries.withLock { $0[identifier]?.prepared }
        return known?.isWaiting == true ? known : nil
    }

    func add(_ prepared: PreparedExtension) {
        entries.withLock { entries in
            entries = entries.filter { $0.value.prepared != nil }
            entries[prepared.identity.bundleIdentifier] = Entry(prepared: prepared)
        }
    }

    /// Takes the session of a warm extension for a request.
    ///
    /// - Returns: nil if none is waiting.
    func take(_ identifier: String, for summary: RequestSummary) -> OpenedSession? {
        let known = entries.withLock { $0.removeValue(forKey: identifier) }?.prepared
        guard let opened = known?.take() else { return nil }
        opened.lease.used(for: summary)
        return opened
    }
}
