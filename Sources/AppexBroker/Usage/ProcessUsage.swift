import AppexSystem
import Glibc
import SystemPackage

/// What a process uses at a moment, as `/proc` tells it.
package struct ProcessUsage: Sendable, Equatable {
    /// Bytes that are its own, about; shared memory that nobody else has is among them only once ``OwnMemory`` has
    /// counted.
    package var memory: UInt64
    /// Bytes that are in memory, whosever they are.
    package var resident: UInt64
    /// Of all threads, in user and system mode together.
    package var processorTime: Duration
    /// Bytes that it has handed to the kernel for files and sockets; only whether it changes means something.
    package var written: UInt64

    init(memory: UInt64, processorTime: Duration, written: UInt64) {
        self.memory = memory
        resident = memory
        self.processorTime = processorTime
        self.written = written
    }

    /// Asks for nothing that takes long or that the process could hold up: its pages are not walked through.
    ///
    /// - Parameter countingWrites: whether ``written`` is of interest; else it is 0.
    /// - Returns: nil when the process has ended.
    package init?(of pid: Int32, countingWrites: Bool = true) {
        // Pages: all, in memory, of these shared.
        let pages = SystemFile.numbers("/proc/\(pid)/statm", atMost: 3)
        // The fields behind the name: state, parent …; the twelfth and thirteenth are times in ticks.
        let times = SystemFile.numbers("/proc/\(pid)/stat", behind: UInt8(ascii: ")"), atMost: 13)
        guard pages.count == 3, times.count == 13 else { return nil }
        memory = max(pages[1], pages[2]) * Self.pageSize - pages[2] * Self.pageSize
        resident = pages[1] * Self.pageSize
        processorTime = .microseconds(Int64(clamping: (times[11] + times[12]) * 1_000_000 / Self.ticks))
        written = 0
        guard countingWrites else { return }
        let traffic = SystemFile.values("/proc/\(pid)/io")
        written = (traffic["wchar:"] ?? 0) &+ (traffic["write_bytes:"] ?? 0)
    }

    private static let pageSize = UInt64(max(1, sysconf(CInt(_SC_PAGESIZE))))
    private static let ticks = UInt64(max(1, sysconf(CInt(_SC_CLK_TCK))))
}
