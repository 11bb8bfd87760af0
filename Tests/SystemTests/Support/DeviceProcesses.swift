import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

/// Sends a signal to one process, which a wrong number must not make a whole group of processes.
func sendSignal(_ number: Int32, to pid: Int32, sourceLocation: SourceLocation = #_sourceLocation) {
    guard pid > 1 else {
        Issue.record("\(pid) is no process that a test may signal", sourceLocation: sourceLocation)
        return
    }
    kill(pid, number)
}

/// Waiting for the end of processes that are nobody's children here.
enum ProcessEnd {
    /// Waits until a process has ended.
    static func of(_ pid: Int32, atMost limit: Duration = .ample) async throws -> ContinuousClock.Instant {
        try #require(
            await DeviceProcesses.waitForEnd(ofAnyOf: [pid], atMost: limit),
            "process \(pid) has not ended within \(limit)")
    }
}
