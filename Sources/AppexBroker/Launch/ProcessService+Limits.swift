import AppexModel
import AppexProtocol
import AppexRegistry
import AppexSandbox
import AppexSystem
import AppexWire
import Dispatch
import Logging

/// What processes may use, what they use, and what becomes of those that use more.
extension ProcessService {
    // MARK: Before a launch

    /// What an extension gets now. What is wrong in the owner's file is logged when it has just been read.
    func limits(of appex: InstalledAppex) -> ExtensionLimits {
        let (limits, problems) = deviceLimits.limits(appex.extensionPoint, appex.bundleIdentifier)
        for problem in problems { log.error("a limit does not count", metadata: ["why": "\(problem)"]) }
        return configuration.adjusted(limits)
    }

    /// The group of a process that is about to be launched, as the launcher needs it; nil without groups.
    ///
    /// - Throws: ``RemoteFailure`` when there are groups, but none for this process: it must not run without its limit.
    func group(for process: UInt64, _ limits: ExtensionLimits) throws -> DescriptorBag? {
        guard let groups = memory.groups else { return nil }
        do {
            let group = try groups.take(memory: limits.memory)
            processes[process]?.accounting.group = group
            DispatchQueue.global(qos: .utility).async { groups.prepare(memory: limits.memory) }
            return try group.door()
        } catch {
            throw RemoteFailure(
                code: FailureCode.couldNotStart, message: "No control group could be made for it: \(error).")
        }
    }

    /// Refuses another request of a process that has as many open as it may have.
    func checkRoom(in number: UInt64) throws(RemoteFailure) {
        guard let process = processes[number] else { return }
        let open = process.sessions.values.count(where: \.isOpen)
        guard open >= process.limits.openRequests else { return }
        throw RemoteFailure(
            code: FailureCode.refused,
            message: "\(process.appex.bundleIdentifier) has \(open) requests open, as many as it may have at a time; "
                + "try again when one of them has ended.")
    }

    func makeMemoryControl() -> MemoryControl {
        MemoryControl(
            configuration.memoryControl,
            candidates: ControlGroupTree.candidates(name: configuration.layout.controlGroupName),
            memory: ExtensionLimits().memory)
    }

    /// Says once how memory is limited.
    func announceMemoryControl() {
        let level: Logger.Level = memory.shortcoming == nil ? .info : .notice
        log.log(level: level, "memory is limited", metadata: ["by": "\(memory.record.detail)"])
        memory.groups?.prepare(memory: ExtensionLimits().memory)
    }

    /// By which means limits are kept, for people.
    func enforcement() -> [WallRecord] {
        [
            memory.record,
            WallRecord(name: "processor time", stands: true, detail: "looking at /proc again and again"),
            WallRecord(name: "container size", stands: true, detail: "counting the files again and again"),
        ]
    }

    // MARK: While it runs

    /// Sees to it that the next look comes in time.
    func scheduleLook() {
        let due = processes.values.filter(\.isObserved).map(\.accounting.nextLook).min()
        guard let due, look.map({ due < $0.at }) ?? true else { return }
        if let look { loop.cancel(look.token) }
        let continuation = inbox.continuation
        look = (loop.schedule(at: due) { continuation.yield(.look) }, due)
    }

    /// The same when one process is to be looked at sooner.
    func scheduleLook(of number: UInt64) {
        guard let process = processes[number], process.isObserved,
            look.map({ process.accounting.nextLook < $0.at }) ?? true
        else { return }
        scheduleLook()
    }

    /// Looks at the processes whose time has come.
    func lookAtAll() async {
        look = nil
        memory.groups?.sweep()
        let now = LoopTime.now
        for (number, process) in processes
        where process.isObserved && process.accounting.nextLook <= now {
            await lookAt(number)
        }
        scheduleLook()
    }

    func lookAt(_ number: UInt64) async {
        guard let process = processes[number] else { return }
        let isUsed = process.sessions.values.contains(where: \.isOpen)
        processes[number]?.accounting.nextLook = .now + process.accounting.pause(process.limits, isUsed: isUsed)
        // One that has gone is about to be told of. Its number may be another's by now, but not while it is there.
        guard var usage = ProcessUsage(of: process.pid, countingWrites: !process.isParked), process.isThere else {
            return
        }
        var accounting = process.accounting
        adjustShare(of: process, &accounting, usage)
        let needsCount = accounting.needsCount(usage, process.limits)
        if needsCount { usage.memory = accounting.estimate(usage, process.limits) }
        accounting.usage = usage
        accounting.nextLook = .now + accounting.pause(process.limits, isUsed: isUsed)
        processes[number]?.accounting = accounting
        if needsCount { countMemory(of: number) }
        await judge(number, usage)
        // Whether or not a host waits: what it writes then stays as well.
        if !process.isParked { measureContainer(of: number, usage) }
    }

    /// Finds out how much memory is the process's own. On a thread of its own: an extension can make that last long, or
    /// for ever with a page of a file system that does not answer.
    private func countMemory(of number: UInt64) {
        guard let process = processes[number], process.accounting.countBegan == nil,
            process.accounting.earliestCount <= .now
        else { return }
        processes[number]?.accounting.countBegan = .now
        let pid = process.pid
        let continuation = inbox.continuation
        DispatchQueue(label: "appex-count").async {
            let start = ContinuousClock.now
            let bytes = OwnMemory.bytes(of: "\(pid)")
            continuation.yield(.counted(process: number, bytes: bytes, took: .now - start))
        }
    }

    func take(_ number: UInt64, counted bytes: UInt64?, _ took: Duration) async {
        guard let process = processes[number], process.isThere else { return }
        processes[number]?.accounting.noteCount(bytes, took: took)
        if let usage = processes[number]?.accounting.usage { await judge(number, usage) }
    }

    /// Warns or ends a process for what it uses.
    private func judge(_ number: UInt64, _ usage: ProcessUsage) async {
        guard let process = processes[number] else { return }
        processes[number]?.accounting.curve.append(usage.sample(at: process.started))
        if let breach = process.breach(usage) { return await stop(number, .limit(breach)) }
        if processes[number]?.accounting.warns(process.limits) == true { warn(number, usage) }
    }

    /// Tells an extension that it has little memory left. One that does not read hears of it when it does; the socket
    /// takes it in meanwhile, and a second warning only follows once there has been more memory again.
    private func warn(_ number: UInt64, _ usage: ProcessUsage) {
        guard let process = processes[number] else { return }
        let limit = process.limits.memory
        try? process.control.send(ControlInterface.MemoryWarning(used: usage.memory, limit: limit))
        log.notice(
            "little memory left",
            metadata: [
                "extension": "\(process.appex.bundleIdentifier)", "process": "\(number)",
                "used": "\(LimitText.mebibytes(usage.memory))", "limit": "\(LimitText.mebibytes(limit))",
            ])
    }

    private func adjustShare(
        of process: LiveProcess, _ accounting: inout Accounting, _ usage: ProcessUsage
    ) {
        guard let before = accounting.usage else { return }
        let now = ContinuousClock.now
        let time = now - accounting.shareSince
        guard time >= ProcessorShare.patience else { return }
        let share = (usage.processorTime - (accounting.shareUsage ?? before.processorTime)) / time
        (accounting.shareSince, accounting.shareUsage) = (now, usage.processorTime)
        let isGreedy = share > ProcessorShare.greedy
        guard isGreedy != accounting.isSlowed else { return }
        if ProcessorShare.lower(isGreedy, of: process.pid, accounting.group) { accounting.isSlowed = isGreedy }
    }

    // MARK: The container

    /// Counts what is in a container, if it may have become more.
    private func measureContainer(of number: UInt64, _ usage: ProcessUsage) {
        guard let process = processes[number], process.isObserved, !process.accounting.isMeasured,
            process.accounting.nextMeasure <= .now || usage.written != process.accounting.measuredWritten,
            process.accounting.earliestMeasure <= .now
        else { return }
        processes[number]?.accounting.isMeasured = true
        let (container, pid, written) = (process.appex.containerPath, process.pid, usage.written)
        let continuation = inbox.continuation
        DispatchQueue.global(qos: .utility).async {
            let start = ContinuousClock.now
            let size = ContainerSize(of: container, user: pid)
            continuation.yield(.measured(process: number, size, written: written, took: .now - start))
        }
    }

    func take(_ number: UInt64, _ size: ContainerSize, _ written: UInt64, _ took: Duration) async {
        guard let process = processes[number] else { return }
        processes[number]?.accounting.noteMeasure(written: written, took: took)
        guard let breach = size.breach(limit: process.limits.containerSize) else { return }
        await stop(number, .limit(breach))
    }

    // MARK: Afterwards

    /// For those who look for the reason in the broker's log, by Apple's word for it.
    func logBreach(_ breach: LimitBreach, by process: LiveProcess) {
        log.warning(
            "stopped by a limit",
            metadata: [
                "extension": "\(process.appex.bundleIdentifier)", "pid": "\(process.pid)",
                "reason": "per-process-limit", "limit": "\(breach.key.rawValue)", "what": "\(breach.sentence)",
            ])
    }

    func giveUpGroup(of process: LiveProcess) { giveUp(process.accounting.group) }

    /// Its init may need another moment to end.
    func giveUp(_ group: ControlGroup?) {
        guard let group, let groups = memory.groups else { return }
        groups.remove(group)
        sweepGroups(groups, attempts: 50)
    }

    private nonisolated func sweepGroups(_ groups: ControlGroups, attempts: Int) {
        guard attempts > 0, !groups.sweep() else { return }
        _ = loop.schedule(at: .now + .milliseconds(10)) { [weak self] in
            self?.sweepGroups(groups, attempts: attempts - 1)
        }
    }
}
