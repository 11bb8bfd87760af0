import AppexModel
import AppexProtocol
import AppexRegistry

extension LiveProcess {
    /// What the process is granted beyond its own container, for people.
    var grants: [String] { (appex.mayUseNetwork && !lacksNetwork ? ["network"] : []) + appex.groupGrants }

    /// The sandbox's init and the process, as clients are told of them.
    ///
    /// - Parameter launcher: the launcher's process.
    func records(launcher: Int32) -> [ProcessRecord] {
        let identifier = appex.bundleIdentifier.rawValue
        let state = isParked && phase == .running ? "parked" : phase.rawValue
        var initProcess = ProcessRecord(
            role: .initProcess, pid: initPid, parent: launcher, identifier: identifier, state: state,
            age: started.millisecondsAgo)
        var process = ProcessRecord(
            role: .appExtension, pid: pid, parent: initPid, identifier: identifier, sessions: UInt32(sessions.count),
            requests: UInt32(openRequests), hosts: UInt32(Set(sessions.values.map(\.client)).count), state: state,
            age: started.millisecondsAgo)
        initProcess.measure()
        process.measure()
        process.grants = grants
        return [initProcess, process]
    }
}

extension ContinuousClock.Instant {
    /// The whole milliseconds since this instant; 0 when it is to come.
    var millisecondsAgo: UInt64 { UInt64(max(0, (ContinuousClock.now - self) / .milliseconds(1))) }
}
