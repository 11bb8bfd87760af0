import Synchronization
import SystemPackage

/// What the launcher says of grants, for those who wait for it.
final class GrantAnswers: Sendable {
    typealias Answer = Result<Void, SandboxError>

    private enum Question {
        case asked
        case awaited(CheckedContinuation<Answer, Never>)
        case answered(Answer)
    }

    private struct State {
        var questions: [LaunchIdentifier: Question] = [:]
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
    /// - Returns: false when it was not a grant that it spoke of.
    func resolve(_ request: LaunchIdentifier, _ answer: Answer) -> Bool {
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
            return Array(state.questions.keys)
        }
        for request in open { _ = resolve(request, .failure(.launcherEnded)) }
    }
}
