import AppexSystem
import Foundation
import Glibc
import SystemPackage
import Testing

/// The processes that have to do with a device.
enum DeviceProcesses {
    struct Found: Sendable, CustomStringConvertible {
        let pid: Int32
        let parent: Int32
        /// The command line.
        let name: String

        var description: String { "\(pid) \(name)" }
    }

    /// Every process whose command line, environment, program, folder or root mentions the device's folder,
    /// but for this one. A process that has ended and only waits to be reaped mentions nothing.
    static func all(of device: TestDevice) -> [Found] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.filter { $0 != getpid() }.compactMap { pid in
            let line = text("/proc/\(pid)/cmdline")
            let mentions =
                [line, text("/proc/\(pid)/environ")] + ["exe", "cwd", "root"].map { link("/proc/\(pid)/\($0)") }
            guard mentions.contains(where: { $0.contains(device.folder.string) }), isAlive(pid) else { return nil }
            return Found(pid: pid, parent: parent(of: pid), name: line.replacing("\0", with: " "))
        }
    }

    /// Waits until `condition` holds of the processes, as long as may be; returns the last look at them.
    static func wait(
        for device: TestDevice, atMost limit: Duration, until condition: ([Found]) -> Bool
    ) async -> [Found] {
        let end = ContinuousClock.now + limit
        while true {
            let found = all(of: device)
            guard !condition(found), ContinuousClock.now < end else { return found }
            // The end of any of them is news; a new one shows after a moment.
            await ProcessEnd.wait(for: found.map(\.pid), atMost: .milliseconds(50))
        }
    }

    /// Whether a process exists and is more than a zombie.
    static func isAlive(_ pid: Int32) -> Bool {
        guard let state = fields(of: pid).first else { return false }
        return state != "Z" && state != "X"
    }

    private static func parent(of pid: Int32) -> Int32 {
        fields(of: pid).dropFirst().first.flatMap { Int32($0) } ?? 0
    }

    /// What `/proc/<pid>/stat` says after the name, which may contain anything.
    private static func fields(of pid: Int32) -> [Substring] {
        let line = text("/proc/\(pid)/stat")
        return line[(line.lastIndex(of: ")") ?? line.startIndex)...].dropFirst().split(separator: " ")
    }

    private static func text(_ path: String) -> String {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    private static func link(_ path: String) -> String {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) ?? ""
    }
}

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
    /// Waits until one of the processes has ended, at most for so long.
    ///
    /// - Returns: the instant at which it was seen; nil when none ended.
    @discardableResult
    static func wait(for pids: [Int32], atMost limit: Duration) async -> ContinuousClock.Instant? {
        let handles = pids.map(handle)
        // One that is gone already has no handle.
        if handles.contains(where: { $0 < 0 }) { return .now }
        return await withCheckedContinuation { continuation in
            let thread = Thread {
                var polled = handles.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
                let seconds = Double(limit.components.seconds) + Double(limit.components.attoseconds) / 1e18
                let ready = retrying { poll(&polled, nfds_t(polled.count), CInt(seconds * 1000)) }
                for handle in handles { close(handle) }
                continuation.resume(returning: ready > 0 ? .now : nil)
            }
            thread.start()
        }
    }

    /// Waits until a process has ended.
    static func of(_ pid: Int32, atMost limit: Duration = .seconds(20)) async throws -> ContinuousClock.Instant {
        try #require(await wait(for: [pid], atMost: limit), "process \(pid) has not ended within \(limit)")
    }

    /// pidfd_open(2), which glibc's module map hides.
    private static func handle(_ pid: Int32) -> CInt {
        typealias Open = @convention(c) (pid_t, CUnsignedInt) -> CInt
        guard let symbol = dlsym(nil, "pidfd_open") else { return -1 }
        return unsafeBitCast(symbol, to: Open.self)(pid, 0)
    }
}

/// Waits until something that nobody announces has become true, looking again and again.
func eventually(
    _ what: String, atMost limit: Duration = .seconds(10), sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () async throws -> Bool
) async throws {
    let loop = try EventLoop.shared()
    let end = ContinuousClock.now + limit
    while try await !condition() {
        try #require(ContinuousClock.now < end, "waited \(limit) for this: \(what)", sourceLocation: sourceLocation)
        await withCheckedContinuation { continuation in
            _ = loop.schedule(at: .now + .milliseconds(5)) { continuation.resume() }
        }
    }
}
