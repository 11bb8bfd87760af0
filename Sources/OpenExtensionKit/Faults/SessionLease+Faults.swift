import AppexProtocol
import AppexSystem
import AppexWire
import Glibc
import SystemPackage

/// Fault injection.
extension SessionLease {
    /// The maximum time for an answer of the broker, which waits for a process that is still starting.
    private static let faultLimit = Duration.seconds(15)

    /// Makes the broker inject a fault into the session's process.
    ///
    /// - Throws: `WireError`: the broker's refusal, or `closed` if the broker has ended.
    nonisolated(nonsending) func inject(_ harm: BrokerInterface.Inject.Harm) async throws {
        _ = try await connection.call(
            BrokerInterface.Inject(session: session, harm: harm), within: Self.faultLimit)
    }

    /// Kills the broker at the other end of this connection, or its launcher.
    ///
    /// - Throws: `WireError`; `Errno` if the process has already ended.
    nonisolated(nonsending) func kill(_ role: ProcessRecord.Role) async throws {
        let processes = try await connection.call(BrokerInterface.Processes(), within: Self.faultLimit).0.elements
        guard let victim = processes.first(where: { $0.role == role }) else { throw Errno.noSuchProcess }
        guard role == .broker else {
            return try ProcessHandle(victim.pid, parents: [victim.parent]).send(SIGKILL)
        }
        let broker = try ProcessHandle(victim.pid, parents: [])
        // The answer shows that the broker was alive after the handle was created, so its identifier was not reused.
        _ = try await connection.call(BrokerInterface.Greet(), within: Self.faultLimit)
        try broker.send(SIGKILL)
    }
}
