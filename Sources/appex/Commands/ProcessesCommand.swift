import AppexProtocol
import ArgumentParser
import OpenExtensionKit

struct ProcessesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ps", abstract: "Lists the live processes of the device: broker, launcher, extensions.")

    @Flag(name: .shortAndLong, help: "Show what each extension and app was granted beyond its own container.")
    var verbose = false

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
        guard verbose else { return }
        for process in processes where process.role == "extension" {
            let grants =
                process.grants.isEmpty ? "nothing beyond its container" : process.grants.joined(separator: ", ")
            Console.say("\(process.pid) \(process.extension ?? "") was granted: \(Console.tame(grants))")
        }
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
