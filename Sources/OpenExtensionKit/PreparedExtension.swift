import AppexProtocol
import Synchronization

/// An extension that has been started ahead of need: see ``ExtensionHost/prepare(_:)``.
///
/// The process waits for as long as this object exists, and at most half a minute.
public final class PreparedExtension: Sendable {
    /// The extension.
    public let identity: AppExtensionIdentity
    private let session: Mutex<OpenedSession?>

    init(_ identity: AppExtensionIdentity, _ session: OpenedSession?) {
        self.identity = identity
        self.session = Mutex(session)
    }

    /// Whether a process waits for this host's request. False when the request has come, when the process was given
    /// up or has died, and when none was started, because one was running already or memory is short.
    public var isWaiting: Bool { session.withLock { $0.map { !$0.lease.hasDied } ?? false } }

    /// Gives the process up; so does the end of this object. Nothing happens to a request that uses it already.
    public func cancel() {
        // The broker ends what nobody has used; so the lease only needs to go.
        session.withLock { session in
            defer { session = nil }
            return session
        }?.lease.abandon()
    }

    /// The session, once.
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
    /// Has an extension started before it is needed: loaded, in its sandbox, and waiting just before `beginRequest`.
    ///
    /// The next ``send(_:to:timeout:)`` of this host to it then takes a fraction of a millisecond rather than several.
    /// A share sheet prepares the first few that it shows. Of the extension's own code only what every process runs
    /// before its first request has run; nothing is handed to it, and no other host is served by it.
    ///
    /// It is a hint: the process is given up after 30 seconds, when memory is short, when this host has prepared four
    /// others since, or all hosts together 16, and when the extension is updated or switched off. Then, and when it
    /// has died, which leaves a report, `send` starts another one as if nothing had been prepared.
    ///
    /// - Returns: what keeps the process waiting; the same as before, if one waits already.
    /// - Throws: ``ExtensionError``, as `send` when the extension cannot be started.
    /// - Cancellation: none. It returns when the broker has given the order to start the process.
    ///
    /// ## Difference from Apple
    /// Apple's hosts have no such call; its system decides by itself what it keeps ready.
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
