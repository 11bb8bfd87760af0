import AppexProtocol
import Synchronization

/// A warm extension: one whose process has been started before it is needed; see ``ExtensionHost/prepare(_:)``.
///
/// The process waits for as long as this object exists, at most 30 seconds.
public final class PreparedExtension: Sendable {
    /// The extension.
    public let identity: AppExtensionIdentity
    private let session: Mutex<OpenedSession?>

    init(_ identity: AppExtensionIdentity, _ session: OpenedSession?) {
        self.identity = identity
        self.session = Mutex(session)
    }

    /// Whether a warm process is waiting for a request of this host.
    ///
    /// It is false after a request has used the process, after the process was given up or has died, and if none was
    /// started because the extension was already running or memory is low.
    public var isWaiting: Bool { session.withLock { $0.map { !$0.lease.hasDied } ?? false } }

    /// Ends the warm process, as releasing this object does. A request that already uses the process is not affected.
    public func cancel() {
        // The broker ends a process that no request has used when its lease is given back.
        session.withLock { session in
            defer { session = nil }
            return session
        }?.lease.abandon()
    }

    /// Takes the session for a request; nil if it was taken before or the process has died.
    func take() -> OpenedSession? {
        let taken = session.withLock { session in
            defer { session = nil }
            return session
        }
        return taken?.lease.hasDied == false ? taken : nil
    }

    deinit { cancel() }
}

extension ExtensionHost {
    /// Starts a warm process of an extension: loaded, in its sandbox, and waiting just before `beginRequest`.
    ///
    /// The next ``send(_:to:timeout:)`` of this host to the extension then takes a fraction of a millisecond instead of
    /// several milliseconds. A share sheet, for example, prepares the first few extensions that it shows. Of the
    /// extension's own code, only what every process runs before its first request has run. The process receives no
    /// items before the request, and serves no other host.
    ///
    /// Preparing is a hint. The warm process is ended after 30 seconds, when memory is low, when this host has prepared
    /// four others since or all hosts together 16, and when the extension is updated or disabled. Then, and if the
    /// process has died, which leaves a report, `send` starts a new process as usual.
    ///
    /// - Returns: an object that keeps the process waiting; the existing one if a process is already waiting.
    /// - Throws: ``ExtensionError``, as `send` does if the extension cannot be started.
    /// - Cancellation: has no effect. The method returns when the broker has begun to start the process.
    ///
    /// ## Difference from Apple
    /// Apple's hosts have no such method; the system itself decides which processes to keep warm.
    nonisolated(nonsending) public func prepare(
        _ identity: AppExtensionIdentity
    ) async throws(ExtensionError) -> PreparedExtension {
        try await broker.checkAllowed(identity.bundleIdentifier)
        if let known = prepared[identity.bundleIdentifier] { return known }
        let extra = PreparedExtension(identity, try await broker.park(identity.bundleIdentifier))
        if extra.isWaiting { prepared.add(extra) }
        return extra
    }
}
