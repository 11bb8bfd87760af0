import AppexProtocol
import AppexSystem
import AppexWire
import Synchronization

/// A session that the broker has opened.
struct OpenedSession: Sendable {
    let lease: SessionLease
    /// The host's end of the session's socket.
    let socket: DescriptorBag
    /// Whether a process had to be started.
    let launched: Bool

    /// Whether a request that failed before it began has reached no process: the process that existed before has died, or
    /// the one that was being started was interrupted.
    func hasReachedNobody(_ error: any Error) -> Bool {
        guard let error = error as? ExtensionError, error.code == .died, lease.hasDied else { return false }
        return !launched || error.isInterrupted
    }

    /// Takes the host's end of the socket. It can be taken once.
    ///
    /// - Throws: ``ExtensionError/Code/brokerUnavailable`` if the broker did not send a socket.
    func takeSocket(_ identity: AppExtensionIdentity) throws(ExtensionError) -> Descriptor {
        guard let socket = socket.take() else {
            throw ExtensionError(
                .brokerUnavailable, "The broker answered without a session for \(identity.bundleIdentifier).")
        }
        return socket
    }
}

/// The result of opening a session: only the first one counts, and a session that is opened later is given back.
final class SessionOpening: Sendable {
    private struct State {
        var ended = false
        var continuation: CheckedContinuation<OpenedSession, any Error>?
        /// The result, if it arrived before ``SessionOpening/value()`` was called.
        var early: Result<OpenedSession, any Error>?
    }

    private let state = Mutex(State())

    /// Waits for the result. Must be called at most once.
    ///
    /// - Throws: the error of the result; `CancellationError` if the task is cancelled.
    func value() async throws -> OpenedSession {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let early = state.withLock { state in
                    if state.early == nil { state.continuation = continuation }
                    return state.early
                }
                if let early { continuation.resume(with: early) }
            }
        } onCancel: {
            finish(.failure(CancellationError()))
        }
    }

    /// Sets the result. If there is one already, an opened session is given back.
    func finish(_ result: Result<OpenedSession, any Error>) {
        let (first, continuation) = state.withLock { state in
            defer {
                state.ended = true
                state.continuation = nil
            }
            if !state.ended, state.continuation == nil { state.early = result }
            return (!state.ended, state.continuation)
        }
        if first {
            continuation?.resume(with: result)
        } else if case .success(let opened) = result {
            opened.lease.abandon()
        }
    }
}
