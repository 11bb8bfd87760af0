import AppexProtocol
import AppexWire

/// What is to be done after an event of the ``CoordinationTable``.
enum CoordinationEffect: Sendable {
    /// Answers a claim, by the process's number, with the paths of its items.
    case grant(PeerNumber, UInt64, [String])
    /// Answers a claim with the error of a presenter.
    case failed(PeerNumber, UInt64, ErrorDescription)
    /// Refuses a claim.
    case refuse(PeerNumber, UInt64, RemoteFailure)
    /// Asks the presenters of a process to prepare for a claim, within milliseconds.
    case prepare(PeerNumber, ClaimNumber, [CoordinationInterface.Question], limit: UInt32)
    /// Cancels the request to prepare.
    case withdraw(PeerNumber, ClaimNumber)
    /// Tells the presenters of a process that an access for which they were asked to prepare is over.
    case reacquire(PeerNumber, ClaimNumber)
    /// Tells the presenters of a process of changes.
    case notify(PeerNumber, CoordinationInterface.Origin, [CoordinationInterface.Notice])
    /// Tells a process that its claim has ended.
    case lost(PeerNumber, UInt64)
    /// Logs that presenters were not prepared in time.
    case reportOverdue(PeerNumber, presenters: [String], of: String, path: String)
    /// Logs that a claim has ended because its process was suspended.
    case reportLost(process: String, paths: [String])
}
