import Synchronization
import SystemPackage

/// Matches the launcher's answers with requests other than launches: grants, revocations and pings.
final class LauncherAnswers: Sendable {
    typealias Answer = Result<Void, SandboxError>

    private enum Question {
        case asked
        case awaited(CheckedContinuation<Answer, Never>)
        case answered(Answer)
    }

    private struct State {
        var questions: [LaunchIdentifier: Question] = [:]
        /// The requests that timed out while the launcher still works on them, each with the launch that it concerns.
        /// The launcher bounds their number.
        var late: [LaunchIdentifier: LaunchIdentifier] = [:]
        var hasEnded = false
    }

    private let state = Mutex(State())

    /// Registers a request. Called before it is sent, so that its answer cannot come too early.
    func expect(_ request: LaunchIdentifier) {
        state.withLock { $0.questions[request] = $0.hasEnded ? .answered(.failure(.launcherEnded)) : .asked }
    }

    /// Removes a request that could not be sent.
    func forget(_ request: LaunchIdentifier) {
        _ = state.withLock { $0.questions.removeValue(forKey: request) }
    }

    /// Waits for the answer to a registered request. Called once for each request.
    func answer(to request: LaunchIdentifier) async -> Answer {
        await withCheckedContinuation { continuation in
            let known = state.withLock { state -> Answer? in
                if case .answered(let answer) = state.questions.removeValue(forKey: request) { return answer }
                state.questions[request] = .awaited(continuation)
                return nil
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    /// Passes on an answer of the launcher.
    ///
    /// - Returns: whether the request was registered here; false for a launch.
    func resolve(_ request: LaunchIdentifier, _ answer: Answer) -> Bool {
        if state.withLock({ $0.late.removeValue(forKey: request) }) != nil { return true }
        return deliver(answer, to: request)
    }

    /// Fails a request whose deadline has passed with `error`. An answer that comes later is ignored.
    func expire(_ request: LaunchIdentifier, about launch: LaunchIdentifier, _ error: SandboxError) {
        // Runs on the event loop's thread, which also reads the launcher's answers, so no answer can come in between.
        let isOpen = state.withLock { state in
            if case .answered? = state.questions[request] { false } else { true }
        }
        guard isOpen, deliver(.failure(error), to: request) else { return }
        state.withLock { $0.late[request] = launch }
    }

    /// The number of requests that concern a launch and timed out while the launcher still works on them.
    func lateCount(about launch: LaunchIdentifier) -> Int {
        state.withLock { $0.late.values.count { $0 == launch } }
    }

    /// Gives a request its answer, unless it already has one.
    ///
    /// - Returns: whether the request was registered.
    private func deliver(_ answer: Answer, to request: LaunchIdentifier) -> Bool {
        let (wasExpected, waiting) = state.withLock { state -> (Bool, CheckedContinuation<Answer, Never>?) in
            switch state.questions[request] {
            case .asked: state.questions[request] = .answered(answer)
            case .awaited(let continuation):
                state.questions[request] = nil
                return (true, continuation)
            case .answered: break
            case nil: return (false, nil)
            }
            return (true, nil)
        }
        waiting?.resume(returning: answer)
        return wasExpected
    }

    /// Fails all requests with ``SandboxError/launcherEnded``, now and from now on.
    func end() {
        let open = state.withLock { state in
            state.hasEnded = true
            state.late = [:]
            return Array(state.questions.keys)
        }
        for request in open { _ = deliver(.failure(.launcherEnded), to: request) }
    }
}
