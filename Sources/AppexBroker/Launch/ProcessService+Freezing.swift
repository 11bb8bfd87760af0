import AppexModel
import AppexProtocol
import AppexSystem
import AppexWire
import Glibc
import SystemPackage

/// Freezing a process that nobody uses, and waking it.
///
/// An extension is one process, since its sandbox does not let it start others; a signal to that one stops all of it, and
/// no cgroup is needed. The extension is asked first, for the sake of what it has asked not to be frozen in, but it is
/// the broker's clock that decides: an extension that never answers only uses up its time.
extension ProcessService {
    /// Gives a process that has no session any more its time to end what it is doing.
    func beginSettling(_ number: UInt64) {
        guard let process = processes[number], process.phase == .running || process.phase == .starting else { return }
        let round = self.number()
        processes[number]?.phase = .settling
        processes[number]?.settling = LiveProcess.Settling(round: round)
        let question = ask(number, .ready, ControlInterface.WillSuspend())
        processes[number]?.settling?.question = question
        wait(for: .backgroundTimeOver, of: number, process.limits.backgroundTime)
    }

    /// Takes the next step of a process that nobody uses.
    func settle(_ number: UInt64, _ round: UInt64, _ step: LiveProcess.Settling.Step) async {
        guard let process = processes[number], process.phase == .settling, process.settling?.round == round else {
            return
        }
        switch step {
        case .ready: await freeze(number)
        case .handlersEnded: processes[number]?.settling?.handlersHaveEnded = true
        case .backgroundTimeOver:
            _ = ask(number, .handlersEnded, ControlInterface.Expire())
            wait(for: .graceTimeOver, of: number, process.limits.graceTime)
        case .graceTimeOver where process.settling?.handlersHaveEnded == true: await freeze(number)
        // It has not come to its first request, whose host went too soon: that is nothing that it did.
        case .graceTimeOver where !process.control.isGreeted: await kill(number)
        case .graceTimeOver:
            await stop(number, .overdue(process.limits.backgroundTime + process.limits.graceTime))
        }
    }

    /// Lets a process go on that nobody used, because a host wants it now.
    func wake(_ number: UInt64) {
        guard let process = processes[number], process.phase == .settling || process.phase == .frozen else { return }
        if process.phase == .frozen {
            // One that cannot be woken has ended, and its end is about to be told.
            try? process.handle?.send(SIGCONT)
        }
        if let settling = process.settling {
            process.control.cancel(settling.question)
            if let timer = settling.timer { loop.cancel(timer) }
        }
        if let token = process.linger { loop.cancel(token) }
        processes[number]?.settling = nil
        processes[number]?.linger = nil
        processes[number]?.phase = process.pid == 0 ? .starting : .running
    }

    /// Stops a process that has nothing more to do, and ends it when nobody has wanted it for its linger time.
    private func freeze(_ number: UInt64) async {
        guard let process = processes[number], process.phase == .settling else { return }
        if process.isSingleUse || process.limits.lingerTime == .zero { return await kill(number) }
        // Its answer was faster than the launcher's news of it, which brings it back here.
        if process.pid == 0 {
            processes[number]?.settling?.isOver = true
            return
        }
        do {
            guard let handle = process.handle else { throw Errno.noSuchProcess }
            try handle.send(SIGSTOP)
        } catch {
            // It has ended, or cannot be told apart from others. Nobody needs it.
            return await kill(number)
        }
        if let timer = process.settling?.timer { loop.cancel(timer) }
        process.control.cancel(process.settling?.question ?? 0)
        processes[number]?.settling = nil
        processes[number]?.phase = .frozen
        let continuation = inbox.continuation
        processes[number]?.linger = loop.schedule(at: .now + process.limits.lingerTime) {
            continuation.yield(.lingerOver(process: number))
        }
    }

    /// Asks the extension something; that it answers, in whatever words, is the step. No answer is none.
    private func ask(_ number: UInt64, _ step: LiveProcess.Settling.Step, _ question: some WireRequest) -> UInt64 {
        guard let process = processes[number], let round = process.settling?.round else { return 0 }
        let continuation = inbox.continuation
        return process.control.begin(question, within: process.limits.backgroundTime + process.limits.graceTime) {
            switch $0 {
            case .success, .failure(.remote): continuation.yield(.settling(process: number, round: round, step))
            case .failure: break
            }
        }
    }

    private func wait(for step: LiveProcess.Settling.Step, of number: UInt64, _ delay: Duration) {
        guard let round = processes[number]?.settling?.round else { return }
        let continuation = inbox.continuation
        processes[number]?.settling?.timer = loop.schedule(at: .now + delay) {
            continuation.yield(.settling(process: number, round: round, step))
        }
    }
}
