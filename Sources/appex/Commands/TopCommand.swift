import AppexProtocol
import ArgumentParser
import Foundation
import Glibc
import OpenExtensionKit

struct TopCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "top",
        abstract: "Shows the device's processes and their resource usage, updated every second.",
        discussion: """
            If the output is not a terminal, and with --json, it prints once. CPU is the share of one processor \
            since the last update or, at first, since the process started.
            """)

    @OptionGroup var output: OutputOptions

    private struct Listing: Encodable {
        let processes: [ProcessListing]
    }

    func run() async throws {
        let device = try ExtensionHost().administration
        var before: [Int32: ProcessListing] = [:]
        while true {
            let records = try await device.processesIfRunning()
            let processes = records.map(ProcessListing.init)
            if output.json { return try Console.print(Listing(processes: processes)) }
            let isLive = isatty(STDOUT_FILENO) == 1
            // Moves the cursor home and clears what follows.
            Console.say((isLive ? "\u{1B}[H\u{1B}[J" : "") + Self.lines(processes, before).joined(separator: "\n"))
            guard isLive else { return }
            before = Dictionary(processes.map { ($0.pid, $0) }) { $1 }
            try await Task.sleep(for: .seconds(1))
        }
    }

    private static func lines(_ processes: [ProcessListing], _ before: [Int32: ProcessListing]) -> [String] {
        guard !processes.isEmpty else { return ["Nothing is running; the broker starts with the next request."] }
        var table = Table(["ROLE", "PID", "STATE", "HOSTS", "REQUESTS", "MEMORY", "CPU", "AGE", "EXTENSION"])
        for process in processes {
            table.add([
                process.role, "\(process.pid)", process.state, "\(process.hosts)", "\(process.requests)",
                String(format: "%.1f MiB", Double(process.memory) / 1_048_576),
                String(format: "%.1f %%", share(process, before[process.pid]) * 100),
                String(format: "%.1f s", process.age), process.extension ?? "-",
            ])
        }
        return table.lines()
    }

    /// The share of one processor that it used since the last update or, at the first one, since its start.
    private static func share(_ process: ProcessListing, _ before: ProcessListing?) -> Double {
        // A smaller age belongs to another process with the same identifier.
        let last = before.flatMap { $0.age < process.age ? $0 : nil }
        let time = process.age - (last?.age ?? 0)
        return time > 0 ? max(0, process.processorTime - (last?.processorTime ?? 0)) / time : 0
    }
}
