import AppexProtocol
import AppexRegistry
import AppexSystem
import AppexWire
import Glibc
import SystemPackage

/// What a test does to the process of its own session.
extension ProcessService {
    /// How long a process may take to be started.
    private static let faultPatience = Duration.seconds(10)

    /// Does harm to the process that serves a session. Its end is reported as any other.
    ///
    /// - Throws: `RemoteFailure`: `died` when the process has ended, `refused` when the session is none of the client's,
    ///   or the process has not been started.
    func inject(_ harm: BrokerInterface.Inject.Harm, session: UInt64, client: UInt64) async throws {
        func process() -> LiveProcess? { processes.values.first { $0.sessions[session]?.client == client } }
        let end = LoopTime.now + Self.faultPatience
        while process()?.phase == .starting, LoopTime.now < end { await nextChange(before: end) }
        guard let process = process(), process.phase != .starting else {
            throw RemoteFailure(code: FailureCode.refused, message: "No process serves session \(session).")
        }
        do throws(Errno) {
            guard let handle = process.handle else { throw .noSuchProcess }
            try handle.send(harm.signal)
        } catch {
            throw RemoteFailure(
                code: FailureCode.died, message: "\(process.appex.bundleIdentifier) has just ended: \(error).")
        }
    }
}

extension BrokerInterface.Inject.Harm {
    fileprivate var signal: Int32 {
        switch self {
        case .crash: SIGSEGV
        case .kill: SIGKILL
        case .suspend: SIGSTOP
        }
    }
}
