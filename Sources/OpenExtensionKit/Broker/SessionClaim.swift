import AppexModel
import AppexProtocol
import AppexSystem
import AppexWire

/// What a request needs of whoever keeps the extension's process for it.
protocol SessionClaim: AnyObject, Sendable {
    /// Lets the extension see a file until the session is given back.
    ///
    /// - Throws: ``WireError``, in most cases a refusal.
    func grant(_ file: DescriptorBag, named name: String) async throws -> GrantedFile

    /// The extension has answered.
    func answered()

    /// Gives the session back when there is nothing more to do with it and the extension has done nothing wrong.
    func giveBack()

    /// Gives the session back before the extension has answered.
    func abandon()

    /// The same because of what the extension did or failed to do.
    ///
    /// - Parameter detail: what exactly, as the end of a sentence; empty for nothing more.
    /// - Returns: the identifier of the report; nil when there is none.
    nonisolated(nonsending) func abandon(_ reason: BrokerInterface.Abandon.Reason, _ detail: String) async -> String?

    /// Calls `body` once when the process has gone; at once when it has already.
    func mourn(_ body: @escaping @Sendable (RemoteFailure) -> Void)

    /// Whether the process is known to have gone.
    var hasDied: Bool { get }
}
