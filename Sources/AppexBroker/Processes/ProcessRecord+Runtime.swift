import AppexProtocol
import AppexRuntimes
import AppexSystem
import Glibc

extension ProcessRecord {
    /// The process in which a runtime was executed in advance, with its memory; nil if no such process exists at this moment.
    ///
    /// - Parameter launcher: the launcher's process. Its children are init processes, which have one child each.
    /// - Parameter others: the init processes of extensions.
    static func waitingRuntime(of launcher: Int32, besides others: Set<Int32>) -> ProcessRecord? {
        for parent in children(of: launcher) where !others.contains(parent) {
            guard let pid = children(of: parent).first,
                SystemFile.text("/proc/\(pid)/comm") == RuntimeFolder.program + "\n"
            else { continue }
            var record = ProcessRecord(role: .runtime, pid: pid, parent: parent, state: "waiting", age: age(of: pid))
            record.measure()
            return record
        }
        return nil
    }

    /// The milliseconds since a process was started, at least 1.
    private static func age(of process: Int32) -> UInt64 {
        // The fields behind the name: the twentieth is the start, in ticks since the machine was started.
        let fields = SystemFile.numbers("/proc/\(process)/stat", behind: UInt8(ascii: ")"), atMost: 20)
        var now = timespec()
        clock_gettime(CLOCK_BOOTTIME, &now)
        let ticks = UInt64(max(1, sysconf(CInt(_SC_CLK_TCK))))
        guard fields.count == 20, fields[19] < UInt64.max / 1000 else { return 1 }
        let milliseconds = UInt64(clamping: now.tv_sec * 1000 + now.tv_nsec / 1_000_000)
        return max(1, milliseconds - min(milliseconds, fields[19] * 1000 / ticks))
    }

    /// The child processes of a process with one thread, as the kernel lists them.
    private static func children(of process: Int32) -> [Int32] {
        SystemFile.text("/proc/\(process)/task/\(process)/children").split { $0 == " " || $0 == "\n" }
            .compactMap { Int32($0) }
    }
}
