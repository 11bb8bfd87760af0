import AppexModel
import AppexProtocol
import AppexSystem
import Foundation
import Synchronization

/// The preparation of one presenter for an access by another coordinator: it relinquishes its item, saves it, and accommodates
/// its deletion, as far as it is asked to, in this order.
final class PresenterPreparation: Sendable {
    private enum Step {
        case relinquish, save, accommodateDeletion, accommodateSubitemDeletion
    }

    private struct State {
        var steps: [Step] = []
        /// Takes the outcome; nil once there is one.
        var completion: (@Sendable ((any Error)?, Bool) -> Void)?
        /// The function that the presenter has passed for the end of the access.
        var reacquirer: (@Sendable () -> Void)?
        var isOver = false
        var timers: [EventLoop.Token] = []
        /// The message for the current step, which may wait for the queue.
        var call: UInt64?
    }

    let registration: PresenterRegistration
    private let question: CoordinationInterface.Question
    private let state: Mutex<State>

    /// How long a queue may wait for coordinated accesses before an access continues without its presenter.
    private static let blockedLimit = Duration.seconds(1)

    /// - Parameter completion: called once, with the presenter's error, or whether it was not prepared in time.
    init(
        _ registration: PresenterRegistration, _ question: CoordinationInterface.Question,
        _ completion: @escaping @Sendable ((any Error)?, Bool) -> Void
    ) {
        self.registration = registration
        self.question = question
        var steps: [Step] = question.relinquishes ? [.relinquish] : []
        if question.saves { steps.append(.save) }
        if question.deletesItem { steps.append(.accommodateDeletion) }
        if question.deletedSubitem != nil { steps.append(.accommodateSubitemDeletion) }
        state = Mutex(State(steps: steps, completion: completion))
    }

    /// Asks the presenter. The access continues without it after its time limit, and earlier if its queue waits for an access
    /// itself.
    func begin() {
        registration.watch?.pause()
        if let loop = try? EventLoop.shared() {
            let limit = Duration.milliseconds(Int64(question.limit))
            let late = loop.schedule(at: .now + limit) { self.pass() }
            let blocked = loop.schedule(at: .now + min(limit, Self.blockedLimit)) { self.passIfBlocked() }
            state.withLock { $0.timers = [late, blocked] }
        }
        goOn()
    }

    /// The presenter is prepared, or is not asked any more.
    ///
    /// - Parameter error: the error of the presenter.
    func finish(_ error: (any Error)? = nil, isOverdue: Bool = false) {
        let (completion, timers, call) = state.withLock { state in
            defer {
                state.completion = nil
                state.timers = []
                state.steps = []
                state.call = nil
            }
            return (state.completion, state.timers, state.call)
        }
        if let call { registration.withdraw(call: call) }
        if let loop = try? EventLoop.shared() { for timer in timers { loop.cancel(timer) } }
        completion?(error, isOverdue)
    }

    /// Ends the preparation, because the access is over.
    func end() {
        finish()
        registration.watch?.resume()
        let reacquirer = state.withLock { state in
            state.isOver = true
            return state.reacquirer.take()
        }
        if let reacquirer { registration.call { _ in reacquirer() } }
    }

    private func goOn() {
        let step = state.withLock { state in state.steps.isEmpty ? nil : state.steps.removeFirst() }
        guard let step else { return finish() }
        let call = registration.call { presenter in self.perform(step, presenter) }
        // A presenter that has been removed has nothing to prepare.
        guard let call else { return finish() }
        let isOver = state.withLock { state in
            if state.completion != nil { state.call = call }
            return state.completion == nil
        }
        if isOver { registration.withdraw(call: call) }
    }

    private func perform(_ step: Step, _ presenter: any NSFilePresenter) {
        // The access may have continued without the presenter while the message waited.
        guard state.withLock({ $0.completion != nil }) else { return }
        let once = Once()
        let done: @Sendable ((any Error)?) -> Void = { error in
            guard once.isFirst else { return }
            if let error { self.finish(error) } else { self.goOn() }
        }
        let relinquished: @Sendable ((@Sendable () -> Void)?) -> Void = { reacquirer in
            guard once.isFirst else { return }
            self.take(reacquirer)
            self.goOn()
        }
        switch step {
        case .relinquish where question.isForWriter: presenter.relinquishPresentedItem(toWriter: relinquished)
        case .relinquish: presenter.relinquishPresentedItem(toReader: relinquished)
        case .save: presenter.savePresentedItemChanges(completionHandler: done)
        case .accommodateDeletion: presenter.accommodatePresentedItemDeletion(completionHandler: done)
        case .accommodateSubitemDeletion:
            let url = URL(fileURLWithPath: question.deletedSubitem ?? "/")
            presenter.accommodatePresentedSubitemDeletion(at: url, completionHandler: done)
        }
    }

    private func take(_ reacquirer: (@Sendable () -> Void)?) {
        guard let reacquirer else { return }
        let isOver = state.withLock { state in
            if !state.isOver { state.reacquirer = reacquirer }
            return state.isOver
        }
        if isOver { registration.call { _ in reacquirer() } }
    }

    private func pass() {
        guard state.withLock({ $0.completion != nil }) else { return }
        Self.report(
            "The presenter of \(name) was not prepared within \(question.limit) ms for an access to its item.")
        finish(isOverdue: true)
    }

    private func passIfBlocked() {
        guard state.withLock({ $0.completion != nil }) else { return }
        guard PresenterRegistry.shared.isBlocked(registration.queue) else {
            guard let loop = try? EventLoop.shared() else { return }
            let timer = loop.schedule(at: .now + Self.blockedLimit) { self.passIfBlocked() }
            let isOver = state.withLock { state in
                if state.completion != nil { state.timers.append(timer) }
                return state.completion == nil
            }
            if isOver { loop.cancel(timer) }
            return
        }
        Self.report(
            """
            The presenter of \(name) cannot be asked to give up its item, because its queue waits for a coordinated \
            access. Pass the presenter to NSFileCoordinator(filePresenter:) for its own accesses, or give it a queue on \
            which nothing waits.
            """)
        finish(isOverdue: true)
    }

    private var name: String { registration.path?.tamed(by: "?") ?? "an item" }

    private static func report(_ sentence: String) {
        FileHandle.standardError.write(Data("NSFilePresenter: \(sentence)\n".utf8))
    }
}

/// Tells the first call from later ones.
private final class Once: Sendable {
    private let isUsed = Atomic(false)

    var isFirst: Bool { !isUsed.exchange(true, ordering: .relaxed) }
}
