import AppexModel
import AppexRegistry
import AppexSandbox
import AppexSystem
import Dispatch
import Glibc
import SystemPackage

/// Looks at what processes use, again and again: memory, processor time, and what they keep in their containers.
///
/// It finds out and tells; what becomes of a process that uses too much, its owner decides.
struct UsageMonitor {
    /// Something that the monitor's owner is told of later, and hands back to the monitor.
    enum Event: Sendable {
        /// It is time to look at processes.
        case lookDue
        /// The memory that is a process's own has been counted, if it could be.
        case counted(ProcessNumber, bytes: UInt64?, took: Duration)
        /// What a process keeps in its container has been counted.
        case measured(ProcessNumber, ContainerSize, written: UInt64, took: Duration)
    }

    /// What a look has shown.
    enum Finding: Equatable {
        /// The process has used more of something than it may.
        case breach(LimitBreach)
        /// The process has little memory left, and has not been told.
        case lowMemory(used: UInt64)
    }

    let groups: MemoryGroups
    private let pressure: MemoryPressure
    private let loop: EventLoop
    private let tell: @Sendable (Event) -> Void
    private var accounts: [ProcessNumber: Accounting] = [:]
    /// The next look.
    private var look: (token: EventLoop.Token, at: LoopTime)?

    /// - Parameter tell: called on any thread.
    init(groups: MemoryGroups, pressure: MemoryPressure, loop: EventLoop, tell: @escaping @Sendable (Event) -> Void) {
        self.groups = groups
        self.pressure = pressure
        self.loop = loop
        self.tell = tell
    }

    /// Whether the machine is short of memory, so that nothing is to be kept in advance.
    var isMemoryShort: Bool { pressure.isHigh }

    // MARK: The life of a process

    /// Takes a control group for a process that is about to be launched.
    ///
    /// - Returns: the group as the launcher needs it; nil without groups.
    /// - Throws: the kernel's error when there are groups, but none for this process.
    mutating func takeGroup(of process: LiveProcess) throws(Errno) -> DescriptorBag? {
        guard let group = try groups.take(memory: process.limits.memory) else { return nil }
        accounts[process.number, default: Accounting()].group = group
        return try group.openMembers()
    }

    /// Notes that a request is about to begin, which shares the process's processor time with the open requests.
    ///
    /// - Parameter process: as it is before.
    mutating func requestBegins(_ session: SessionNumber, in process: LiveProcess) {
        var account = accounts[process.number] ?? Accounting()
        account.requests = account.requests.filter { process.sessions[$0.key] != nil }
        let open = process.sessions.filter(\.value.isOpenRequest).keys
        for other in open { account.requests[other]?.companions += 1 }
        let used = process.pid > 0 ? ProcessUsage(of: process.pid, countingWrites: false)?.processorTime : nil
        account.requests[session] = RequestProcessorTime(atBegin: used ?? .zero, companions: open.count + 1)
        // It may have been looked at seldom until now.
        account.nextLook = min(account.nextLook, .now + account.pause(process.limits, isUsed: true))
        accounts[process.number] = account
    }

    /// A parked session is being used: its process is looked at now.
    mutating func lookSoon(at number: ProcessNumber) { accounts[number]?.nextLook = .now }

    /// Forgets a process that has ended, and gives its control group back.
    mutating func forget(_ number: ProcessNumber) { groups.release(accounts.removeValue(forKey: number)?.group) }

    /// Finds out what a process that has ended used to the last, and whether its end, which nobody asked for, came from
    /// its memory limit.
    ///
    /// - Returns: the breach that explains the end, and what the process used over its life.
    func conclude(_ process: LiveProcess, _ end: ProcessEnd, _ tail: LogTail) -> (breach: LimitBreach?, UsageCurve) {
        let account = accounts[process.number] ?? Accounting()
        var curve = account.curve
        guard case .exited(let status, let usage) = end else { return (nil, curve) }
        let peak = account.group?.peak
        var breach: LimitBreach?
        if process.fault == nil, Self.memoryEnded(status, account.group, tail) {
            let seen = peak ?? max(account.usage?.memory ?? 0, process.limits.memory)
            breach = .memory(used: seen, limit: process.limits.memory)
        } else if case .limit(let known) = process.fault {
            breach = known
        }
        let time = (usage.userTime + usage.systemTime) / .seconds(1)
        if time > 0, case .memory(let used, _) = breach {
            curve.append(
                .init(
                    time: (ContinuousClock.now - process.started) / .seconds(1), memory: used, processorTime: time))
        }
        return (breach, curve)
    }

    private static func memoryEnded(_ status: ExitStatus, _ group: ControlGroup?, _ tail: LogTail) -> Bool {
        switch status {
        case .signaled(SIGKILL): (group?.outOfMemoryKills ?? 0) > 0
        // Swift prints this when the kernel refuses memory, which happens only where there is no group.
        case .signaled: group == nil && tail.fatalError?.contains("failed to allocate") ?? false
        default: false
        }
    }

    // MARK: Looking

    /// Arms the timer of the next look, if none is armed that comes in time.
    mutating func scheduleLook(at processes: some Sequence<LiveProcess>) {
        let due = processes.filter(\.isObserved).map { accounts[$0.number, default: Accounting()].nextLook }.min()
        guard let due, look.map({ due < $0.at }) ?? true else { return }
        if let look { loop.cancel(look.token) }
        look = (loop.schedule(at: due) { [tell] in tell(.lookDue) }, due)
    }

    /// The processes whose time has come, at ``Event/lookDue``.
    mutating func dueProcesses(of processes: some Sequence<LiveProcess>) -> [ProcessNumber] {
        look = nil
        groups.sweep()
        let now = LoopTime.now
        return processes.filter { $0.isObserved && accounts[$0.number, default: Accounting()].nextLook <= now }
            .map(\.number)
    }

    /// Looks at a process.
    ///
    /// - Parameter isThere: whether the process has not ended and gone.
    mutating func look(at process: LiveProcess, isThere: () -> Bool) -> [Finding] {
        var account = accounts[process.number] ?? Accounting()
        let isUsed = process.openRequests > 0
        account.nextLook = .now + account.pause(process.limits, isUsed: isUsed)
        accounts[process.number] = account
        // One that has gone is about to be told of. Its number may be another's by now, but not while it is there.
        guard var usage = ProcessUsage(of: process.pid, countingWrites: !process.isParked), isThere() else { return [] }
        adjustShare(of: process, &account, usage)
        let needsCount = account.needsCount(usage, process.limits)
        if needsCount { usage.memory = account.estimate(usage, process.limits) }
        account.usage = usage
        account.nextLook = .now + account.pause(process.limits, isUsed: isUsed)
        if needsCount { countMemory(of: process, &account) }
        let findings = judge(process, &account, usage)
        // Whether or not a host waits: what it writes then stays as well.
        if !process.isParked, findings.allSatisfy({ if case .breach = $0 { false } else { true } }) {
            measureContainer(of: process, &account, usage)
        }
        accounts[process.number] = account
        return findings
    }

    /// Takes the counted memory of a process that is still there.
    mutating func take(counted bytes: UInt64?, of process: LiveProcess, took: Duration) -> [Finding] {
        guard var account = accounts[process.number] else { return [] }
        account.noteCount(bytes, took: took)
        let findings = account.usage.map { judge(process, &account, $0) } ?? []
        accounts[process.number] = account
        return findings
    }

    /// Takes the measured size of a process's container.
    mutating func take(
        _ size: ContainerSize, of process: LiveProcess, written: UInt64, took: Duration
    ) -> [Finding] {
        accounts[process.number]?.noteMeasure(written: written, took: took)
        return size.breach(limit: process.limits.containerSize).map { [.breach($0)] } ?? []
    }

    private func judge(_ process: LiveProcess, _ account: inout Accounting, _ usage: ProcessUsage) -> [Finding] {
        account.curve.append(usage.sample(at: process.started))
        if let breach = account.breach(usage, process) { return [.breach(breach)] }
        return account.warns(process.limits) ? [.lowMemory(used: usage.memory)] : []
    }

    /// Finds out how much memory is the process's own. On a thread of its own: an extension can make that last long, or
    /// for ever with a page of a file system that does not answer.
    private func countMemory(of process: LiveProcess, _ account: inout Accounting) {
        guard account.countBegan == nil, account.earliestCount <= .now else { return }
        account.countBegan = .now
        let (number, pid) = (process.number, process.pid)
        DispatchQueue(label: "appex-count").async { [tell] in
            let start = ContinuousClock.now
            let bytes = OwnMemory.bytes(of: "\(pid)")
            tell(.counted(number, bytes: bytes, took: .now - start))
        }
    }

    /// Counts what is in the containers of a process and its groups, if it may have become more.
    private func measureContainer(of process: LiveProcess, _ account: inout Accounting, _ usage: ProcessUsage) {
        guard process.isObserved, !account.isMeasured,
            account.nextMeasure <= .now || usage.written != account.measuredWritten, account.earliestMeasure <= .now
        else { return }
        account.isMeasured = true
        let (number, folders, pid) = (process.number, process.appex.writableFolders, process.pid)
        DispatchQueue.global(qos: .utility).async { [tell] in
            let start = ContinuousClock.now
            let size = ContainerSize(of: folders, user: pid)
            tell(.measured(number, size, written: usage.written, took: .now - start))
        }
    }

    private func adjustShare(of process: LiveProcess, _ account: inout Accounting, _ usage: ProcessUsage) {
        guard let before = account.usage else { return }
        let now = ContinuousClock.now
        let time = now - account.shareSince
        guard time >= ProcessorShare.patience else { return }
        let share = (usage.processorTime - (account.shareUsage ?? before.processorTime)) / time
        (account.shareSince, account.shareUsage) = (now, usage.processorTime)
        let isGreedy = share > ProcessorShare.greedy
        guard isGreedy != account.isSlowed else { return }
        if ProcessorShare.lower(isGreedy, of: process.pid, account.group) { account.isSlowed = isGreedy }
    }
}

extension Accounting {
    /// What a process uses too much of.
    fileprivate func breach(_ usage: ProcessUsage, _ process: LiveProcess) -> LimitBreach? {
        let limits = process.limits
        if usage.memory > limits.memory { return .memory(used: usage.memory, limit: limits.memory) }
        for (session, given) in process.sessions where given.isOpenRequest {
            guard let request = requests[session] else { continue }
            let used = usage.processorTime - request.atBegin
            let limit = request.limit(limits)
            if used > limit { return .processorTime(used: used, limit: limit) }
        }
        return nil
    }
}

extension ProcessUsage {
    /// For a report.
    fileprivate func sample(at start: ContinuousClock.Instant) -> ExtensionReport.Sample {
        .init(
            time: (ContinuousClock.now - start) / .seconds(1), memory: memory,
            processorTime: processorTime / .seconds(1))
    }
}
