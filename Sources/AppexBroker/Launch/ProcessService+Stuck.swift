import AppexModel
import AppexProtocol
import AppexRegistry
import AppexSandbox
import AppexWire
import Logging

/// Processes that were killed and do not end, because they wait in the kernel: for a file system that does not answer,
/// or a disk that fails.
///
/// Such a process runs no code any more, since it is killed before it comes back from the kernel; all that can still
/// happen is that the system calls in which its threads are come to their end. Therefore its extension may be started
/// again in the same container, its app may be removed, and nobody waits for it but the launcher, which reaps it as soon
/// as the kernel lets it go. It keeps its memory until then, so there is a bound for how many there may be.
extension ProcessService {
    /// Processes of one extension that may be stuck before it is started no more.
    static let stuckLimit = 4
    /// Processes of all extensions that may be stuck before those that have one are started no more.
    static let stuckDeviceLimit = 32
    /// How long the launcher may take to say that it still serves requests. It takes less than a millisecond.
    private static let pingLimit = Duration.seconds(2)

    /// A process has not ended in time. Only the launcher can tell whether that is its fault: it is asked, and given up,
    /// with all of its processes, only if it does not answer.
    func lookAfterLateEnd(of number: UInt64) async {
        guard let process = processes[number], process.phase == .ending, let launch = process.launch, let launcher
        else {
            return
        }
        let isServing = await launcher.answers(within: Self.pingLimit)
        guard processes[number]?.phase == .ending, self.launcher === launcher else { return }
        guard isServing else {
            // Everything it started ends with it, and the next request starts another one.
            log.error("the launcher does not answer", metadata: ["process": "\(number)"])
            return await launcher.abandon()
        }
        guard process.isEndOrdered else { return await orderEnd(of: number, launch) }
        markStuck(number)
    }

    /// Tells everybody who used a process that it does not end, and goes on without it.
    private func markStuck(_ number: UInt64) {
        guard let process = processes[number] else { return }
        report(process, number, .stuck(isInKernel: KernelWait.holds(process.pid)))
        processes[number]?.phase = .stuck
        processes[number]?.sessions = [:]
        processes[number]?.abandoned = []
        processes[number]?.output = nil
        process.control.close()
        announceChange()
        changed()
    }

    /// - Throws: ``RemoteFailure`` with ``FailureCode/couldNotStart`` when too many processes of the extension are stuck.
    func refuseIfStuck(_ appex: InstalledAppex) throws(RemoteFailure) {
        let stuck = processes.values.filter { $0.phase == .stuck }
        let own = stuck.count { $0.appex.bundleIdentifier == appex.bundleIdentifier }
        guard own >= Self.stuckLimit || (own > 0 && stuck.count >= Self.stuckDeviceLimit) else { return }
        throw RemoteFailure(
            couldNotStart: appex,
            "\(own) of its processes cannot be stopped, because a file system or a disk does not answer them; "
                + KernelWait.advice)
    }
}
