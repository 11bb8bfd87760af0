import AppexModel
import AppexProtocol
import AppexSystem
import AppexWire

/// A host's claim on the process of an extension for one request.
protocol SessionClaim: AnyObject, Sendable {
    /// Makes a file visible to the extension until the session is given back.
    ///
    /// - Throws: ``WireError``, in most cases a refusal.
    func grant(_ file: DescriptorBag, named name: String) async throws -> GrantedFile

    /// Notes that the extension has answered.
    func answered()

    /// Gives the session back after an orderly end.
    func giveBack()

    /// Gives the session back before the extension has answered, without blaming the extension.
    func abandon()

    /// Gives the session back because the extension misbehaved, which ends its process and leaves a report.
    ///
    /// - Parameter detail: details, as the end of a sentence; empty for none.
    nonisolated(nonsending) func abandon(
        _ reason: BrokerInterface.Abandon.Reason, _ detail: String
    ) async -> AbandonedReport

    /// Calls `body` once when the process has ended; immediately if it already has.
    func onTermination(_ body: @escaping @Sendable (RemoteFailure) -> Void)

    /// Whether the process is known to have ended.
    var hasDied: Bool { get }
}

/// The report of a process that a host has given up.
enum AbandonedReport: Sendable {
    /// None is written, because the process goes on for other hosts or has ended before, or there is nobody to write it.
    case unreported
    /// The report with this identifier.
    case written(String)
    /// The process has not ended yet. There is a report when it has, or has turned out not to end.
    case pending
}
