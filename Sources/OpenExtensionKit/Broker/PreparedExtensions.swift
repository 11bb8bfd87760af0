import AppexProtocol
import Synchronization

/// What a host has had started ahead of need and not used.
final class PreparedExtensions: Sendable {
    private struct Entry {
        weak var prepared: PreparedExtension?
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// The one that waits already.
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

    /// The session of a request; nil when nothing waits for it.
    func take(_ identifier: String, for summary: RequestSummary) -> OpenedSession? {
        let known = entries.withLock { $0.removeValue(forKey: identifier) }?.prepared
        guard let opened = known?.take() else { return nil }
        opened.lease.used(for: summary)
        return opened
    }
}
