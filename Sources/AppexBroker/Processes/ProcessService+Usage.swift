import AppexModel
import AppexProtocol
import AppexRegistry
import AppexWire
import Logging

/// What the ``UsageMonitor`` finds.
extension ProcessService {
    func handle(_ event: UsageMonitor.Event) async {
        switch event {
        case .lookDue:
            for number in usage.dueProcesses(of: table.processes.values) { await look(at: number) }
            usage.scheduleLook(at: table.processes.values)
            await adaptToMemory()
        case .counted(let number, let bytes, let took):
            guard let process = table.processes[number], links[number]?.isThere == true else { return }
            await act(on: usage.take(counted: bytes, of: process, took: took), number)
        case .measured(let number, let size, let written, let took):
            guard let process = table.processes[number] else { return }
            await act(on: usage.take(size, of: process, written: written, took: took), number)
        }
    }

    /// Looks at what a process uses now.
    func look(at number: ProcessNumber) async {
        guard let process = table.processes[number] else { return }
        let link = links[number]
        await act(on: usage.look(at: process) { link?.isThere ?? false }, number)
    }

    private func act(on findings: [UsageMonitor.Finding], _ number: ProcessNumber) async {
        for finding in findings {
            switch finding {
            case .breach(let breach): await apply { $0.stop(number, .limit(breach)) }
            case .lowMemory(let used): warn(number, used)
            }
        }
    }

    /// Tells an extension that it has little memory left. One that does not read hears of it when it does; the socket
    /// takes it in meanwhile, and a second warning only follows once there has been more memory again.
    private func warn(_ number: ProcessNumber, _ used: UInt64) {
        guard let process = table.processes[number] else { return }
        let limit = process.limits.memory
        try? links[number]?.control.send(ControlInterface.MemoryWarning(used: used, limit: limit))
        log.notice(
            "little memory left",
            metadata: [
                "extension": "\(process.appex.bundleIdentifier)", "process": "\(number)",
                "used": "\(LimitText.mebibytes(used))", "limit": "\(LimitText.mebibytes(limit))",
            ])
    }
}
