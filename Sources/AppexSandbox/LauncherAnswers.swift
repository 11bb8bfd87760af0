import Synchronization
import SystemPackage

/// The launcher's answers to requests other than launches: grants, the ends of grants, and pings.
final class LauncherAnswers: Sendable {
    typealias Answer = Result<Void, SandboxError>

    private enum Question {
        case asked
        case awaited(CheckedContinuation<Answer, Never>)
        case answered(Answer)
    }

    private struct State {
        var questions: [LaunchIdentifier: Question] = [:]
        /// Requests whose time is over while the launcher still works on them, with the launch that each is about. The
        /// launcher bounds how many it works on.
        var late: [LaunchIdentifier: LaunchIdentifier] = [:]
        var hasEnded = false
    }

    private let state = Mutex(State())

    /// A request is about to be sent.
    func expect(_ request: LaunchIdentifier) {
        state.withLock { $0.questions[request] = $0.hasEnded ? .answered(.failure(.launcherEnded)) : .asked }
    }

    /// The request could not be sent.
    func forget(_ request: LaunchIdentifier) {
        _ = state.withLock { $0.questions.removeValue(forKey: request) }
    }

    /// Waits for the answer. Called once for each request.
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

    /// The launcher has answered.
    ///
    /// - Returns: false when the request is none of those that are answered here.
    func resolve(_ request: LaunchIdentifier, _ answer: Answer) -> Bool {
        if state.withLock({ $0.late.removeValue(forKey: request) }) != nil { return true }
        return settle(request, answer)
    }

    /// The time for an answer is over. The answer may still come, and is then passed over.
    func expire(_ request: LaunchIdentifier, about launch: LaunchIdentifier, _ error: SandboxError) {
        // On the loop's thread, as the launcher's answers are read there: none of them comes in between.
        let isOpen = state.withLock { state in
            if case .answered? = state.questions[request] { false } else { true }
        }
        guard isOpen, settle(request, .failure(error)) else { return }
        state.withLock { $0.late[request] = launch }
    }

    /// How many requests about a launch the launcher still works on although their time is over.
    func lateCount(about launch: LaunchIdentifier) -> Int {
        state.withLock { $0.late.values.count { $0 == launch } }
    }

    private func settle(_ request: LaunchIdentifier, _ answer: Answer) -> Bool {
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

    /// The launcher has ended, and answers nothing any more.
    func end() {
        let open = state.withLock { state in
            state.hasEnded = true
            state.late = [:]
            return Array(state.questions.keys)
        }
        for request in open { _ = settle(request, .failure(.launcherEnded)) }
    }
}
