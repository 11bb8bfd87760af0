import AppexModel
import AppexRegistry

/// The end of a process that is not wanted any more, or has done something wrong.
extension ProcessTable {
    /// Decides what becomes of a process that has lost a session.
    ///
    /// - Parameter abandoned: whether the process left a request unanswered.
    mutating func releaseIfUnused(_ number: ProcessNumber, abandoned: Bool) {
        if abandoned { processes[number]?.isHung = true }
        guard let process = processes[number], process.sessions.isEmpty, !process.isLeaving else { return }
        if process.isHung { kill(number) } else { beginSuspension(of: number) }
    }

    /// Kills a process. One that the launcher has not named yet is killed as soon as it has a name.
    mutating func kill(_ number: ProcessNumber) {
        guard let process = processes[number], !process.isLeaving else { return }
        processes[number]?.phase = .ending
        if let launch = process.launch { orderEnd(of: number, launch) }
    }

    /// Kills a process for what it did, unless it is being killed already.
    mutating func stop(_ number: ProcessNumber, _ fault: LiveProcess.Fault) {
        guard let process = processes[number], !process.isLeaving else { return }
        processes[number]?.fault = process.fault ?? fault
        kill(number)
    }

    /// Has the launcher kill a process. Whether it could be told is looked at when the end is late.
    mutating func orderEnd(of number: ProcessNumber, _ launch: LaunchName) {
        arm(.end(number), after: Self.endPatience)
        emit(.kill(number, launch))
    }

    /// The launcher has taken the order to kill a process.
    mutating func endOrdered(of number: ProcessNumber) { processes[number]?.isEndOrdered = true }

    // MARK: Processes that do not end

    /// A process has not ended in time. Only the launcher can tell whether that is its fault: it is asked, and given up,
    /// with all its processes, only if it does not answer.
    mutating func endIsLate(of number: ProcessNumber) {
        guard let process = processes[number], process.phase == .ending, let launch = process.launch else { return }
        emit(.checkLauncher(number, launch))
    }

    /// The launcher serves requests, but has not ended a process.
    ///
    /// - Parameter isInKernel: whether a thread of the process is in uninterruptible sleep.
    mutating func launcherAnswered(about number: ProcessNumber, isInKernel: Bool) {
        guard let process = processes[number], process.phase == .ending, let launch = process.launch else { return }
        guard process.isEndOrdered else { return orderEnd(of: number, launch) }
        emit(.conclude(process, .stuck(isInKernel: isInKernel)))
        // From here on the process is nobody's: its users have been told, and only the launcher waits for its end.
        processes[number]?.phase = .stuck
        processes[number]?.sessions = [:]
        processes[number]?.abandoned = [:]
        for timer in process.timers { cancel(timer) }
        emit(.disconnect(number))
        emit(.announceChange)
    }

    // MARK: The control socket

    /// A process has closed its control socket, without which it cannot be given work. Normally it has ended, and how is
    /// about to be told; to kill it in the middle of its end would blur that.
    mutating func controlClosed(of number: ProcessNumber) {
        // One that is not yet known to run has most likely failed to start, and why is about to be told.
        guard let process = processes[number], process.phase != .starting else { return }
        arm(.controlGrace(number), after: Self.controlGrace)
    }

    // MARK: Apps that are removed

    /// Starts nothing of an app any more, and kills what runs of it. What waits in the kernel runs no code any more, and
    /// does not need the app's files.
    mutating func remove(application: BundleIdentifier) {
        leavingApps.insert(application)
        for process in processes.values where process.appex.appIdentifier == application { kill(process.number) }
    }

    /// An app has been removed, or stays after all.
    mutating func allow(application: BundleIdentifier) { leavingApps.remove(application) }
}
