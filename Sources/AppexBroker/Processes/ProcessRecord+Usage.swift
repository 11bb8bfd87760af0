import AppexModel
import AppexProtocol

extension ProcessRecord {
    /// Fills in memory and processor time, as they are at this moment; they stay 0 for a process that has ended.
    mutating func measure() {
        guard pid > 0, let usage = ProcessUsage(of: pid, countingWrites: false) else { return }
        memory = usage.memory
        processorTime = usage.processorTime.wholeMilliseconds * 1000
    }
}
