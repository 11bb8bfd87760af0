import AppexProtocol
import AppexSystem
import AppexWire
import Glibc
import SystemPackage

/// Harm that is done on purpose.
extension SessionLease {
    /// How long the broker may take; it waits for a process that is being started.
    private static let faultLimit = Duration.seconds(15)

    /// Has the broker do harm to the process of the session.
    ///
    /// - Throws: `WireError`: the broker's refusal, or that it has gone.
    nonisolated(nonsending) func inject(_ harm: BrokerInterface.Inject.Harm) async throws {
        _ = try await connection.call(
            BrokerInterface.Inject(session: session, harm: harm), within: Self.faultLimit)
    }

    /// Kills the broker at the other end of this connection, or its launcher.
    ///
    /// - Throws: `WireError`, or `Errno` when it has ended already.
    nonisolated(nonsending) func kill(_ role: ProcessRecord.Role) async throws {
        let processes = try await connection.call(BrokerInterface.Processes(), within: Self.faultLimit).0.elements
        guard let victim = processes.first(where: { $0.role == role }) else { throw Errno.noSuchProcess }
        guard role == .broker else {
            return try ProcessHandle(victim.pid, parents: [victim.parent]).send(SIGKILL)
        }
        let broker = try ProcessHandle(victim.pid, parents: [])
        // It answers after the handle was made, so the number was still its own then.
        _ = try await connection.call(BrokerInterface.Greet(), within: Self.faultLimit)
        try broker.send(SIGKILL)
    }
}
