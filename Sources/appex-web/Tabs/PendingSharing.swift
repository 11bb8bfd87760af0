import OpenExtensionKit
import Synchronization

/// Items of an extension or app for which a tab shows the share sheet, until the user is done with them.
final class PendingSharing: Sendable {
    let sharing: ActivitySharing
    private let continuation: Mutex<CheckedContinuation<ActivitySharing.Outcome, Never>?>

    init(_ sharing: ActivitySharing, _ continuation: CheckedContinuation<ActivitySharing.Outcome, Never>) {
        self.sharing = sharing
        self.continuation = Mutex(continuation)
    }

    /// Tells the sender what the user has done. Only the first call has an effect.
    func finish(_ outcome: ActivitySharing.Outcome) {
        continuation.withLock { continuation in
            defer { continuation = nil }
            return continuation
        }?.resume(returning: outcome)
    }
}
