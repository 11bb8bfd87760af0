import AppexModel

/// The events of timers.
extension ProcessTable {
    /// The time of a timer has come. A timer that was cancelled meanwhile does nothing.
    ///
    /// - Parameter isGreeted: whether the process has said hello on its control socket.
    /// - Parameter isMemoryShort: whether memory is to be given back rather than used in advance. Asked only of
    ///   ``ProcessTimer/parkingCheck(_:_:)``.
    mutating func timerFired(
        _ timer: ProcessTimer, isGreeted: Bool = false, isMemoryShort: @autoclosure () -> Bool = false, at now: Instant
    ) {
        guard processes[timer.process]?.timers.remove(timer) != nil else { return }
        switch timer {
        case .launch(let number): launchTimeOver(of: number, isGreeted: isGreeted)
        case .request(let number): requestTimeOver(of: number, at: now)
        case .end(let number): endIsLate(of: number)
        case .controlGrace(let number): stop(number, .closedControl)
        case .backgroundTime(let number, let round): backgroundTimeOver(round, of: number)
        case .graceTime(let number, let round): graceTimeOver(round, of: number, isGreeted: isGreeted)
        case .linger(let number, _): lingerTimeOver(of: number)
        case .parkingCheck(let number, let session):
            checkParked(session, in: number, isMemoryShort: isMemoryShort(), at: now)
        }
    }
}

extension ExtensionLimits {
    /// The time from the end of the last session until a completion handler that goes on is overdue.
    var suspensionTime: Duration { backgroundTime + graceTime }
}
