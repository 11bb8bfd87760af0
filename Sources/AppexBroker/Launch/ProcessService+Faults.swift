import AppexModel
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
        func found() -> (key: UInt64, value: LiveProcess)? {
            processes.first { $0.value.sessions[session]?.client == client }
        }
        let end = LoopTime.now + Self.faultPatience
        while found()?.value.phase == .starting, LoopTime.now < end { await nextChange(before: end) }
        guard let (number, process) = found(), process.phase != .starting else {
            throw RemoteFailure(code: FailureCode.refused, message: "No process serves session \(session).")
        }
        guard let signal = harm.signal else {
            processes[number]?.limits.memory = 0
            return await lookAt(number)
        }
        do throws(Errno) {
            guard let handle = process.handle else { throw .noSuchProcess }
            try handle.send(signal)
        } catch {
            throw RemoteFailure(
                code: FailureCode.died, message: "\(process.appex.bundleIdentifier) has just ended: \(error).")
        }
    }
}

extension BrokerInterface.Inject.Harm {
    fileprivate var signal: Int32? {
        switch self {
        case .crash: SIGSEGV
        case .kill: SIGKILL
        case .suspend: SIGSTOP
        case .outOfMemory: nil
        }
    }
}
