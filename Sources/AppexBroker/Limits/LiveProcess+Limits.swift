import AppexModel
import AppexSandbox
import AppexSystem
import Glibc

extension LiveProcess {
    /// Notes a new use of the process, and that those that are open share the processor time with it.
    mutating func begin(_ number: UInt64, _ session: Session) {
        var session = session
        let open = sessions.filter(\.value.isOpen).keys
        for other in open { sessions[other]?.processorTime.companions += 1 }
        let now = pid > 0 ? ProcessUsage(of: pid, countingWrites: false)?.processorTime : nil
        session.processorTime = RequestProcessorTime(atBegin: now ?? .zero, companions: open.count + 1)
        sessions[number] = session
        // It may have been looked at seldom until now.
        accounting.nextLook = min(accounting.nextLook, .now + accounting.pause(limits, isUsed: true))
    }

    /// Whether it can use anything now. One that is frozen cannot.
    var isObserved: Bool { pid > 0 && !isLeaving && phase != .frozen }

    /// Whether it has not ended and gone; then what its number tells is about it.
    var isThere: Bool { handle.map { (try? $0.send(0)) != nil } ?? false }

    /// What it uses too much of.
    func breach(_ usage: ProcessUsage) -> LimitBreach? {
        if usage.memory > limits.memory { return .memory(used: usage.memory, limit: limits.memory) }
        for session in sessions.values where session.isOpen {
            let used = usage.processorTime - session.processorTime.atBegin
            let limit = session.processorTime.limit(limits)
            if used > limit { return .processorTime(used: used, limit: limit) }
        }
        return nil
    }

    /// Finds out whether its end, which nobody asked for, came from its memory limit; and what it used to the last.
    mutating func conclude(_ end: ProcessEnd, _ tail: LogTail) {
        guard case .exited(let status, let usage) = end else { return }
        let peak = accounting.group?.peak
        if fault == nil, endedByMemory(status, tail) {
            let seen = peak ?? max(accounting.usage?.memory ?? 0, limits.memory)
            fault = .limit(.memory(used: seen, limit: limits.memory))
        }
        let time = (usage.userTime + usage.systemTime) / .seconds(1)
        guard time > 0, case .limit(.memory(let used, _)) = fault else { return }
        accounting.curve.append(
            .init(time: (ContinuousClock.now - started) / .seconds(1), memory: used, processorTime: time))
    }

    private func endedByMemory(_ status: ExitStatus, _ tail: LogTail) -> Bool {
        switch status {
        case .signaled(SIGKILL): (accounting.group?.outOfMemoryKills ?? 0) > 0
        // What Swift says when the kernel gives it no more, which it does only where there is no group.
        case .signaled: accounting.group == nil && tail.fatalError?.contains("failed to allocate") ?? false
        default: false
        }
    }
}

extension LiveProcess.Session {
    /// Whether the extension works for it.
    var isOpen: Bool { !answered && parking == nil }
}

extension ProcessUsage {
    /// For a report.
    func sample(at start: ContinuousClock.Instant) -> ExtensionReport.Sample {
        .init(
            time: (ContinuousClock.now - start) / .seconds(1), memory: memory,
            processorTime: processorTime / .seconds(1))
    }
}

extension ExtensionLimits {
    /// What an extension is told of its limits, in its environment.
    var announcement: String { LimitKey.allCases.map { "\($0.rawValue)=\(self[$0])" }.joined(separator: " ") }
}
