import Foundation
import Glibc
import TestSupport

/// What /proc says about processes.
enum Processes {
    /// The pids whose parent is `parent`.
    static func children(of parent: Int32) -> [Int32] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.filter { field("PPid", of: $0) == "\(parent)" }
    }

    /// A field of /proc/<pid>/status; nil when the process has gone.
    static func field(_ name: String, of pid: Int32) -> String? {
        let status = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
        return status?.split(separator: "\n").first { $0.hasPrefix("\(name):") }
            .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
    }

    /// Waits until none of the processes lives, for a limited time.
    ///
    /// - Returns: The ones that are left.
    static func left(of pids: [Int32]) -> [Int32] {
        let deadline = ContinuousClock.now + .promptly
        var left = pids
        while true {
            left.removeAll { field("State", of: $0).map { $0.hasPrefix("Z") } ?? true }
            if left.isEmpty || ContinuousClock.now >= deadline { return left }
            poll(nil, 0, 1)
        }
    }
}
