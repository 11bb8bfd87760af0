import AppexProtocol
import ArgumentParser
import OpenExtensionKit

struct ProcessesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ps", abstract: "Lists the live processes of the device: broker, launcher, extensions.")

    @OptionGroup var output: OutputOptions

    private struct Listing: Encodable {
        let processes: [ProcessListing]
    }

    func run() async throws {
        let host = try ExtensionHost()
        let records = try await host.administration.processesIfRunning()
        let processes = records.map(ProcessListing.init)
        if output.json { return try Console.print(Listing(processes: processes)) }
        guard !processes.isEmpty else {
            return Console.say("Nothing is running; the broker starts with the next request.")
        }
        Self.table(processes).print()
    }

    static func table(_ processes: [ProcessListing]) -> Table {
        var table = Table(["ROLE", "PID", "PARENT", "STATE", "SESSIONS", "AGE", "OWN NAMESPACES", "EXTENSION"])
        for process in processes {
            let own = process.ownNamespaces
            let isolated = process.namespaces.isEmpty ? "?" : own.isEmpty ? "-" : own.joined(separator: ",")
            table.add([
                process.role, "\(process.pid)", "\(process.parent)", process.state, "\(process.sessions)",
                String(format: "%.1f s", process.age), isolated, process.extension ?? "-",
            ])
        }
        return table
    }
}
