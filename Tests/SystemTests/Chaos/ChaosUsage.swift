import Foundation
import OpenExtensionKit

/// What a process holds.
struct ChaosUsage: CustomStringConvertible {
    /// Written pages that nobody else has, in KiB.
    let memory: Int
    let descriptors: Int

    /// nil when it cannot be read: the process has gone.
    init?(of pid: Int32) {
        guard let text = try? String(contentsOfFile: "/proc/\(pid)/smaps_rollup", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("Private_Dirty:") }),
            let memory = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) }),
            let numbers = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd")
        else { return nil }
        self.memory = memory
        descriptors = numbers.count
    }

    var description: String { "\(memory) KiB, \(descriptors) descriptors" }

    /// What is too much, beside what there was.
    ///
    /// - Parameter slack: descriptors that there may be more, of requests that are under way.
    func growth(since before: ChaosUsage, moreDescriptors slack: Int = 0) -> String? {
        guard descriptors > before.descriptors + slack || memory > before.memory + Self.memoryBound else { return nil }
        return "has \(self) after \(before)"
    }

    /// In KiB: what the allocators of a debug build keep for themselves. A leak at each request would be more.
    private static let memoryBound = 24 * 1024
}
