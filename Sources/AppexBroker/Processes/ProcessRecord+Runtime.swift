import AppexProtocol
import AppexRuntimes
import AppexSystem

extension ProcessRecord {
    /// The process in which a runtime was executed in advance, with its memory; nil if there is none at this moment.
    ///
    /// - Parameter launcher: the launcher's process. Its children are init processes, which have one child each.
    /// - Parameter others: the init processes of extensions.
    static func waitingRuntime(of launcher: Int32, besides others: Set<Int32>) -> ProcessRecord? {
        for parent in children(of: launcher) where !others.contains(parent) {
            guard let pid = children(of: parent).first,
                SystemFile.text("/proc/\(pid)/comm") == RuntimeFolder.program + "\n"
            else { continue }
            var record = ProcessRecord(role: .runtime, pid: pid, parent: parent, state: "waiting", age: 0)
            record.measure()
            return record
        }
        return nil
    }

    /// The child processes of a process with one thread, as the kernel lists them.
    private static func children(of process: Int32) -> [Int32] {
        SystemFile.text("/proc/\(process)/task/\(process)/children").split { $0 == " " || $0 == "\n" }
            .compactMap { Int32($0) }
    }
}
