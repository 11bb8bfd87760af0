import Foundation

/// Looks again and again at the processes and reports of a device while the run goes on.
actor ChaosMonitor {
    private let device: TestDevice
    private let record: ChaosRecord
    /// Since when a process has been without a broker.
    private var orphans: [Int32: ContinuousClock.Instant] = [:]
    /// Brokers and launchers of the last look.
    private var servants: [Int32: (victim: ChaosVictim, parent: Int32)] = [:]
    private var reports: ChaosReports

    /// - Parameter isInnocent: whether nobody is killed on the device.
    init(_ device: TestDevice, _ record: ChaosRecord, isInnocent: Bool) {
        reports = ChaosReports(device, record, judgesKills: !isInnocent)
        self.device = device
        self.record = record
    }

    func run() async {
        while !Task.isCancelled {
            let processes = ChaosProcesses(of: device)
            lookForOrphans(processes)
            lookForDeaths(processes)
            reports.look()
            try? await Task.sleep(for: .milliseconds(200))
        }
    }

    private func lookForOrphans(_ processes: ChaosProcesses) {
        let now = ContinuousClock.now
        let found = processes.orphans
        orphans = orphans.filter { known in found.contains { $0.pid == known.key } }
        for orphan in found {
            let since = orphans[orphan.pid, default: now]
            orphans[orphan.pid] = since
            if now - since > ChaosSettings.orphanLimit {
                record.violation("\(orphan) has lived without a broker for \(now - since)")
            }
        }
    }

    /// Whether a broker or a launcher has ended that nobody killed. A launcher ends with its broker.
    private func lookForDeaths(_ processes: ChaosProcesses) {
        let present = processes.servants
        for (pid, servant) in servants where present[pid] == nil {
            let brokerEnds = record.killed(servant.parent) != nil || present[servant.parent] == nil
            let isExpected = record.killed(pid) != nil || (servant.victim == .launcher && brokerEnds)
            if !isExpected { record.violation("the \(servant.victim.rawValue) \(pid) has ended by itself") }
        }
        servants = present
    }
}

/// The processes of a device at one moment, by what they are.
struct ChaosProcesses {
    private let all: [DeviceProcesses.Found]
    private let byPid: [Int32: DeviceProcesses.Found]

    init(of device: TestDevice) {
        all = DeviceProcesses.all(of: device)
        byPid = Dictionary(all.map { ($0.pid, $0) }) { first, _ in first }
    }

    var brokers: [Int32] { all.filter(isBroker).map(\.pid) }

    /// Children of brokers.
    var launchers: [Int32] {
        all.filter { $0.name.contains("appex-launch") && isBroker(byPid[$0.parent]) }.map(\.pid)
    }

    var hosts: [Int32] { all.filter(isHost).map(\.pid) }

    /// Brokers and launchers, each with its parent.
    var servants: [Int32: (victim: ChaosVictim, parent: Int32)] {
        var result: [Int32: (victim: ChaosVictim, parent: Int32)] = [:]
        for pid in brokers { result[pid] = (.broker, 1) }
        for pid in launchers { result[pid] = (.launcher, byPid[pid]?.parent ?? 1) }
        return result
    }

    /// The processes of an extension.
    func extensions(_ name: String) -> [DeviceProcesses.Found] {
        all.filter { $0.name.contains("/\(name).appex/") }
    }

    /// Launchers, inits and extensions none of whose ancestors is a broker.
    var orphans: [DeviceProcesses.Found] {
        all.filter { !isBroker($0) && !isHost($0) && !hasBroker($0) }
    }

    private func isBroker(_ process: DeviceProcesses.Found?) -> Bool { process?.name.contains("appexd") == true }

    private func isHost(_ process: DeviceProcesses.Found) -> Bool {
        process.name.contains(BuiltProgram.host.rawValue)
    }

    private func hasBroker(_ process: DeviceProcesses.Found) -> Bool {
        var next = byPid[process.parent]
        // Launcher, init, extension, and what an extension may start.
        for _ in 0..<8 {
            guard let process = next else { return false }
            if isBroker(process) { return true }
            next = byPid[process.parent]
        }
        return false
    }
}
