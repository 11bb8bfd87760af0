import AppexModel
import AppexSystem
import Foundation
import Glibc
import SystemPackage

/// Finds the processes that belong to a device.
package enum DeviceProcesses {
    /// A process that belongs to a device.
    package struct Found: Sendable, CustomStringConvertible {
        /// The process identifier.
        package let pid: Int32
        /// The process identifier of its parent.
        package let parent: Int32
        /// The command line.
        package let name: String

        package var description: String { "\(pid) \(name)" }

    }

    /// Every process whose command line, environment, program, working directory or root mentions the device's folder,
    /// except this process and zombies.
    package static func all(of device: TestDevice) -> [Found] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.filter { $0 != getpid() }.compactMap { pid in
            let line = text("/proc/\(pid)/cmdline")
            let mentions =
                [line, text("/proc/\(pid)/environ")] + ["exe", "cwd", "root"].map { link("/proc/\(pid)/\($0)") }
            guard mentions.contains(where: { $0.contains(device.folder.string) }), isAlive(pid) else { return nil }
            // Own text: the arguments of a program of this device.
            return Found(pid: pid, parent: parent(of: pid), name: line.replacing("\0", with: " "))
        }
    }

    /// Waits until `condition` holds for the processes, at most as long as the limit, and returns the last list.
    package static func wait(
        for device: TestDevice, atMost limit: Duration, until condition: ([Found]) -> Bool
    ) async -> [Found] {
        let end = ContinuousClock.now + limit
        while true {
            let found = all(of: device)
            guard !condition(found), ContinuousClock.now < end else { return found }
            // The end of a process wakes this up; a new process is noticed after 50 ms.
            await waitForEnd(ofAnyOf: found.map(\.pid), atMost: .milliseconds(50))
        }
    }

    /// Kills every process of a device and waits until it has ended, at most a minute for each.
    ///
    /// While a process ends, nothing of it mentions the device any more, so ``all(of:)`` does not find it.
    package static func killAll(of device: TestDevice) async {
        let found = all(of: device)
        // A process that has ended, or whose identifier belongs to another one, has no such handle.
        for process in found { try? ProcessHandle(process.pid, parents: [process.parent]).send(SIGKILL) }
        for process in found { await waitForEnd(ofAnyOf: [process.pid], atMost: .seconds(60)) }
    }

    /// Waits until one of several processes has ended; they need not be children of this one.
    ///
    /// - Returns: when the end was noticed; nil if none has ended within the limit.
    @discardableResult
    package static func waitForEnd(ofAnyOf pids: [Int32], atMost limit: Duration) async -> ContinuousClock.Instant? {
        await withCheckedContinuation { continuation in
            let thread = Thread {
                // A process that has already ended has no handle.
                guard let handles = try? pids.map({ try ProcessHandle($0, parents: []) }) else {
                    return continuation.resume(returning: .now)
                }
                var polled = handles.map { pollfd(fd: $0.descriptor.rawValue, events: Int16(POLLIN), revents: 0) }
                let ready = retrying { poll(&polled, nfds_t(polled.count), CInt(limit / .milliseconds(1))) }
                withExtendedLifetime(handles) {}
                continuation.resume(returning: ready > 0 ? .now : nil)
            }
            thread.start()
        }
    }

    /// Whether a process exists and is not a zombie.
    package static func isAlive(_ pid: Int32) -> Bool {
        guard let state = fields(of: pid).first else { return false }
        return state != "Z" && state != "X"
    }

    private static func parent(of pid: Int32) -> Int32 {
        fields(of: pid).dropFirst().first.flatMap { Int32($0) } ?? 0
    }

    /// The fields of `/proc/<pid>/stat` after the name, which can contain any character.
    private static func fields(of pid: Int32) -> [Substring] {
        let line = text("/proc/\(pid)/stat")
        // Own text: a line of the kernel.
        return line[(line.lastIndex(of: ")") ?? line.startIndex)...].dropFirst().parts(at: " ")
    }

    private static func text(_ path: String) -> String {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    private static func link(_ path: String) -> String {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) ?? ""
    }
}
