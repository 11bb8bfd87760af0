import AppexProtocol
import AppexSystem
import Foundation
import OpenExtensionKit

/// Looks at the processes of a device again and again, and says what has grown since the first look.
struct ProcessWatch {
    /// What one process holds.
    private struct Sample: Equatable {
        var pid: Int32
        /// Written pages that nobody else has, in KiB.
        var memory: Int
        var descriptors: Int
    }

    /// Memory may be this much more than at the first look, in KiB: what the allocator keeps for itself, and what the
    /// processes still had not needed once. A leak of 64 bytes for each request would be twice as much.
    private static let memoryBound = 3 * 1024
    /// How many looks at the end count, of which the one with the least memory does.
    private static let lastLooks = 3
    /// How long processes may take to put away what the last request has left.
    private static let settlingLimit = Duration.seconds(5)
    private static let settlingInterval = Duration.milliseconds(100)

    private let device: SoakDevice
    private var looks: [[(name: String, sample: Sample)]] = []

    init(_ device: SoakDevice) {
        self.device = device
    }

    /// Looks, when nothing is under way any more, and prints what there is.
    ///
    /// - Parameter count: the requests so far.
    /// - Parameter each: what one of the last of them has taken.
    mutating func look(_ host: ExtensionHost, after count: Int, _ each: Duration) async throws {
        let limit = ContinuousClock.now + Self.settlingLimit
        var last = try await Self.samples(host)
        while ContinuousClock.now < limit {
            try await Task.sleep(for: Self.settlingInterval)
            let next = try await Self.samples(host)
            if next.elementsEqual(last, by: { $0.sample.descriptors == $1.sample.descriptors }) { break }
            last = next
        }
        if looks.isEmpty { print(Self.row("requests", "us each", last.map { "\($0.name) KiB, descriptors" })) }
        print(
            Self.row(
                "\(count)", "\(each / .microseconds(1))".prefix { $0 != "." },
                last.map {
                    "\($0.sample.memory), \($0.sample.descriptors)"
                }))
        fflush(nil)
        looks.append(last)
    }

    /// A sentence for each thing that has grown, or has been replaced.
    var growth: [String] {
        guard let first = looks.first, let last = looks.last else { return [] }
        return first.indices.flatMap { index -> [String] in
            let (name, before, after) = (first[index].name, first[index].sample, last[index].sample)
            var result: [String] = []
            if before.pid != after.pid { result.append("the \(name) is another process than at the beginning") }
            if after.descriptors > before.descriptors {
                result.append("the \(name) has \(after.descriptors) descriptors after \(before.descriptors)")
            }
            // What an allocator holds goes up and down; what leaks is in every look.
            let memory = looks.suffix(Self.lastLooks).map { $0[index].sample.memory }.min() ?? after.memory
            if memory > before.memory + Self.memoryBound {
                result.append("the \(name) has \(memory) KiB after \(before.memory), over \(Self.memoryBound) more")
            }
            return result
        }
    }

    private static func samples(_ host: ExtensionHost) async throws -> [(name: String, sample: Sample)] {
        let records = try await host.broker.call(BrokerInterface.Processes()).0.elements
        func pid(_ role: ProcessRecord.Role) throws -> Int32 {
            guard let record = records.first(where: { $0.role == role }) else {
                throw SoakError("the broker knows of no \(role) process")
            }
            return record.pid
        }
        return try [
            ("host", sample(getpid())), ("broker", sample(pid(.broker))), ("launcher", sample(pid(.launcher))),
            ("extension", sample(pid(.appExtension))),
        ]
    }

    private static func sample(_ pid: Int32) throws -> Sample {
        let text = try String(contentsOfFile: "/proc/\(pid)/smaps_rollup", encoding: .utf8)
        let line = text.split(separator: "\n").first { $0.hasPrefix("Private_Dirty:") }
        guard let memory = line?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            throw SoakError("the memory of process \(pid) cannot be read")
        }
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").count
        return Sample(pid: pid, memory: memory, descriptors: descriptors)
    }

    private static func row(_ count: String, _ each: some StringProtocol, _ cells: [String]) -> String {
        ([count, String(each)] + cells).enumerated().map { column, cell in
            let width = column < 2 ? 9 : 28
            return String(repeating: " ", count: max(0, width - cell.count)) + cell
        }.joined()
    }
}
