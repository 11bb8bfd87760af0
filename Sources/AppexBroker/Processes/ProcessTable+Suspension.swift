import AppexModel
/// The suspension of an unused process, and its resumption.
///
/// An extension is one process, since its sandbox does not let it start others; a signal to that one stops all of it, and
/// no control group is needed. The extension is asked first, for the sake of what it has asked not to be suspended in, but
/// the broker's clock decides: an extension that never answers only uses up its time.
extension ProcessTable {
    /// Gives a process that has no session any more its time to end what it is doing.
    mutating func beginSuspension(of number: ProcessNumber) {
        guard let process = processes[number], process.phase == .running || process.phase == .starting else { return }
        let round = rounds.next()
        processes[number]?.phase = .quiescing
        processes[number]?.suspension = LiveProcess.Suspension(round: round)
        emit(.ask(.isReady, of: number, round, within: process.limits.suspensionTime))
        arm(.backgroundTime(number, round), after: process.limits.backgroundTime)
    }

    /// The extension has answered a question, in whatever words. A late answer is about an attempt that has passed, and is
    /// ignored.
    mutating func suspensionAnswered(_ question: SuspensionQuestion, _ round: SuspensionRound, of number: ProcessNumber)
    {
        guard isQuiescing(number, round) else { return }
        switch question {
        case .isReady: suspend(number)
        case .haveHandlersEnded: processes[number]?.suspension?.handlersHaveEnded = true
        }
    }

    /// The time is over that protected work has after the last session.
    mutating func backgroundTimeOver(_ round: SuspensionRound, of number: ProcessNumber) {
        guard isQuiescing(number, round), let process = processes[number] else { return }
        emit(.ask(.haveHandlersEnded, of: number, round, within: process.limits.suspensionTime))
        arm(.graceTime(number, round), after: process.limits.graceTime)
    }

    /// The time is over that completion handlers have to end after they were told to.
    ///
    /// - Parameter isGreeted: whether the process has said hello on its control socket.
    mutating func graceTimeOver(_ round: SuspensionRound, of number: ProcessNumber, isGreeted: Bool) {
        guard isQuiescing(number, round), let process = processes[number] else { return }
        if process.suspension?.handlersHaveEnded == true {
            suspend(number)
        } else if !isGreeted {
            // It has not come to its first request, whose host went too soon: that is nothing that it did.
            kill(number)
        } else {
            stop(number, .overdue(process.limits.suspensionTime))
        }
    }

    private func isQuiescing(_ number: ProcessNumber, _ round: SuspensionRound) -> Bool {
        processes[number]?.phase == .quiescing && processes[number]?.suspension?.round == round
    }

    /// Freezes a process that has nothing more to do. It is killed if no host needs it during its linger time.
    mutating func suspend(_ number: ProcessNumber) {
        guard let process = processes[number], process.phase == .quiescing, let round = process.suspension?.round else {
            return
        }
        if process.isSingleUse || process.limits.lingerTime == .zero { return kill(number) }
        // The answer was faster than the launcher's news of the process, which brings it back here.
        guard process.pid > 0 else {
            processes[number]?.suspension?.isDue = true
            return
        }
        endSuspensionAttempt(of: number, round)
        processes[number]?.phase = .frozen
        emit(.suspend(number))
        arm(.linger(number, round), after: process.limits.lingerTime)
    }

    /// A process could not be frozen: it has ended, or cannot be identified. No host needs it.
    mutating func suspensionFailed(of number: ProcessNumber) {
        if processes[number]?.phase == .frozen { kill(number) }
    }

    /// The time is over that a frozen process waits for the next host.
    mutating func lingerTimeOver(of number: ProcessNumber) {
        if processes[number]?.phase == .frozen { kill(number) }
    }

    /// Resumes an unused process, because a host needs it.
    mutating func resume(_ number: ProcessNumber) {
        guard let process = processes[number], process.phase == .quiescing || process.phase == .frozen else { return }
        if process.phase == .frozen { emit(.resume(number)) }
        if let round = process.suspension?.round { endSuspensionAttempt(of: number, round) }
        for timer in process.timers {
            if case .linger = timer { cancel(timer) }
        }
        processes[number]?.phase = process.pid == 0 ? .starting : .running
    }

    private mutating func endSuspensionAttempt(of number: ProcessNumber, _ round: SuspensionRound) {
        emit(.withdrawQuestion(of: number))
        cancel(.backgroundTime(number, round))
        cancel(.graceTime(number, round))
        processes[number]?.suspension = nil
    }
}
