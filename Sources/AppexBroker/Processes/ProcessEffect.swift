import AppexModel
import AppexWire
import SystemPackage

/// What has to be done outside the ``ProcessTable`` after an event.
enum ProcessEffect: Sendable, Equatable {
    /// Starts a timer, in place of an equal one that is running.
    case arm(ProcessTimer, after: Duration)
    /// Stops a timer. Its event may be under way already and is ignored then.
    case cancel(ProcessTimer)
    /// Asks the extension a question. Its answer is the event ``ProcessTable/suspensionAnswered(_:_:of:)``.
    case ask(SuspensionQuestion, of: ProcessNumber, SuspensionRound, within: Duration)
    /// Takes back the question whether the extension is ready to be suspended.
    case withdrawQuestion(of: ProcessNumber)
    /// Stops the process with a signal. When that fails, ``ProcessTable/suspensionFailed(of:)`` follows.
    case suspend(ProcessNumber)
    /// Continues the process with a signal. One that cannot be continued has ended, and its end is about to be told.
    case resume(ProcessNumber)
    /// Has the launcher kill the process. ``ProcessTable/endOrdered(of:)`` follows when the launcher took the order.
    case kill(ProcessNumber, LaunchName)
    /// Asks the launcher whether it still serves requests. ``ProcessTable/launcherAnswered(about:isInKernel:)``
    /// follows when it does.
    case checkLauncher(ProcessNumber, LaunchName)
    /// Takes files of hosts away from the process.
    case revoke([GrantedFile], from: ProcessNumber)
    /// Reports the end of the process and tells the hosts of all its sessions, the abandoned ones too.
    case conclude(LiveProcess, ProcessEnd)
    /// Tells a host that its session has ended.
    case notify(SessionNumber, RemoteFailure)
    /// Forgets a session that its host has given back.
    case forget(SessionNumber)
    /// What the process uses is to be looked at, perhaps sooner than was planned.
    case observe(ProcessNumber)
    /// Closes the control socket and the output of a process that is stuck.
    case disconnect(ProcessNumber)
    /// Gives back everything that the broker holds for the process: socket, control group, output, questions.
    case release(LiveProcess)
    /// Empties the temporary folder of a container that no process uses any more.
    case emptyTemporaryFolder(inContainer: FilePath)
    /// Counts a request that begins.
    case countRequest
    /// Counts requests that have ended.
    case countOutcome(BrokerMetrics.Outcome, Int)
    /// Tells everybody who waits for a process to start or to end.
    case announceChange
}

/// What an extension is asked before its process is suspended.
enum SuspensionQuestion: Sendable, Equatable {
    /// Whether it is ready: whether nothing is running that is protected from suspension.
    case isReady
    /// Whether its completion handlers have ended, after it was told that their time is over.
    case haveHandlersEnded
}

/// A timer of a process.
enum ProcessTimer: Hashable, Sendable {
    /// The program runs and has said hello.
    case launch(ProcessNumber)
    /// The oldest request is answered.
    case request(ProcessNumber)
    /// The process has ended, after the launcher was to kill it.
    case end(ProcessNumber)
    /// The process has ended, after its control socket was closed.
    case controlGrace(ProcessNumber)
    /// The protected work of an unused process is told that its time has expired.
    case backgroundTime(ProcessNumber, SuspensionRound)
    /// The completion handlers of an unused process have ended.
    case graceTime(ProcessNumber, SuspensionRound)
    /// The time that a frozen process waits for the next host.
    case linger(ProcessNumber, SuspensionRound)
    /// A session that waits for its host is looked at.
    case parkingCheck(ProcessNumber, SessionNumber)

    /// The process that the timer is about.
    var process: ProcessNumber {
        switch self {
        case .launch(let process), .request(let process), .end(let process), .controlGrace(let process),
            .backgroundTime(let process, _), .graceTime(let process, _), .linger(let process, _),
            .parkingCheck(let process, _):
            process
        }
    }
}
